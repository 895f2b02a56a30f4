/** 2 for a decision that answers the question, 1 for one that answers a part of it or helps. */
export type Grade = 1 | 2;

export interface LabelledDecision {
  readonly id: string;
  readonly title: string;
  readonly rationale: string;
}

export interface LabelledQuestion {
  readonly question: string;
  /** By id of the decision. */
  readonly grades: ReadonlyMap<string, Grade>;
}

export interface Labelled {
  readonly decision: LabelledDecision;
  readonly questions: readonly LabelledQuestion[];
}

/** A decision and the questions that it answers; a question may name others that answer it in part. */
export function decided(
  id: string,
  title: string,
  rationale: string,
  questions: readonly (string | readonly [string, Readonly<Record<string, Grade>>])[],
): Labelled {
  return {
    decision: { id, title, rationale },
    questions: questions.map((entry) => {
      const [question, others] = typeof entry === 'string' ? [entry, {}] : entry;
      return { question, grades: new Map<string, Grade>([[id, 2], ...Object.entries(others)]) };
    }),
  };
}

/** Between two messages of one person: the second is no rest of the first. */
export const newMessage = '\n\v';

/** What one person says until somebody else speaks. `speaker` is empty when the transcript does not name them. */
export interface Turn {
  readonly speaker: string;
  readonly text: string;
  /** It is an item of a list, behind its speaker's name: `- Ann: the runbook`. */
  readonly isListed?: boolean;
}

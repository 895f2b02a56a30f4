/** Between two messages of one person: the second is no rest of the first. */
export const newMessage = '\n\v';

/** A line of a transcript; `at` is its number, from 0. */
export interface Line {
  readonly at: number;
  readonly text: string;
}

/** What one person says until somebody else speaks. `speaker` is empty when the transcript does not name them. */
export interface Turn {
  readonly speaker: string;
  readonly text: string;
  /** It is an item of a list, behind its speaker's name: `- Ann: the runbook`. */
  readonly isListed?: boolean;
}

/** A turn with the lines that say who speaks: its first one, and those that name its speaker again. */
export interface PlacedTurn extends Turn {
  /** None where the transcript is not made of lines. */
  readonly lines: readonly number[];
}

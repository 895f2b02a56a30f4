/** A short talk of a Wednesday, 18 November 2026, with what a careful reader finds in it: no more and no less. */
export interface Talk {
  readonly text: string;
  readonly decided?: readonly RegExp[];
  /** What a reader may also take for decided: that something is not done. */
  readonly mayDecide?: RegExp;
  /** Who does it, what, until when, and how urgent where that is said. */
  readonly work?: readonly Work[];
  /** Why the reader does not find it yet. */
  readonly known?: string;
}

type Work = readonly [
  who: string,
  what: RegExp,
  day?: string | undefined,
  priority?: 'high' | 'low',
];

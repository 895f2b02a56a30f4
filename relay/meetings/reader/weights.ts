import numbers from './weights.json' with { type: 'json' };

/** How much a signal speaks for a meaning: above 0 for it, below 0 against it. */
export type Weights = Readonly<Record<string, number>>;

interface ByKind {
  readonly decisions: Weights;
  readonly actions: Weights;
}

/**
 * Of the signals of a sentence, its words among them, and of what the likelihoods of the sentences `around` it tell. A weight is what
 * its signal adds to the logarithm of the odds that a sentence is part of a decision, or of an action item.
 */
export interface ReaderWeights {
  readonly decisions: Weights;
  readonly actions: Weights;
  readonly around: ByKind;
  /** Of what tells whether a result stands at the end of the talk. */
  readonly standing: ByKind;
}

/** Fitted by `test/meetings/reader/fit.ts` on the marked transcripts, as logistic regressions. */
export const fitted: ReaderWeights = numbers;

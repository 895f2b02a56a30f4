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

/** In a short talk more of the sentences are of results: by measurement on the marked short talks. */
const moreInShort = { decisions: 0.75, actions: 0.3 };

/** The weights for a short talk. */
export function inShortTalk(weights: ReaderWeights): ReaderWeights {
  const { decisions, actions } = weights.around;
  const around = {
    decisions: withMore(decisions, moreInShort.decisions),
    actions: withMore(actions, moreInShort.actions),
  };
  return { ...weights, around };
}

function withMore(weights: Weights, more: number): Weights {
  return { ...weights, bias: (weights['bias'] ?? 0) + more };
}

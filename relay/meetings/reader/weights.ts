import grown from './trees.json' with { type: 'json' };
import { treesIn, type Trees } from './trees.ts';
import numbers from './weights.json' with { type: 'json' };

/** How much a signal speaks for a meaning: above 0 for it, below 0 against it. */
export type Weights = Readonly<Record<string, number>>;

export interface ByKind<Of> {
  readonly decisions: Of;
  readonly actions: Of;
}

/** The second weighing of a sentence, by what is said `around` it, and that of a result. */
export interface SecondWeights<Of> {
  readonly around: ByKind<Of>;
  /** Of what tells whether a result stands at the end of the talk. */
  readonly standing: ByKind<Weights>;
}

/**
 * Of the signals of a sentence, its words among them: a weight is what its signal adds to the logarithm of the odds that a sentence is
 * part of a decision, or of an action item. Around a sentence of a long talk is enough to tell by how it comes together, which trees
 * do; in a short one the likelihoods around it are added up.
 */
export interface ReaderWeights extends ByKind<Weights> {
  readonly short: SecondWeights<Weights>;
  readonly long: SecondWeights<Trees>;
}

const { around, standing, ...first } = numbers;

/** Fitted by `test/meetings/reader/fit.ts` on the marked transcripts, as logistic regressions and as boosted trees. */
export const fitted: ReaderWeights = {
  ...first,
  short: { around: inShortTalk(around), standing },
  long: {
    around: { decisions: treesIn(grown.decisions), actions: treesIn(grown.actions) },
    standing: grown.standing,
  },
};

/** The weights for a short talk, in which more of the sentences are of results: by measurement on the marked short talks. */
function inShortTalk({ decisions, actions }: ByKind<Weights>): ByKind<Weights> {
  return { decisions: withMore(decisions, 0.75), actions: withMore(actions, 0.3) };
}

function withMore(weights: Weights, more: number): Weights {
  return { ...weights, bias: (weights['bias'] ?? 0) + more };
}

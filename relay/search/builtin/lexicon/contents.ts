import type { Concept, ConceptHead } from './concepts.ts';
import type { Usage } from './usage-counts.ts';
import type { Vocabulary, Sense } from './vocabulary.ts';

/** The lexicon as the embedder uses it. */
export interface Lexicon extends Vocabulary {
  readonly concepts: readonly ConceptHead[];
  /** Nearness of two concepts from 0 to 1, at `first * concepts.length + second`. */
  readonly nearness: Float32Array;
  /** For each concept itself and the concepts near to it; `weight` is their nearness. */
  readonly neighbours: readonly (readonly Sense[])[];
  readonly usage: Usage;
}

/** What is computed from the word lists has the words of each concept, too. */
export interface ComputedLexicon extends Lexicon {
  readonly concepts: readonly Concept[];
}

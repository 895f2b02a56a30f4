import { fuse, type Ranked } from './fusion.ts';
import { nearestCandidates } from './nearest.ts';
import type { Hit, SearchQuery } from './port.ts';
import type { SearchStore } from './store.ts';
import type { VectorIndex } from './vector-index.ts';
import { rankByWords } from './word-ranking.ts';
import { isStopWord, questionWords } from './words.ts';

interface Source {
  readonly store: SearchStore;
  readonly workspace: number;
  readonly index: VectorIndex;
}

/** How many entries of each of the two lists are fused, if the query does not ask for more. */
const listLength = 50;
/** How many candidates are compared exactly. */
const maxRescored = 200;
/** A passage with a share of the question's words has that share to this power as its weight. */
const coveragePower = 3;

/** The best passages by vectors and by words, fused. Without the vector of the question words alone decide. */
export function rankHits(
  source: Source,
  { query, limit, kinds, states }: SearchQuery,
  question: Float32Array | undefined,
): Hit[] {
  const { store, workspace, index } = source;
  const allowed = index.allowed(kinds, states);
  const length = Math.max(limit, listLength);
  const words = questionWords(query);
  const byWords = rankByWords(store, index, { workspace, words, allowed, limit: length });
  // An embedder knows nothing of names of one letter, like C or R.
  const isName = byWords.length > 0 && words.every(isStopWord);
  const vector = isName ? undefined : question;
  const byMeaning = vector && rankByMeaning(source, { vector, allowed, limit: length });
  // A few common words say little beside the vector of the whole question.
  const weighted = byWords.map(({ number, coverage }) => ({
    number,
    weight: vector ? coverage ** coveragePower : 1,
  }));
  const fused = fuse(byMeaning ? [byMeaning, weighted] : [weighted], limit);
  return identified(source, fused);
}

function rankByMeaning(
  { store, workspace, index }: Source,
  { vector, allowed, limit }: { vector: Float32Array; allowed: Uint8Array; limit: number },
): Ranked[] {
  const numbers = nearestCandidates(index, vector, { allowed, keep: maxRescored });
  return store
    .cosines(workspace, { numbers, question: vector, limit })
    .filter(({ cosine }) => cosine > 0)
    .map(({ number }) => ({ number, weight: 1 }));
}

function identified(
  { store, workspace }: Source,
  fused: readonly { readonly number: number; readonly similarity: number }[],
): Hit[] {
  const numbers = fused.map(({ number }) => number);
  const passages = store.identify(workspace, numbers);
  return fused.flatMap(({ number, similarity }) => {
    const passage = passages.get(number);
    return passage ? [{ ...passage, similarity }] : [];
  });
}

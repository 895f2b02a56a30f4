import type { VectorIndex } from './vectors/vector-index.ts';
import type { SearchStore } from './store.ts';

/** A word that is in more passages hardly narrows a search, and reading them all would take long. */
const commonFrom = 300;
/** As in BM25: how much a long passage counts less. */
const lengthWeight = 0.5;

export interface WordQuery {
  readonly workspace: number;
  readonly words: readonly string[];
  /** By label of the index: 1 for those that may be found. */
  readonly allowed: Uint8Array;
  readonly limit: number;
}

/**
 * The passages that have most of the words, best first; rare words weigh more. Words that are common in the workspace count
 * only when the question has no others.
 */
export function bestByWords(store: SearchStore, index: VectorIndex, query: WordQuery): number[] {
  const { allowed, limit } = query;
  const scores = new Map<number, number>();
  for (const list of listsByWord(store, index, query)) {
    const weight = Math.log(1 + (index.count - list.length + 0.5) / (list.length + 0.5));
    for (const number of list) {
      if (allowed[index.labelOf[number] ?? 0] !== 1) continue;
      scores.set(number, (scores.get(number) ?? 0) + weight);
    }
  }
  return ranked(index, scores).slice(0, limit);
}

/** For each rare word the passages that have it. When there are none: for each word the newest passages with it. */
function listsByWord(
  store: SearchStore,
  { commonWords }: VectorIndex,
  { workspace, words }: WordQuery,
): number[][] {
  const listOf = (word: string): number[] => {
    const list = store.withWord(workspace, { word, limit: commonFrom });
    if (list.length === commonFrom) commonWords.add(word);
    return list;
  };
  const lists = words.flatMap((word) => (commonWords.has(word) ? [] : [listOf(word)]));
  const rare = lists.filter(({ length }) => length < commonFrom);
  const isAnyFound = rare.some(({ length }) => length > 0);
  return isAnyFound ? rare : words.map(listOf);
}

function ranked(index: VectorIndex, scores: ReadonlyMap<number, number>): number[] {
  const mean = index.meanLength;
  return [...scores]
    .map(([number, score]) => {
      const relative = (index.lengthOf[number] ?? 0) / Math.max(1, mean);
      return { number, score: score / (1 + lengthWeight * relative) };
    })
    .toSorted((a, b) => b.score - a.score || b.number - a.number)
    .map(({ number }) => number);
}

import { nearestCandidates } from './vectors/nearest.ts';
import type { Hit, SearchQuery } from './port.ts';
import { similarityOf, usualCurve, type Curve } from './similarity.ts';
import type { SearchStore } from './store.ts';
import type { VectorIndex } from './vectors/vector-index.ts';
import { isStopWord, questionWords, wordsIn } from './words.ts';

interface Source {
  readonly store: SearchStore;
  readonly workspace: number;
  readonly index: VectorIndex;
}

/** What the embedder says of a question. */
export interface EmbeddedQuestion {
  readonly vector: Float32Array;
  readonly curve?: Curve | undefined;
  /** How well the embedder knows its words; all of them without it. */
  readonly known?: ReadonlyMap<string, number> | undefined;
}

/** How many candidates each of meaning and words gives, if the query does not ask for more. */
const candidatesOfEach = 50;
/** How many passages are compared exactly. */
const maxRescored = 200;

/** The passages that are most similar to a question (SIM-1), best first. Without its vector words alone decide. */
export function rankHits(
  source: Source,
  { query, limit, kinds, states }: SearchQuery,
  embedded: EmbeddedQuestion | undefined,
): Hit[] {
  const { store, workspace, index } = source;
  const allowed = index.allowed(kinds, states);
  const words = questionWords(query);
  const length = Math.max(limit, candidatesOfEach);
  const byWords = bestByWords(store, index, { workspace, words, allowed, limit: length });
  // An embedder knows nothing of names of one letter, like C or R.
  const isName = byWords.length > 0 && words.every(isStopWord);
  const question = isName ? undefined : embedded;
  const cosines = cosinesOf(source, question?.vector, { byWords, allowed, length });
  const numbers = [...new Set([...byWords, ...cosines.keys()])];
  const wordsOf = wordsOfEach(source, numbers, words);
  const scored = numbers.map((number) => {
    const own = wordsOf.get(number) ?? new Set();
    const coverage = own.size / Math.max(1, words.length);
    const pair = {
      cosine: cosines.get(number),
      coverage,
      understood: understoodOf(question?.known, own),
    };
    return { number, similarity: similarityOf(pair, question?.curve ?? usualCurve) };
  });
  // Of equal ones those that words found come first, in the order of the words' weights.
  const best = scored.toSorted((a, b) => b.similarity - a.similarity);
  return identified(source, best.slice(0, limit));
}

/** The words of the question that each passage has. By its text, since lists of words that are common would be long. */
function wordsOfEach(
  { store, workspace }: Source,
  numbers: readonly number[],
  words: readonly string[],
): ReadonlyMap<number, ReadonlySet<string>> {
  const texts = store.textsOf(workspace, numbers);
  return new Map(texts.map(({ number, text }) => [number, wordsIn(text, words)]));
}

interface Candidates {
  readonly byWords: readonly number[];
  readonly allowed: Uint8Array;
  readonly length: number;
}

/** The cosines of the passages that are nearest by meaning, and of those that words found. */
function cosinesOf(
  { store, workspace, index }: Source,
  question: Float32Array | undefined,
  { byWords, allowed, length }: Candidates,
): ReadonlyMap<number, number> {
  if (question === undefined) return new Map();
  const near = nearestCandidates(index, question, { allowed, keep: maxRescored });
  const numbers = [...new Set([...near, ...byWords])];
  const isByWords = new Set(byWords);
  const all = store.cosines(workspace, { numbers, question });
  const nearest = all.filter(({ cosine }, place) => place < length && cosine > 0);
  const others = all.filter(({ number }) => isByWords.has(number));
  return new Map([...nearest, ...others].map(({ number, cosine }) => [number, cosine]));
}

/** How much of a question is understood beside a record that has some of its words. */
function understoodOf(
  known: ReadonlyMap<string, number> | undefined,
  own: ReadonlySet<string>,
): number {
  if (known === undefined || known.size === 0) return 1;
  let sum = 0;
  for (const [word, share] of known) sum += own.has(word) ? 1 : share;
  return sum / known.size;
}

function identified(
  { store, workspace }: Source,
  best: readonly { readonly number: number; readonly similarity: number }[],
): Hit[] {
  const passages = store.identify(
    workspace,
    best.map(({ number }) => number),
  );
  return best.flatMap(({ number, similarity }) => {
    const passage = passages.get(number);
    return passage ? [{ ...passage, similarity }] : [];
  });
}

/** A word that is in more passages hardly narrows a search, and reading them all would take long. */
const commonFrom = 300;
/** As in BM25: how much a long passage counts less. */
const lengthWeight = 0.5;

interface WordQuery {
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
function bestByWords(store: SearchStore, index: VectorIndex, query: WordQuery): number[] {
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

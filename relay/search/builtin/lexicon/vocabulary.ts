import { type Concept, type ConceptHead, readEntries } from './concepts.ts';
import { stemOf, tokensOf, type Token } from './tokens.ts';

/** One meaning of a word: the number of its concept, and how likely it is, whatever the rest of the text. */
export interface Sense {
  readonly concept: number;
  readonly weight: number;
}

/** Several words that have a meaning together. */
export interface Phrase {
  readonly stems: readonly string[];
  readonly senses: readonly Sense[];
  /** Whether it is a phrase of two words in reverse order (`call fails` for `failed call`). */
  readonly reversed: boolean;
}

export interface Vocabulary {
  /** By stem. */
  readonly words: ReadonlyMap<string, readonly Sense[]>;
  /** Stems of two words written as one (`ratelimit`). */
  readonly joined: ReadonlySet<string>;
  /** By their first stem, the longest first. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
}

type Senses = Map<string, Sense[]>;
type GrowingPhrase = Phrase & { readonly senses: Sense[] };
/** Few large maps, since building many small ones took most of the time. */
interface Phrases {
  readonly byWords: Map<string, GrowingPhrase>;
  readonly byFirst: Map<string, GrowingPhrase[]>;
}

/** Some 10 ms. */
const conceptsAtOnce = 12;
const maxHints = 10;
const maxHintWeight = 1.1;
const hintsForHalf = 1.5;

/** What the words and phrases of the concepts mean. */
export function* vocabularyInParts(concepts: readonly Concept[]): Generator<void, Vocabulary> {
  const words: Senses = new Map();
  const phrases: Phrases = { byWords: new Map(), byFirst: new Map() };
  const joined = new Set<string>();
  const hints = new Map<string, Map<number, number>>();
  for (const [place, concept] of concepts.entries()) {
    for (const { text, weight } of concept.members) {
      const tokens = tokensOf(text, () => true);
      addMember(text, tokens, { concept: place, weight }, { words, phrases, joined });
      countHints(tokens, place, hints);
    }
    if (place % conceptsAtOnce === 0) yield;
  }
  yield;
  addHints(hints, words);
  for (const list of phrases.byFirst.values()) {
    list.sort((a, b) => b.stems.length - a.stems.length);
  }
  return { words, phrases: phrases.byFirst, joined };
}

function addMember(
  text: string,
  tokens: readonly Token[],
  sense: Sense,
  { words, phrases, joined }: { words: Senses; phrases: Phrases; joined: Set<string> },
): void {
  const [first, second] = tokens;
  if (first === undefined) return;
  if (second === undefined) {
    joined.delete(first.stem);
    if (!first.stop || first.word === text) addSense(words, first.stem, sense);
    return;
  }
  const stems = tokens.map(({ stem }) => stem);
  addPhrase(phrases, { stems, reversed: false }, sense);
  if (tokens.length > 2 || first.stop || second.stop) return;
  addPhrase(phrases, { stems: stems.toReversed(), reversed: true }, sense);
  const together = stemOf(first.word + second.word);
  if (!words.has(together)) joined.add(together);
  addSense(words, together, sense);
}

function addPhrase(phrases: Phrases, phrase: Omit<Phrase, 'senses'>, sense: Sense): void {
  const key = `${phrase.reversed ? 'turned ' : ''}${phrase.stems.join(' ')}`;
  const known = phrases.byWords.get(key);
  if (known) {
    addOnce(known.senses, sense);
    return;
  }
  const added = { ...phrase, senses: [sense] };
  phrases.byWords.set(key, added);
  const [first = ''] = phrase.stems;
  const startingSo = phrases.byFirst.get(first);
  if (startingSo) startingSo.push(added);
  else phrases.byFirst.set(first, [added]);
}

function countHints(
  tokens: readonly Token[],
  concept: number,
  hints: Map<string, Map<number, number>>,
): void {
  for (const stem of new Set(tokens.filter(({ stop }) => !stop).map((token) => token.stem))) {
    const counts = hints.get(stem) ?? new Map<number, number>();
    hints.set(stem, counts);
    counts.set(concept, (counts.get(concept) ?? 0) + 1);
  }
}

/** A word of a concept's phrases hints at the concept; the more of the phrases have it, the stronger. */
function addHints(hints: ReadonlyMap<string, ReadonlyMap<number, number>>, words: Senses): void {
  for (const [stem, counts] of hints) {
    const likeliest = [...counts].sort(([, a], [, b]) => b - a).slice(0, maxHints);
    for (const [concept, count] of likeliest) {
      const weight = (maxHintWeight * count) / (count + hintsForHalf);
      addSense(words, stem, { concept, weight });
    }
  }
}

function addSense(words: Senses, stem: string, sense: Sense): void {
  const senses = words.get(stem) ?? [];
  words.set(stem, senses);
  addOnce(senses, sense);
}

function addOnce(senses: Sense[], sense: Sense): void {
  if (!senses.some(({ concept }) => concept === sense.concept)) senses.push(sense);
}

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

/**
 * By stem, the concepts in whose sentences it stands. The weights of one stem are longer together the fewer concepts it
 * stands with.
 */
type Usage = ReadonlyMap<string, readonly Sense[]>;

/** Some 10 ms. */
const countsAtOnce = 64;

/** Yields every few milliseconds. Throws when the counts name a concept that does not exist. */
export function* usageInParts(concepts: readonly Concept[]): Generator<void, Usage> {
  const numbers = new Map(concepts.map(({ name }, number) => [name, number]));
  const counts = new Map<string, Sense[]>();
  for (const { head, items } of readEntries('usage.txt')) {
    const concept = numbers.get(head);
    if (concept === undefined) throw new Error(`there is no concept ${head}`);
    for (const item of items) {
      const [stem = '', times = '1'] = item.split('*');
      const senses = counts.get(stem) ?? [];
      counts.set(stem, senses);
      senses.push({ concept, weight: Math.log1p(Number(times)) });
    }
    if (concept % countsAtOnce === 0) yield;
  }
  for (const [stem, senses] of counts) counts.set(stem, weighted(senses, concepts.length));
  return counts;
}

/** As in TF-IDF: a word that stands with every concept weighs nothing, one that stands with a single concept the most. */
function weighted(senses: readonly Sense[], size: number): Sense[] {
  const length = Math.sqrt(senses.reduce((sum, { weight }) => sum + weight ** 2, 0));
  const rarity = Math.log(size / senses.length);
  return senses.map(({ concept, weight }) => ({ concept, weight: (weight / length) * rarity }));
}

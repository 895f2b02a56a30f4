import { atOnce } from '../../../kernel/in-slices.ts';
import { conceptsInParts, type Concept, readEntries } from './concepts.ts';
import {
  type ComputedLexicon,
  type Lexicon,
  usageInParts,
  vocabularyInParts,
  type Sense,
  type Vocabulary,
} from './vocabulary.ts';
import { preparedInParts } from './prepared.ts';

const parentNearness = 0.2;
const relatedNearness = 0.22;
const mechanismNearness = 0.08;
/** An overlap of words below the first does not count; above it, the overlap is the nearness, up to the second. */
const minOverlap = 0.05;
const maxByOverlap = 0.5;
/** A word with more meanings than this does not make them near. */
const maxMeanings = 30;

/** Reads the lexicon at once. Throws when it names a concept that does not exist. */
export function readLexicon(): Lexicon {
  return atOnce(lexiconInParts());
}

/** Computes the lexicon from its word lists at once, whatever the build prepared. Throws as `readLexicon`. */
export function computeLexicon(): ComputedLexicon {
  return atOnce(computedInParts());
}

/**
 * Reads the lexicon: what the build prepared, or else the word lists, which takes some tenths of a second. Yields at least every
 * few dozen milliseconds, so that the caller can let other work run.
 */
export function* lexiconInParts(): Generator<void, Lexicon> {
  return (yield* preparedInParts()) ?? (yield* computedInParts());
}

function* computedInParts(): Generator<void, ComputedLexicon> {
  const concepts = yield* conceptsInParts();
  const vocabulary = yield* vocabularyInParts(concepts);
  yield;
  const nearness = nearnessOf(concepts);
  yield;
  addOverlaps(nearness, vocabulary, concepts.length);
  yield;
  const neighbours = concepts.map((_, place) => neighboursOf(place, nearness, concepts.length));
  const usage = yield* usageInParts(concepts);
  return { ...vocabulary, concepts, nearness, neighbours, usage };
}

function nearnessOf(concepts: readonly Concept[]): Float32Array {
  const size = concepts.length;
  const places = new Map(concepts.map(({ name }, place) => [name, place]));
  const nearness = new Float32Array(size * size);
  const placeOf = (name: string): number => {
    const place = places.get(name);
    if (place === undefined) throw new Error(`there is no concept ${name}`);
    return place;
  };
  const join = (first: number, name: string, value: number): number => {
    const second = placeOf(name);
    for (const place of [first * size + second, second * size + first]) {
      nearness[place] = Math.max(nearness[place] ?? 0, value);
    }
    return second;
  };
  concepts.forEach((concept, place) => {
    join(place, concept.name, 1);
    for (const name of concept.related) join(place, name, relatedNearness);
    for (const name of concept.parents) {
      const parent = concepts[join(place, name, parentNearness)];
      for (const grand of parent?.parents ?? []) join(place, grand, parentNearness ** 2);
    }
  });
  for (const { head, items } of readEntries('mechanisms.txt')) {
    for (const name of items) join(placeOf(head), name, mechanismNearness);
  }
  return nearness;
}

/** Concepts that people name with the same words are near: by the cosine of their words, where rare words weigh more. */
function addOverlaps(nearness: Float32Array, vocabulary: Vocabulary, size: number): void {
  const overlaps = overlapsOf(vocabulary, size);
  for (let first = 0; first < size; first += 1) {
    for (let second = 0; second < size; second += 1) {
      const place = first * size + second;
      const own = (overlaps[first * size + first] ?? 0) * (overlaps[second * size + second] ?? 0);
      const overlap = Math.min(maxByOverlap, (overlaps[place] ?? 0) / Math.sqrt(own));
      if (overlap > minOverlap) nearness[place] = Math.max(nearness[place] ?? 0, overlap);
    }
  }
}

function overlapsOf(vocabulary: Vocabulary, size: number): Float64Array {
  const overlaps = new Float64Array(size * size);
  for (const senses of vocabulary.words.values()) {
    if (senses.length > maxMeanings) continue;
    const rarity = Math.log(size / senses.length) ** 2;
    for (const first of senses) {
      const weight = Math.min(1, first.weight) * rarity;
      for (const second of senses) {
        const place = first.concept * size + second.concept;
        overlaps[place] = (overlaps[place] ?? 0) + weight * Math.min(1, second.weight);
      }
    }
  }
  return overlaps;
}

function neighboursOf(place: number, nearness: Float32Array, size: number): Sense[] {
  const near: Sense[] = [];
  for (let concept = 0; concept < size; concept += 1) {
    const weight = nearness[place * size + concept] ?? 0;
    if (weight > 0) near.push({ concept, weight });
  }
  return near;
}

import { readConcepts, type Concept } from './concepts.ts';
import { vocabularyOf, type Sense, type Vocabulary } from './vocabulary.ts';

/** All that is known about words. */
export interface Lexicon extends Vocabulary {
  readonly concepts: readonly Concept[];
  /** Nearness of two concepts from 0 to 1, at `first * concepts.length + second`. */
  readonly nearness: Float32Array;
  /** For each concept itself and the concepts near to it; `weight` is their nearness. */
  readonly neighbours: readonly (readonly Sense[])[];
}

const parentNearness = 0.2;
const relatedNearness = 0.22;

/** Reads the lexicon, which takes some tenths of a second. Throws when it names a concept that does not exist. */
export function readLexicon(): Lexicon {
  const concepts = readConcepts();
  const nearness = nearnessOf(concepts);
  const neighbours = concepts.map((_, place) => neighboursOf(place, nearness, concepts.length));
  return { ...vocabularyOf(concepts), concepts, nearness, neighbours };
}

function nearnessOf(concepts: readonly Concept[]): Float32Array {
  const size = concepts.length;
  const places = new Map(concepts.map(({ name }, place) => [name, place]));
  const nearness = new Float32Array(size * size);
  const join = (first: number, name: string, value: number): number => {
    const second = places.get(name);
    if (second === undefined) throw new Error(`there is no concept ${name}`);
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
  return nearness;
}

function neighboursOf(place: number, nearness: Float32Array, size: number): Sense[] {
  const near: Sense[] = [];
  for (let concept = 0; concept < size; concept += 1) {
    const weight = nearness[place * size + concept] ?? 0;
    if (weight > 0) near.push({ concept, weight });
  }
  return near;
}

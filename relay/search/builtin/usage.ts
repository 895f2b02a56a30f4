import { entriesIn, namesIn, type Concept } from './concepts.ts';
import { usage } from './lexicon/usage.ts';
import type { Sense } from './vocabulary.ts';

/** By stem, the concepts in whose sentences it stands; the more it tells, the longer all of them are together. */
export type Usage = ReadonlyMap<string, readonly Sense[]>;

/** Some 10 ms. */
const conceptsAtOnce = 64;

/** Throws when the counts name a concept that does not exist. */
export function* usageInParts(concepts: readonly Concept[]): Generator<void, Usage> {
  const places = new Map(concepts.map(({ name }, place) => [name, place]));
  const counts = new Map<string, Sense[]>();
  for (const [name, words] of entriesIn(usage)) {
    const concept = places.get(name);
    if (concept === undefined) throw new Error(`there is no concept ${name}`);
    for (const word of namesIn(words)) {
      const [stem = '', times = '1'] = word.split('*');
      const senses = counts.get(stem) ?? [];
      counts.set(stem, senses);
      senses.push({ concept, weight: Math.log1p(Number(times)) });
    }
    if (concept % conceptsAtOnce === 0) yield;
  }
  for (const [stem, senses] of counts) counts.set(stem, weighed(senses, concepts.length));
  return counts;
}

/** A word of every concept tells nothing, one of a single concept the most. */
function weighed(senses: readonly Sense[], size: number): Sense[] {
  const length = Math.sqrt(senses.reduce((sum, { weight }) => sum + weight ** 2, 0));
  const telling = Math.log(size / senses.length);
  return senses.map(({ concept, weight }) => ({ concept, weight: (weight / length) * telling }));
}

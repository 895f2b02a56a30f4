import type { Concept } from './concepts.ts';
import { readEntries } from './data-files.ts';
import type { Sense } from './vocabulary.ts';

/**
 * By stem, the concepts in whose sentences it stands. The weights of one stem are longer together the fewer concepts it
 * stands with.
 */
export type Usage = ReadonlyMap<string, readonly Sense[]>;

/** Some 10 ms. */
const conceptsAtOnce = 64;

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
    if (concept % conceptsAtOnce === 0) yield;
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

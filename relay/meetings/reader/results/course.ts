import type { Likely } from '../signals/neighbours.ts';
import type { Talk } from '../score.ts';

/** What results are weighed by: the whole talk, how likely each of its sentences is, and where each word is said. */
export interface Course {
  readonly talk: Talk;
  readonly likely: readonly Likely[];
  readonly places: ReadonlyMap<string, readonly number[]>;
}

export function courseOfTalk(talk: Talk, likely: readonly Likely[]): Course {
  const places = new Map<string, number[]>();
  for (const { at, content } of talk.all)
    for (const word of content) {
      const known = places.get(word);
      if (known === undefined) places.set(word, [at]);
      else known.push(at);
    }
  return { talk, likely, places };
}

/** How much a word tells of a matter: the less often it is said, the more. */
export function rarity({ places }: Course, word: string): number {
  return 1 / Math.sqrt(places.get(word)?.length ?? 1);
}

export function raritySum(course: Course, words: Iterable<string>): number {
  let sum = 0;
  for (const word of words) sum += rarity(course, word);
  return sum;
}

/** A count as a share of the most that counts. */
export function upTo(most: number, count: number): number {
  return Math.min(count, most) / most;
}

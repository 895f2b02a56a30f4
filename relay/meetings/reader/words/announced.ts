import * as plain from './plain-lexicon.ts';
import type { Word } from './tagger.ts';

const mostWords = 8;
const leastSaid = 3;
/** These announce it also before a comma. */
const standsAlone = new Set(['decision', 'conclusion', 'conclusion then', 'final word']);

/**
 * The place of what is announced as decided: of "the" in "Decision from today: the free plan has a limit". Undefined where nothing
 * is.
 */
export function announcedFrom(words: readonly Word[]): number | undefined {
  const from = 1 + words.findIndex(({ after }) => /[:,]/.test(after));
  if (from === 0 || from > mostWords || words.length - from < leastSaid) return undefined;
  const hit = plain.announces.in(words, 0, from);
  const isColon = words[from - 1]?.after.includes(':');
  const isNegated = /^(?:no|not)$/.test(words[0]?.lower ?? '');
  if (hit === undefined || isNegated || !(isColon || standsAlone.has(hit.text))) return undefined;
  return from;
}

import * as plain from './plain-lexicon.ts';
import type { Word } from './tagger.ts';
import { leadOf } from './word-forms.ts';

const mostWords = 8;
const leastSaid = 3;
/** These announce it also before a comma. */
const standsAlone = new Set(['decision', 'decided', 'conclusion', 'conclusion then', 'final word']);

/**
 * The place of what is announced as decided: of "the" in "Decision from today: the free plan has a limit". Undefined where nothing
 * is.
 */
export function announcedFrom(words: readonly Word[]): number | undefined {
  const hit = plain.announces.in(words, 0, Math.min(mostWords, words.length));
  if (hit === undefined || /^(?:no|not)$/.test(words[0]?.lower ?? '')) return undefined;
  const from = 1 + words.findIndex(({ after }, at) => at >= hit.end - 1 && /[:,]/.test(after));
  if (from === 0 || from > mostWords) return undefined;
  const isColon = words[from - 1]?.after.includes(':') === true;
  // "We decided that it stays, because it works" announces nothing.
  const isFirst = hit.at <= leadOf(words).length;
  if (!isColon && !(isFirst && standsAlone.has(hit.text))) return undefined;
  // "Decision made: PostgreSQL." needs no more.
  const least = isColon && hit.end === from ? 1 : leastSaid;
  return words.length - from >= least ? from : undefined;
}

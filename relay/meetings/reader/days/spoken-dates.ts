import { casual, type ParsedResult } from 'chrono-node/en';

export const dayMs = 86_400_000;
const middayMs = dayMs / 2;
/** A weekday alone may be a habit, and "sat" and "sun" are words. */
const announced =
  /\b(?:by|until|till|before|on|due|for|next|this|coming|eod|end of day),?\s+(?:the\s+)?$/i;
const announces = /^(?:next|this|coming)\b/i;

/** A day, and the words that say it. */
export interface Deadline {
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string;
  readonly words: string;
}

/** The day that a sentence says in words, such as "by next Tuesday", counted from `nowMs`. */
export function spokenDate(
  sentence: string,
  nowMs: number,
  isAnswer: boolean,
): Deadline | undefined {
  const today = dateOf(nowMs);
  const instant = new Date(Date.parse(today) + middayMs);
  const results = casual.parse(sentence, { instant, timezone: 0 }, { forwardDate: true });
  const days = results.filter((one) => isDay(one, sentence, isAnswer));
  // What is begun at the weekend and told on Monday is done on Monday.
  const found = days.find(({ text }) => !/weekend/i.test(text)) ?? days[0];
  if (found === undefined) return undefined;
  const named = found.end ?? found.start;
  const at = Date.UTC(named.get('year') ?? 0, (named.get('month') ?? 1) - 1, named.get('day') ?? 1);
  // Who says "by Monday" on a Monday means the next one.
  const isThisWeekday = isOnlyWeekday(found) && dateOf(at) === today;
  const day = isThisWeekday ? dateOf(at + 7 * dayMs) : dateOf(at);
  if (day < today) return undefined;
  const before =
    /(?:\b(?:by|until|till|before|on|due|for|not before)\s+(?:the\s+)?)$/i.exec(
      sentence.slice(0, found.index),
    )?.[0] ?? '';
  return { day, words: `${before}${found.text}`.replace(/[,\s]+$/, '') };
}

/** A day, not a month or an hour, and said in words: other numbers are paths and versions. */
function isDay(found: ParsedResult, sentence: string, isAnswer: boolean): boolean {
  const { text, index, start } = found;
  if (!/[a-z]/i.test(text) || notDay.test(text)) return false;
  if (bareSpan.test(text)) return isAnswer && saysOnly(sentence, text);
  if (!isOnlyWeekday(found)) return start.isCertain('day');
  const before = sentence.slice(0, index);
  if (
    /^sat$|^sun$|^mon$/i.test(text) ||
    /\b(?:every|every other|each|since|last|an?|normal|most)\s+$/i.test(before)
  )
    return announced.test(before);
  return isAnswer || announces.test(text) || announced.test(before);
}

/** "It comes with the minutes tomorrow." */
const notDay = /^(?:now|the (?:seconds|minutes|hours|day|week|month|year)(?: now)?)$/i;

/** "Five minutes" is how long something takes, unless somebody was asked how long they need. */
const bareSpan =
  /^(?:for |about |another |like )*(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|half an?|a few|a couple of|\d+)\s+(?:s|secs?|seconds?|m|mins?|minutes?|h|hours?|days?|weeks?|months?|years?)$/i;

/** Whether nearly nothing else is said. */
function saysOnly(sentence: string, text: string): boolean {
  const isLong = /\b(?:day|week|month)s?\b/i.test(text);
  const isFirst = /^(?:(?:uh|um|er|hm|well|about|say|maybe|like|another),?\s+)*$/i.test(
    sentence.slice(0, sentence.indexOf(text)),
  );
  return isLong && isFirst && sentence.split(/\s+/).length <= text.split(/\s+/).length + 5;
}

function isOnlyWeekday({ start }: ParsedResult): boolean {
  return start.isCertain('weekday') && !start.isCertain('day');
}

/** `YYYY-MM-DD` in UTC. */
export function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

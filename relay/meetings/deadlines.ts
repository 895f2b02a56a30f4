import { maxItems } from './extracted-items.ts';
import { casual, type ParsedResult } from 'chrono-node/en';

const dayMs = 86_400_000;
const middayMs = dayMs / 2;
const friday = 5;

const endLength = 80;
/** Without one of these no day is named in words. */
const mayNameDay =
  /\b(?:today|tonight|tomorrow|morning|afternoon|evening|days?|weeks?|months?|years?|fortnight|next|(?:mon|tues|wednes|thurs|fri|satur|sun)day|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|january|february|march|april|june|july|august|sept(?:ember)?|october|november|december)\b/i;

const isoDate = /\b(\d{4}-\d{2}-\d{2})\b/;
/** What chrono does not know, or takes for something else than a team means. */
const ends = /\b(?:end of (?:the )?(day|week)|eod|eow)\b/i;
/** 12/05/26 and 12/05/2026. */
const slashed = /(?<![\w/.-])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\w/])/;
/** Only behind a word that announces a day, because versions have dots too: by 5.12.26, until 5.12.2026. */
const dotted =
  /\b(?:by|until|till|before|on|due|for)\s+(?:the\s+)?(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?![\w.]*\w)/i;
/** A weekday alone may be a habit, and "sat" and "sun" are words. */
const announced = /\b(?:by|until|till|before|on|due|for|next|this|coming)\s+(?:the\s+)?$/i;
const announces = /^(?:next|this|coming)\b/i;

/**
 * The day that a sentence names as its end, `YYYY-MM-DD` in UTC; undefined when it names none (MTG-5). It counts from
 * `nowMs`, a moment of the day of the meeting; a year that is not said is the next in which the day is not over.
 */
export function deadlineIn(
  sentence: string,
  nowMs: number,
  effort: Effort = newEffort(),
): string | undefined {
  const written = isoDate.exec(sentence)?.[1];
  if (written !== undefined && !Number.isNaN(Date.parse(written))) return written;
  const inFigures = numericDate(sentence) ?? endOf(sentence, nowMs);
  if (inFigures !== undefined || !mayNameDay.test(sentence) || effort.left === 0) return inFigures;
  effort.left -= 1;
  return spokenDate(endsOf(sentence), nowMs);
}

/** How many more sentences of one meeting may be read for a day in words, which takes milliseconds where they are odd. */
export interface Effort {
  left: number;
}

export function newEffort(): Effort {
  return { left: maxItems.actions };
}

/** Of a long sentence its beginning and its end, where a day is named. */
function endsOf(sentence: string): string {
  const { length } = sentence;
  if (length <= 2 * endLength) return sentence;
  return `${sentence.slice(0, endLength)} | ${sentence.slice(length - endLength)}`;
}

/** Slashes are month/day, unless the first cannot be a month; dots are day.month. Two digits are a year of this century. */
function numericDate(sentence: string): string | undefined {
  const [, first = '', second = '', year = ''] = slashed.exec(sentence) ?? [];
  if (year !== '') {
    const isDayFirst = Number(first) > 12;
    return isDayFirst ? dateFrom(year, second, first) : dateFrom(year, first, second);
  }
  const [, day = '', month = '', ofYear = ''] = dotted.exec(sentence) ?? [];
  return ofYear === '' ? undefined : dateFrom(ofYear, month, day);
}

function dateFrom(year: string, month: string, day: string): string | undefined {
  const whole = year.length === 2 ? 2_000 + Number(year) : Number(year);
  const at = new Date(Date.UTC(whole, Number(month) - 1, Number(day)));
  const isReal = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
  return isReal ? dateOf(at.getTime()) : undefined;
}

function endOf(sentence: string, nowMs: number): string | undefined {
  const found = ends.exec(sentence);
  if (found === null) return undefined;
  const isWeek = found[1]?.toLowerCase() === 'week' || found[0].toLowerCase() === 'eow';
  const days = isWeek ? (friday - new Date(nowMs).getUTCDay() + 7) % 7 : 0;
  return dateOf(nowMs + days * dayMs);
}

function spokenDate(sentence: string, nowMs: number): string | undefined {
  const today = dateOf(nowMs);
  const instant = new Date(Date.parse(today) + middayMs);
  const results = casual.parse(sentence, { instant, timezone: 0 }, { forwardDate: true });
  const found = results.find((one) => isDay(one, sentence));
  if (found === undefined) return undefined;
  const named = found.end ?? found.start;
  const at = Date.UTC(named.get('year') ?? 0, (named.get('month') ?? 1) - 1, named.get('day') ?? 1);
  // Who says "by Monday" on a Monday means the next one.
  const isThisWeekday = isOnlyWeekday(found) && dateOf(at) === today;
  const day = isThisWeekday ? dateOf(at + 7 * dayMs) : dateOf(at);
  return day < today ? undefined : day;
}

/** A day, not a month or an hour, and said in words: other numbers are paths and versions. */
function isDay(found: ParsedResult, sentence: string): boolean {
  const { text, index, start } = found;
  if (!/[a-z]/i.test(text) || /^now$/i.test(text)) return false;
  if (!isOnlyWeekday(found)) return start.isCertain('day');
  return announces.test(text) || announced.test(sentence.slice(0, index));
}

function isOnlyWeekday({ start }: ParsedResult): boolean {
  return start.isCertain('weekday') && !start.isCertain('day');
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

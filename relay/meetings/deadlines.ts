import { mayNameDay } from './day-words.ts';
import { withoutOtherDays } from './other-days.ts';
import { maxItems } from './extracted-items.ts';
import { casual, type ParsedResult } from 'chrono-node/en';

const dayMs = 86_400_000;
const middayMs = dayMs / 2;
const friday = 5;

const endLength = 80;
const isoDate = /\b(\d{4}-\d{2}-\d{2})\b/;
const months =
  'january|february|march|april|may|june|july|august|september|october|november|december';
/** What chrono does not know, or takes for something else than a team means. */
const ends = new RegExp(
  `\\b(?:end of (?:the |this )?(next )?(day|week|month|year|${months})|eod|eow|(?:later )?this week)\\b`,
  'i',
);
/** Of the day of the meeting. */
const soon =
  /\b(?:today|tonight|right now|right away|straight away|immediately|(?:right |straight )?after (?:this|the)(?: call| meeting)?(?=[.,!?;]|$)|after (?:this|the) (?:call|meeting)|as soon as (?:we hang up|we're done|this is over)|this (?:morning|afternoon|evening|noon)|in the (?:afternoon|evening)|(?:by|at) noon|(?:before|after|over|at|by) lunch|right after(?=[.,!?;]|$)|now(?= because\b)|in (?:five|ten|a few|a couple of) minutes|in an hour)\b/i;
/** "the 28th" without its month, "the seventeenth". */
const ordinals =
  'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty-first|twenty-second|twenty-third|twenty-fourth|twenty-fifth|twenty-sixth|twenty-seventh|twenty-eighth|twenty-ninth|thirtieth|thirty-first'.split(
    '|',
  );
const dayOfMonth = new RegExp(
  `\\b(?:by|until|till|before|on|due|for|say|put|from|monday|tuesday|wednesday|thursday|friday|so|then)?,?\\s*(?:the )?(?:(\\d{1,2})(?:st|nd|rd|th)|(${ordinals.slice(3).join('|')}))\\b(?! (?:of )?(?:${months}|floor|time|point|one))`,
  'i',
);
const monthName = new RegExp(`\\b(${months})\\b`, 'i');
/** "give me two weeks", "two weeks from today". */
const span =
  /\b(?:give me|i'd need|i need|takes? me|in|within|need)\s+(?:about |another |like )?(a|an|one|two|three|four|five|six|\d{1,2})\s+(days?|weeks?|months?)\b|\b(a|one|two|three|four|five|six|\d{1,2})\s+(days?|weeks?|months?)\s+(?:from (?:now|today)|time)\b/i;
/** Of several days the one that is settled on. */
const settled = /\b(?:let's (?:say|put)|so|by|done by) the \d{1,2}(?:st|nd|rd|th)\b/i;
/** A weekday, and which day that is. */
const ofWeekday = new RegExp(
  `day\\b.*,\\s*(that['’]?s the (?:(\\d{1,2})(?:st|nd|rd|th)|(${ordinals.join('|')})))[.!?]?$`,
  'i',
);
const numbers = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
/** 12/05/26 and 12/05/2026. */
const slashed = /(?<![\w/.-])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\w/])/;
/** Only behind a word that announces a day, because versions have dots too: by 5.12.26, until 5.12.2026. */
const dotted =
  /\b(?:by|until|till|before|on|due|for)\s+(?:the\s+)?(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?![\w.]*\w)/i;
/** A weekday alone may be a habit, and "sat" and "sun" are words. */
const announced = /\b(?:by|until|till|before|on|due|for|next|this|coming)\s+(?:the\s+)?$/i;
const announces = /^(?:next|this|coming)\b/i;

/** A day, and the words that say it. */
export interface Deadline {
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string;
  readonly words: string;
}

/**
 * The day that a sentence names as its end; undefined when it names none (MTG-5). It counts from `nowMs`, a moment of the day of the
 * meeting; a year that is not said is the next in which the day is not over. In `isAnswer` a weekday alone is a day.
 */
export function deadlineOf(
  sentence: string,
  nowMs: number,
  { effort = newEffort(), isAnswer = false }: { effort?: Effort; isAnswer?: boolean } = {},
): Deadline | undefined {
  return deadlineIn(withoutOtherDays(sentence), nowMs, { effort, isAnswer });
}

function deadlineIn(
  sentence: string,
  nowMs: number,
  { effort, isAnswer }: { effort: Effort; isAnswer: boolean },
): Deadline | undefined {
  const written = isoDate.exec(sentence)?.[1];
  if (written !== undefined && !Number.isNaN(Date.parse(written)))
    return { day: written, words: written };
  const said = settled.test(sentence)
    ? monthDay(sentence, nowMs)
    : (isAnswer && onlyNumber(sentence, nowMs)) || thatDay(sentence, nowMs);
  const inFigures = said ?? numericDate(sentence) ?? endOf(sentence, nowMs);
  if (inFigures !== undefined || !mayNameDay(sentence) || effort.left === 0)
    return inFigures ?? soonOf(sentence, nowMs);
  effort.left -= 1;
  const text = endsOf(sentence);
  return (
    spanOf(text, nowMs) ??
    spokenDate(text, nowMs, isAnswer) ??
    monthDay(text, nowMs) ??
    soonOf(sentence, nowMs)
  );
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
function numericDate(sentence: string): Deadline | undefined {
  const [words = '', first = '', second = '', year = ''] = slashed.exec(sentence) ?? [];
  if (year !== '') {
    const isDayFirst = Number(first) > 12;
    const day = isDayFirst ? dateFrom(year, second, first) : dateFrom(year, first, second);
    return day === undefined ? undefined : { day, words };
  }
  const [said = '', day = '', month = '', ofYear = ''] = dotted.exec(sentence) ?? [];
  const found = ofYear === '' ? undefined : dateFrom(ofYear, month, day);
  return found === undefined ? undefined : { day: found, words: said };
}

function dateFrom(year: string, month: string, day: string): string | undefined {
  const whole = year.length === 2 ? 2_000 + Number(year) : Number(year);
  const at = new Date(Date.UTC(whole, Number(month) - 1, Number(day)));
  const isReal = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
  return isReal ? dateOf(at.getTime()) : undefined;
}

function endOf(sentence: string, nowMs: number): Deadline | undefined {
  const found = ends.exec(sentence);
  if (found === null) return undefined;
  const [words, isNext, of = ''] = found;
  return {
    day: dateOf(lastMoment(words.toLowerCase(), of.toLowerCase(), isNext !== undefined, nowMs)),
    words,
  };
}

function lastMoment(words: string, of: string, isNext: boolean, nowMs: number): number {
  const now = new Date(nowMs);
  const year = now.getUTCFullYear();
  if (of === 'week' || words === 'eow' || words.endsWith('this week'))
    return nowMs + (((friday - now.getUTCDay() + 7) % 7) + (isNext ? 7 : 0)) * dayMs;
  if (of === 'year') return Date.UTC(year, 12, 0);
  if (of === 'month') return Date.UTC(year, now.getUTCMonth() + (isNext ? 2 : 1), 0);
  const month = months.split('|').indexOf(of);
  if (month === -1) return nowMs;
  return Date.UTC(month < now.getUTCMonth() ? year + 1 : year, month + 1, 0);
}

function soonOf(sentence: string, nowMs: number): Deadline | undefined {
  const words = soon.exec(sentence)?.[0];
  return words === undefined ? undefined : { day: dateOf(nowMs), words };
}

function spanOf(sentence: string, nowMs: number): Deadline | undefined {
  const found = span.exec(sentence);
  if (found === null) return undefined;
  const [words] = found;
  const [count = '', unit = ''] = [found[1] ?? found[3], found[2] ?? found[4]];
  const many = /^an?$/i.test(count) ? 1 : Number(count) || numbers.indexOf(count.toLowerCase());
  const now = new Date(nowMs);
  if (unit.startsWith('month'))
    return {
      day: dateOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + many, now.getUTCDate())),
      words,
    };
  return { day: dateOf(nowMs + many * (unit.startsWith('week') ? 7 : 1) * dayMs), words };
}

/** The next day of that number, of the month that is named beside it. */
function monthDay(sentence: string, nowMs: number): Deadline | undefined {
  const at = settled.exec(sentence)?.index ?? 0;
  const found = dayOfMonth.exec(sentence.slice(at));
  if (found === null) return undefined;
  const number =
    found[1] === undefined
      ? ordinals.indexOf((found[2] ?? '').toLowerCase()) + 1
      : Number(found[1]);
  const now = new Date(nowMs);
  const month = months.split('|').indexOf(monthName.exec(sentence)?.[1]?.toLowerCase() ?? '');
  for (let ahead = 0; ahead < 13; ahead += 1) {
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, number));
    const day = dateOf(date.getTime());
    const isMonth = month === -1 || date.getUTCMonth() === month;
    if (date.getUTCDate() === number && day >= dateOf(nowMs) && isMonth)
      return { day, words: found[0].replace(/^[\s,]+/, '') };
  }
  return undefined;
}

/** "Okay, the 8." */
function onlyNumber(sentence: string, nowMs: number): Deadline | undefined {
  const day = /^(?:\p{L}+, )?the (\d{1,2})[.!?]?$/iu.exec(sentence.trim())?.[1];
  return day === undefined ? undefined : monthDay(`the ${day}th`, nowMs);
}

/** "The Wednesday before, that's the second" is the second. */
function thatDay(sentence: string, nowMs: number): Deadline | undefined {
  const [words, figure, word] = ofWeekday.exec(sentence)?.slice(1) ?? [];
  if (words === undefined) return undefined;
  const number = Number(figure) || ordinals.indexOf((word ?? '').toLowerCase()) + 1;
  const found = monthDay(`the ${number}th`, nowMs);
  return found && { ...found, words };
}

function spokenDate(sentence: string, nowMs: number, isAnswer: boolean): Deadline | undefined {
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
  if (!/[a-z]/i.test(text) || /^now$/i.test(text)) return false;
  if (bareSpan.test(text)) return isAnswer && saysOnly(sentence, text);
  if (!isOnlyWeekday(found)) return start.isCertain('day');
  const before = sentence.slice(0, index);
  if (/^sat$|^sun$|^mon$/i.test(text) || /\b(?:every|each|since|last)\s+$/i.test(before))
    return announced.test(before);
  return isAnswer || announces.test(text) || announced.test(before);
}

/** "Five minutes" is how long something takes, unless somebody was asked how long they need. */
const bareSpan =
  /^(?:for |about |another |like )*(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|half an?|a few|a couple of|\d+)\s+(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/i;

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

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

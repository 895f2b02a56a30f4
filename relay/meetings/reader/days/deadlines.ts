import { anyOf } from '../words/any-of.ts';
import { countOf, mayNameDay, months, shortMonths, weekday } from './day-words.ts';
import { monthDay, onItsWeekday, onlyNumber, settled, thatDay } from './month-days.ts';
import { withoutOtherDays } from './other-days.ts';
import { countedDay, nextMorning } from './counted-days.ts';
import { aroundRelative, countedFrom } from './relative-days.ts';
import { holidayIn } from './holidays.ts';
import { withoutImpossibleDays } from './impossible-days.ts';
import { numericDate, shortDate } from './numeric-dates.ts';
import { maxItems } from '../../extracted-items.ts';
import { soonOf } from './same-day.ts';
import { conclusionOf, inFull, saidDay } from './said-days.ts';
import { dateOf, dayMs, spokenDate, type Deadline } from './spoken-dates.ts';

const friday = 5;

const endLength = 80;
/** Longer ones are only looked through as they are. */
const maxLength = 1_000;
/** One in the name of a file is no deadline. */
const isoDate = /(?<![\w/.-])(\d{4}-\d{2}-\d{2})\b(?!-\w|\/|\.\w)/;
const endOfDay = '(?:eod|end of (?:the )?day)';
const namedDay = `(?:tomorrow|${weekday})`;
/** What chrono does not know, or takes for something else than a team means. */
const ends = new RegExp(
  `\\b(?:end of (?:the |this )?(next )?(day|week|month|quarter|year|${months}|${shortMonths}|sept)|eod|eow|(?:later )?this week)\\b`,
  'i',
);
/** "By EOD Tuesday" and "tomorrow, end of day" are of the day beside it. */
const endOfNamedDay = new RegExp(
  `\\b${endOfDay},? (?:on |of |next |this )*${namedDay}\\b|\\b${namedDay},? (?:by |at )?(?:the )?${endOfDay}\\b`,
  'i',
);
/** "give me two weeks", "two weeks from today". */
const span = anyOf(
  [
    String.raw`\b(?:give (?:me|it)|gimme|i['’]d need|i need|i reckon|takes? me|(?:in|within)(?: the next)?|over the next|(?<!they )needs?)\s+(?:about |another |like )?(a|an|one|two|three|four|five|six|ten|\d{1,2})\s+(days?|weeks?|months?)\b`,
    String.raw`\b(a|one|two|three|four|five|six|\d{1,2})\s+(days?|weeks?|months?)\s+(?:(?:i['’]d say |or so )?from (?:now|today)|time)\b`,
    String.raw`,\s+(?:say |about )?(a|one|two|three|four|five|six)\s+(days?|weeks?)[.!?]?$`,
  ],
  { before: '', after: '' },
);
interface Options {
  readonly effort?: Effort;
  readonly isAnswer?: boolean;
  /** The day that was said before, for "a week after that". */
  readonly from?: string | undefined;
}

/**
 * The day that a sentence names as its end; undefined when it names none (MTG-5). It counts from `nowMs`, a moment of the day of the
 * meeting; a year that is not said is the next in which the day is not over. In `isAnswer` a weekday alone is a day.
 */
export function deadlineOf(
  sentence: string,
  nowMs: number,
  { effort = newEffort(), isAnswer = false, from }: Options = {},
): Deadline | undefined {
  const [before, words, after] = aroundRelative(sentence) ?? [sentence, '', ''];
  const isOfThat = /\bthat (?:week|month)$/i.test(words);
  if (
    words !== '' &&
    (isOfThat || deadlineIn(inFull(after), nowMs, { effort, isAnswer }) === undefined)
  ) {
    const start = deadlineIn(inFull(before), nowMs, { effort, isAnswer: true })?.day ?? from;
    const found = start === undefined ? undefined : countedFrom(words, start);
    if (found !== undefined && found.day >= dateOf(nowMs)) return found;
  }
  return ofItself(words === '' ? sentence : `${before} ${after}`, nowMs, { effort, isAnswer });
}

function ofItself(
  sentence: string,
  nowMs: number,
  { effort, isAnswer }: { effort: Effort; isAnswer: boolean },
): Deadline | undefined {
  const text = withoutImpossibleDays(withoutOtherDays(inFull(sentence)));
  const conclusion = text.length > maxLength ? undefined : conclusionOf(text);
  const concluded =
    conclusion === undefined
      ? undefined
      : deadlineIn(conclusionOf(conclusion) ?? conclusion, nowMs, { effort, isAnswer: true });
  return concluded ?? deadlineIn(text, nowMs, { effort, isAnswer });
}

function deadlineIn(
  sentence: string,
  nowMs: number,
  { effort, isAnswer }: { effort: Effort; isAnswer: boolean },
): Deadline | undefined {
  const written = isoDate.exec(sentence)?.[1];
  if (written !== undefined && !Number.isNaN(Date.parse(written)))
    return { day: written, words: written };
  const counted = countedDay(sentence, nowMs);
  if (counted !== undefined) return counted;
  const said = settled.test(sentence)
    ? monthDay(sentence, nowMs)
    : (onItsWeekday(sentence, nowMs) ??
      (isAnswer ? onlyNumber(sentence, nowMs) : undefined) ??
      thatDay(sentence, nowMs));
  const inFigures =
    said ??
    numericDate(sentence) ??
    shortDate(sentence, nowMs) ??
    saidDay(sentence, nowMs, isAnswer) ??
    endOf(sentence, nowMs);
  const holiday = holidayIn(sentence, nowMs);
  if (inFigures !== undefined || !mayNameDay(sentence) || effort.left === 0)
    return inFigures ?? soonOf(sentence, nowMs, isAnswer) ?? holiday;
  effort.left -= 1;
  const text = endsOf(holiday === undefined ? sentence : sentence.replace(holiday.words, ' '));
  return (
    spanOf(text, nowMs) ??
    weekendOf(text, nowMs) ??
    spokenDate(text, nowMs, isAnswer) ??
    monthDay(text, nowMs) ??
    nextMorning(text, nowMs) ??
    soonOf(sentence, nowMs, isAnswer) ??
    holiday
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

function endOf(sentence: string, nowMs: number): Deadline | undefined {
  const found = ends.exec(sentence);
  if (found === null || endOfNamedDay.test(sentence)) return undefined;
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
  if (of === 'quarter')
    return Date.UTC(year, (Math.floor(now.getUTCMonth() / 3) + (isNext ? 2 : 1)) * 3, 0);
  if (of === 'year') return Date.UTC(year, 12, 0);
  if (of === 'month') return Date.UTC(year, now.getUTCMonth() + (isNext ? 2 : 1), 0);
  const month = of === '' ? -1 : months.split('|').findIndex((name) => name.startsWith(of));
  if (month === -1) return nowMs;
  return Date.UTC(month < now.getUTCMonth() ? year + 1 : year, month + 1, 0);
}

/** What is done "over the weekend" is done by its Sunday. */
function weekendOf(sentence: string, nowMs: number): Deadline | undefined {
  const words = /\b(?:over|at|on|this) (?:the |this )?weekend\b/i.exec(sentence)?.[0];
  const isOther =
    /day\b|tomorrow|weekend of\b/i.test(sentence) || /\b(?:last|next|not|no) /i.test(sentence);
  if (words === undefined || isOther) return undefined;
  const away = (7 - new Date(nowMs).getUTCDay()) % 7;
  return { day: dateOf(nowMs + away * dayMs), words };
}

function spanOf(sentence: string, nowMs: number): Deadline | undefined {
  const found = span.exec(sentence);
  if (found === null) return undefined;
  const [words] = found;
  const [count = '', unit = ''] = [
    found[1] ?? found[3] ?? found[5],
    found[2] ?? found[4] ?? found[6],
  ];
  const many = countOf(count);
  const now = new Date(nowMs);
  if (unit.startsWith('month'))
    return {
      day: dateOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + many, now.getUTCDate())),
      words,
    };
  return { day: dateOf(nowMs + many * (unit.startsWith('week') ? 7 : 1) * dayMs), words };
}

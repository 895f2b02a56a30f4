import { months, ordinalFigure, ordinals, shortWeekdays, weekday } from './day-words.ts';
import { dateOf, type Deadline } from './spoken-dates.ts';

/** Days that are said by their number in a month, with or without it (MTG-5). */

/** "the 28th" without its month, "the seventeenth". */
const dayOfMonth = new RegExp(
  `\\b(?:by|until|till|before|on|due|for|say|put|from|${weekday}|so|then)?,?\\s*(?:the )?(?:(\\d{1,2})(?:st|nd|rd|th)|(${ordinals.slice(3).join('|')})|(?<=\\b(?:by|until|till|on|before) the )(first|second|third)(?=[.,!?;]|$))\\b(?! (?:of )?(?:${months}|floor|time|point|one))`,
  'i',
);
const monthName = new RegExp(`\\b(${months})\\b`, 'i');
const beforeMonth = new RegExp(`\\bbefore (?:${months})\\b`, 'gi');
const monthWithin = 6;
/** Of several days the one that is settled on. */
export const settled = new RegExp(
  `\\b(?:let's (?:say|put)|so|by|done by) the (?:${ordinalFigure}|(?!month\\b)[a-z-]+(?:th|first|second|third))\\b`,
  'i',
);
/** A weekday, and which day that is. */
const ofWeekday = new RegExp(
  `day\\b.*,\\s*(that['’]?s the (?:(\\d{1,2})(?:st|nd|rd|th)|(${ordinals.join('|')})))[.!?]?$`,
  'i',
);
const weekdayName = new RegExp(`\\b(${shortWeekdays.join('|')})(?:s|nes|rs|ur)?(?:day)?\\b`, 'i');

/** The month that is named with a day: not "before December, so the thirtieth", and none that is named far behind it. */
function monthBeside(sentence: string, at: number, words: string): string {
  const before = monthName.exec(sentence.slice(0, at).replace(beforeMonth, ' '));
  const after = sentence
    .slice(at + words.length)
    .split(/\s+/)
    .slice(0, monthWithin)
    .join(' ');
  return (before ?? monthName.exec(after))?.[1]?.toLowerCase() ?? '';
}

/** The next day of that number, of the month that is named beside it. */
export function monthDay(sentence: string, nowMs: number): Deadline | undefined {
  const at = settled.exec(sentence)?.index ?? 0;
  const found = dayOfMonth.exec(sentence.slice(at));
  if (found === null) return undefined;
  const number =
    found[1] === undefined
      ? ordinals.indexOf((found[2] ?? found[3] ?? '').toLowerCase()) + 1
      : Number(found[1]);
  const now = new Date(nowMs);
  const month = months.split('|').indexOf(monthBeside(sentence, at + found.index, found[0]));
  for (let ahead = 0; ahead < 13; ahead += 1) {
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, number));
    const day = dateOf(date.getTime());
    const isMonth = month === -1 || date.getUTCMonth() === month;
    if (date.getUTCDate() === number && day >= dateOf(nowMs) && isMonth)
      return { day, words: found[0].replace(/^[\s,]+/, '') };
  }
  return undefined;
}

/** "Monday the 12th": the next day of that number which is that weekday, within some months. */
function besideWeekday(sentence: string, nowMs: number): Deadline | undefined {
  const found = weekdayAndDay.exec(sentence);
  if (found === null) return undefined;
  const [words, name = '', figure, word = ''] = found;
  const number = Number(figure) || ordinals.indexOf(word.toLowerCase()) + 1;
  const now = new Date(nowMs);
  const month = months.split('|').indexOf(monthBeside(sentence, found.index, words));
  for (let ahead = 0; ahead <= (month === -1 ? monthsAhead : 12); ahead += 1) {
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, number));
    const isMeant = shortWeekdays[date.getUTCDay()] === name.toLowerCase();
    const isMonth = month === -1 || date.getUTCMonth() === month;
    if (
      date.getUTCDate() === number &&
      isMeant &&
      isMonth &&
      dateOf(date.getTime()) >= dateOf(nowMs)
    )
      return { day: dateOf(date.getTime()), words };
  }
  return undefined;
}

const monthsAhead = 3;
const weekdayAndDay = new RegExp(
  `\\b(${shortWeekdays.join('|')})(?:s|nes|rs|ur)?(?:day)?,? (?:(?:the )?(\\d{1,2})(?:st|nd|rd|th)|the (${ordinals.join('|')}))\\b`,
  'i',
);

/** "The ninth, a Thursday", "Fri 13th": a day of the month that is the weekday beside it. */
export function onItsWeekday(sentence: string, nowMs: number): Deadline | undefined {
  const beside = besideWeekday(sentence, nowMs);
  if (beside !== undefined) return beside;
  const name = weekdayName.exec(sentence)?.[1]?.toLowerCase();
  const found = name === undefined ? undefined : monthDay(sentence, nowMs);
  if (found === undefined) return undefined;
  const isMeant = shortWeekdays[new Date(found.day).getUTCDay()] === name;
  return isMeant ? found : undefined;
}

/** "Okay, the 8." */
export function onlyNumber(sentence: string, nowMs: number): Deadline | undefined {
  const day = /^(?:\p{L}+, )?the (\d{1,2})[.!?]?$/iu.exec(sentence.trim())?.[1];
  return day === undefined ? undefined : monthDay(`the ${day}th`, nowMs);
}

/** "The Wednesday before, that's the second" is the second. */
export function thatDay(sentence: string, nowMs: number): Deadline | undefined {
  const [words, figure, word] = ofWeekday.exec(sentence)?.slice(1) ?? [];
  if (words === undefined) return undefined;
  const number = Number(figure) || ordinals.indexOf((word ?? '').toLowerCase()) + 1;
  const found = monthDay(`the ${number}th`, nowMs);
  return found && { ...found, words };
}

import { countOf, months, weekdays as names } from './day-words.ts';
import { dateOf, dayMs, type Deadline } from './spoken-dates.ts';

/** Days that are counted from a weekday, a week or a month, as the library does not know them (MTG-5). */

const weekday = `(${names.join('|')})day`;

type Count = (found: RegExpExecArray, nowMs: number) => number;

const forms: readonly (readonly [RegExp, Count])[] = [
  // "Friday fortnight", "a week on Monday", "two weeks on Thursday".
  [
    new RegExp(`\\b${weekday} fortnight\\b`, 'i'),
    ([, name], nowMs) => coming(name, nowMs) + 14 * dayMs,
  ],
  [
    new RegExp(`\\b(?:a|one|(two)) weeks? (?:on|from|come) ${weekday}\\b`, 'i'),
    ([, two, name], nowMs) => coming(name, nowMs) + (two === undefined ? 7 : 14) * dayMs,
  ],
  // "A week tomorrow", "tomorrow week".
  [
    /\b(?:(an?|one|two|three) weeks? (today|tomorrow)|(today|tomorrow) week)\b/i,
    ([, many, day = '', first = day], nowMs) =>
      nowMs + (countOf(many) * 7 + (first.toLowerCase() === 'tomorrow' ? 1 : 0)) * dayMs,
  ],
  // "Next week, before the weekend".
  [
    /\bnext week,? (?:before|by) the weekend\b/i,
    (_, nowMs) => coming('fri', coming('sun', nowMs - dayMs)),
  ],
  [/\b(?:this (?:time|day) next week|this day week)\b/i, (_, nowMs) => nowMs + 7 * dayMs],
  [
    /\b(an?|one|two|three|four|six) (days?|weeks?) from tomorrow\b/i,
    ([, many, unit = ''], nowMs) =>
      nowMs + (1 + countOf(many) * (unit.toLowerCase().startsWith('week') ? 7 : 1)) * dayMs,
  ],
  [
    new RegExp(`\\b${weekday} after next\\b`, 'i'),
    ([, name], nowMs) => coming(name, coming('sun', nowMs - dayMs)) + 7 * dayMs,
  ],
  [
    /\b(?:(?:end of|by|in) )?(?:the )?week after next\b/i,
    (_, nowMs) => coming('fri', nowMs - dayMs) + 14 * dayMs,
  ],
  [
    /\b(?:by|but) (?:by |at )?the end of next(?: one)?(?=[,.;!]|$)/i,
    (_, nowMs) => coming('fri', nowMs - dayMs) + 7 * dayMs,
  ],
  // "The first week of December" ends on its Friday.
  [
    new RegExp(
      `(?<!\\b(?:not|no\\p{L}+) before the )\\b(first|second|third|last) week (?:of|in) (${months})\\b`,
      'iu',
    ),
    ([, place, month], nowMs) => ofMonth(place, 'fri', monthOf(month, false, nowMs)),
  ],
  // "First Friday in December", "the last Monday of the month".
  [
    new RegExp(
      `\\b(first|second|third|last) ${weekday} (?:in|of) (?:(?:the )?(?:(next) )?month|(${months}))\\b`,
      'i',
    ),
    ([, place, name, next, month], nowMs) =>
      ofMonth(place, name, monthOf(month, next !== undefined, nowMs)),
  ],
  [
    /\b(?:by|on|before|until|till) the first of the month\b/i,
    (_, nowMs) => monthOf(undefined, true, nowMs),
  ],
  // What is done before something is over is done on its last day.
  [/\b(?:before|by|until) the weekend\b/i, (_, nowMs) => coming('fri', nowMs - dayMs)],
  [
    /\b(?:before|by the time) (?:the|this) week(?:['’]s| is) (?:out|over|up|done)\b/i,
    (_, nowMs) => coming('fri', nowMs - dayMs),
  ],
  [
    /\b(?:before|by the time) (?:the|this) month(?:['’]s| is) (?:out|over|up|done)\b/i,
    (_, nowMs) => monthOf(undefined, true, nowMs) - dayMs,
  ],
];

/** "Friday fortnight", "first Friday in December", "before the month is out". */
export function countedDay(sentence: string, nowMs: number): Deadline | undefined {
  for (const [form, count] of forms) {
    const found = form.exec(sentence);
    if (found !== null) return { day: dateOf(count(found, nowMs)), words: found[0] };
  }
  return undefined;
}

/** "I'll ring them in the morning" is done on the next one. */
export function nextMorning(sentence: string, nowMs: number): Deadline | undefined {
  const words = morning.exec(sentence)?.[1];
  if (words === undefined || ofOtherMorning.test(sentence)) return undefined;
  return { day: dateOf(nowMs + dayMs), words };
}

const morning =
  /(?:['’]ll|\bwill|\bcan|first thing)(?: [^.;?]{2,60})? (in the morning)\b(?! of\b)/i;
const ofOtherMorning = new RegExp(`\\b${weekday}\\b|\\b(?:every|each)\\b`, 'i');

/** The next such day after today. */
function coming(name = '', nowMs: number): number {
  const away = (names.indexOf(name.toLowerCase()) - new Date(nowMs).getUTCDay() + 7) % 7;
  return nowMs + (away || 7) * dayMs;
}

/** The first moment of a month: of the one that is named, of this one, or of the next. */
function monthOf(name: string | undefined, isNext: boolean, nowMs: number): number {
  const now = new Date(nowMs);
  const [year, current] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (name === undefined) return Date.UTC(year, current + (isNext ? 1 : 0), 1);
  const month = months.split('|').indexOf(name.toLowerCase());
  return Date.UTC(month < current ? year + 1 : year, month, 1);
}

/** Such a weekday of the month that begins then. */
function ofMonth(place = '', name = '', beginMs: number): number {
  const first = coming(name, beginMs - dayMs);
  if (place.toLowerCase() !== 'last')
    return first + ['first', 'second', 'third'].indexOf(place.toLowerCase()) * 7 * dayMs;
  const begin = new Date(beginMs);
  const end = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1);
  const weeks = Math.floor((end - dayMs - first) / (7 * dayMs));
  return first + weeks * 7 * dayMs;
}

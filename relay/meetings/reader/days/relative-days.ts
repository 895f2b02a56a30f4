import { weekdays as names } from './day-words.ts';
import { dayMs, dateOf, type Deadline } from './spoken-dates.ts';

/** Days that are counted from another day, which is said before them: "the Friday before", "a week after that" (MTG-5). */

const counts = ['', 'one', 'two', 'three', 'four'];
const form = new RegExp(
  `\\b(?:by |on )?(?:the (${names.join('|')})day|(a|one|two|three|four|the) (day|week)s?) (before|after|earlier|later)(?: that)?(?=[.;!?]|,(?! that['’]s)|$)|\\b(?:by |on |till |until )?(?:the )?(?:(${names.join('|')})day of that week|end of that (week|month))\\b`,
  'i',
);

/** What a text says before such a day, the words of the day, and what it says after it; undefined when it names none. */
export function aroundRelative(text: string): [string, string, string] | undefined {
  const found = form.exec(text);
  if (found === null) return undefined;
  const [words] = found;
  return [text.slice(0, found.index), words, text.slice(found.index + words.length)];
}

/** The day that such words mean, counted from another one. */
export function countedFrom(words: string, from: string): Deadline {
  const [, name, many = '', unit = '', side = '', ofWeek, endOf] = form.exec(words) ?? [];
  const sign = /before|earlier/i.test(side) ? -1 : 1;
  const start = Date.parse(from);
  if (endOf?.toLowerCase() === 'month') return { day: dateOf(endOfMonth(start)), words };
  if (ofWeek !== undefined || endOf !== undefined)
    return { day: dateOf(inWeekOf(start, ofWeek ?? 'fri')), words };
  if (name === undefined) {
    const count = Math.max(1, counts.indexOf(many.toLowerCase()));
    const days = count * (unit.toLowerCase() === 'week' ? 7 : 1);
    return { day: dateOf(start + sign * days * dayMs), words };
  }
  const away = names.indexOf(name.toLowerCase()) - new Date(start).getUTCDay();
  // "By the fourth, the Friday before" is the fourth, where that is a Friday.
  return { day: dateOf(start + sign * ((((sign * away) % 7) + 7) % 7) * dayMs), words };
}

/** That weekday of the week, from Monday to Sunday, in which a moment lies. */
function inWeekOf(moment: number, name: string): number {
  const place = (day: number) => (day + 6) % 7;
  const away = place(names.indexOf(name.toLowerCase())) - place(new Date(moment).getUTCDay());
  return moment + away * dayMs;
}

function endOfMonth(moment: number): number {
  const date = new Date(moment);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0);
}

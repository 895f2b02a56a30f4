import { asData } from '../../../../shared/kernel/display.ts';

/**
 * How the page says times and days, once for all views: in the language of the browser, with 24 hours. Formats are made once: they
 * are slow to make, and a list has hundreds of times.
 */
const hoursAndMinutes = format({ hour: '2-digit', minute: '2-digit' });
const dateAndTime = format({ dateStyle: 'medium', timeStyle: 'medium' });
const weekday = format({ weekday: 'long' });
const day = format({ day: 'numeric', month: 'short' });
const dayAndYear = format({ day: 'numeric', month: 'short', year: 'numeric' });
const dayAndWeekday = format({ weekday: 'short', day: 'numeric', month: 'short' });
const dayWeekdayAndYear = format({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const longDay = format({ weekday: 'long', day: 'numeric', month: 'long' });

function format(parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat([], { ...parts, hourCycle: 'h23' });
}

/** `14:38`, of a time in milliseconds since the Unix epoch. */
export function timeOfDay(at: number): string {
  return hoursAndMinutes.format(at);
}

/** The date and the time to the second. */
export function wholeTime(at: number | Date): string {
  return dateAndTime.format(at);
}

/** `Monday 21:11`, of a time within a week. */
export function weekdayAndTime(at: number): string {
  return `${weekday.format(at)} ${timeOfDay(at)}`;
}

/** `Nov 22`, of a day that cannot be of another year. */
export function shortDay(at: number): string {
  return day.format(at);
}

/** `Nov 22, 2026`. */
export function dayWithYear(at: number): string {
  return dayAndYear.format(at);
}

/** `Sun, Nov 22`, of a day `YYYY-MM-DD`; the year too where it is not this one. */
export function dayInWords(day: string, nowMs: number): string {
  const date = new Date(`${day}T12:00:00`);
  if (Number.isNaN(date.getTime())) return asData(day, 20);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return isThisYear ? dayAndWeekday.format(date) : dayWeekdayAndYear.format(date);
}

/** `Sunday, November 22`, as the head of what happened on it. */
export function dayInFull(at: number): string {
  return longDay.format(at);
}

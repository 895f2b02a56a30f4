const msPerDay = 86_400_000;
const endOfYear9999 = 253_402_300_799_999;

/** Days of the Gregorian calendar's 400-year cycle, and from 1 March of the year 0 to 1 January 1970. */
const daysPerCycle = 146_097;
const daysBefore1970 = 719_468;

const twoDigits = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
const before = (separator: string) => twoDigits.map((digits) => digits + separator);
const [beforeDash, beforeT, beforeColon, beforeDot] = [
  before('-'),
  before('T'),
  before(':'),
  before('.'),
];
const threeDigitsBeforeZ = Array.from(
  { length: 1_000 },
  (_, n) => `${String(n).padStart(3, '0')}Z`,
);

/**
 * ISO 8601 UTC, the form of every timestamp on the wire: as `new Date(atMs).toISOString()`, which takes several times as
 * long. The relay writes timestamps for every command. Throws a RangeError for what is no moment.
 */
export function toTimestamp(atMs: number): string {
  if (!(atMs >= 0 && atMs <= endOfYear9999)) return new Date(atMs).toISOString();
  const days = Math.floor(atMs / msPerDay);
  return dateBeforeT(days) + timeBeforeZ(Math.floor(atMs) - days * msPerDay);
}

/** `2026-03-01T`. Years are counted from 1 March, so that the leap day is the last of its year. */
function dateBeforeT(daysSince1970: number): string {
  const days = daysSince1970 + daysBefore1970;
  const cycle = (days / daysPerCycle) | 0;
  const dayOfCycle = days - cycle * daysPerCycle;
  const leapDays =
    ((dayOfCycle / 1_460) | 0) - ((dayOfCycle / 36_524) | 0) + ((dayOfCycle / 146_096) | 0);
  const yearOfCycle = ((dayOfCycle - leapDays) / 365) | 0;
  const dayOfYear =
    dayOfCycle - (365 * yearOfCycle + (yearOfCycle >> 2) - ((yearOfCycle / 100) | 0));
  // From March on, the months have 31, 30, 31, 30, 31 days over and over: 153 days in five months.
  const monthFromMarch = ((5 * dayOfYear + 2) / 153) | 0;
  const day = dayOfYear - (((153 * monthFromMarch + 2) / 5) | 0) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0);
  return (
    text(twoDigits, (year / 100) | 0) +
    text(beforeDash, year % 100) +
    text(beforeDash, month) +
    text(beforeT, day)
  );
}

/** `09:05:00.000Z`. */
function timeBeforeZ(msOfDay: number): string {
  const seconds = (msOfDay / 1_000) | 0;
  const minutes = (seconds / 60) | 0;
  const hours = (minutes / 60) | 0;
  return (
    text(beforeColon, hours) +
    text(beforeColon, minutes - hours * 60) +
    text(beforeDot, seconds - minutes * 60) +
    text(threeDigitsBeforeZ, msOfDay - seconds * 1_000)
  );
}

function text(table: readonly string[], index: number): string {
  return table[index] ?? '';
}

import { dateOf, dayMs, type Deadline } from './spoken-dates.ts';

/** Days of the year in figures, and of Easter by how many days they are away from it. */
const fixed: Readonly<Record<string, readonly [month: number, day: number]>> = {
  'christmas eve': [12, 24],
  christmas: [12, 25],
  xmas: [12, 25],
  'christmas day': [12, 25],
  "new year's day": [1, 1],
  "new year's eve": [12, 31],
  // What is to be done by then is done in the old year.
  "new year's": [12, 31],
  'new years eve': [12, 31],
  'new years': [12, 31],
  'new year': [12, 31],
};
const ofEaster: Readonly<Record<string, number>> = {
  'good friday': -2,
  'easter monday': 1,
  'easter sunday': 0,
  easter: 0,
};

/** By how many days they are away from the fourth Thursday of November. */
const ofThanksgiving: Readonly<Record<string, number>> = {
  thanksgiving: 0,
  'black friday': 1,
  'cyber monday': 4,
};

const names = [fixed, ofEaster, ofThanksgiving]
  .flatMap((days) => Object.keys(days))
  .toSorted((one, other) => other.length - one.length);
const announced = new RegExp(
  `\\b(?:by|until|till|before|due|on)\\s+(?:the\\s+)?(${names.join('|')})(?![\\w'-])(?! (?:week|break|holidays?|party|sales?|deals?|release)\\b)`,
  'i',
);

/** "By Christmas", "before new year", "until Easter": the next such day, the day of the meeting among them. */
export function holidayIn(sentence: string, nowMs: number): Deadline | undefined {
  const [words, name = ''] = announced.exec(sentence.replaceAll('’', "'")) ?? [];
  if (words === undefined) return undefined;
  const year = new Date(nowMs).getUTCFullYear();
  const days = [year, year + 1].map((of) => dateOf(momentOf(name.toLowerCase(), of)));
  const day = days.find((one) => one >= dateOf(nowMs));
  return day === undefined ? undefined : { day, words };
}

function momentOf(name: string, year: number): number {
  const [month = 1, day = 1] = fixed[name] ?? [];
  const [fromEaster, fromThanksgiving] = [ofEaster[name], ofThanksgiving[name]];
  if (fromEaster !== undefined) return easterSunday(year) + fromEaster * dayMs;
  if (fromThanksgiving !== undefined) return thanksgiving(year) + fromThanksgiving * dayMs;
  return Date.UTC(year, month - 1, day);
}

/** The fourth Thursday of November. */
function thanksgiving(year: number): number {
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  return Date.UTC(year, 10, 1 + ((4 - first + 7) % 7) + 21);
}

/** By the rule of Gauss, as Meeus and Jones wrote it down. */
function easterSunday(year: number): number {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100];
  const corrected = century - Math.floor((century + 8) / 25) + 1;
  const epact =
    (19 * golden + century - Math.floor(century / 4) - Math.floor(corrected / 3) + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const sum = epact + weekday - 7 * late + 114;
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1);
}

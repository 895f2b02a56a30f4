import { dateOf, type Deadline } from './spoken-dates.ts';

/** 12/05/26 and 12/05/2026. */
const slashed = /(?<![\w/.-])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\w/])/;
/** Only behind a word that announces a day, because versions have dots too: by 5.12.26, until 5.12.2026. */
const dotted =
  /\b(?:by|until|till|before|on|due|for)\s+(?:the\s+)?(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?![\w.]*\w)/i;

/** Slashes are month/day, unless the first cannot be a month; dots are day.month. Two digits are a year of this century. */
export function numericDate(sentence: string): Deadline | undefined {
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

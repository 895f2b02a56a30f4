import { dateOf, type Deadline } from './spoken-dates.ts';

/** 12/05/26 and 12/05/2026. */
const slashed = /(?<![\w/.-])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\w/])/;
/** Only behind a word that announces a day, because versions have dots too: by 5.12.26, until 5.12.2026. */
const dotted =
  /\b(?:by|until|till|before|on|due|for)\s+(?:the\s+)?(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?![\w.]*\w)/i;

/** 22-05-26 */
const dashed = /(?<![\w/.-])(\d{1,2})-(\d{1,2})-(\d{2})(?![\w/-])/;
/**
 * Without a year, behind a word or a mark that announces a day, or at the end: "by 4/12", "(9/12)", "→ 27.3.". A half and "24/7" are
 * none.
 */
const short =
  /(?:\b(?:by|until|till|before|on|due|for)\s+(?:the\s+)?|[(→:,–-]\s?|^)(\d{1,2})(?:\/(\d{1,2})(?![\w/])|\.(\d{1,2})\.(?!\d))(?=[),;:]|\s*[.!?]?$|\s*[,–-])/iu;
const isFraction = /^(?:1\/\d|[23]\/[34]|24\/7)$/;

/** A day and a month in figures without a year, in the order in which it comes sooner (MTG-5). */
export function shortDate(sentence: string, nowMs: number): Deadline | undefined {
  const found = short.exec(sentence);
  if (found === null) return undefined;
  const [words, first = '', second = '', ofDots = ''] = found;
  if (isFraction.test(`${first}/${second}`)) return undefined;
  const orders =
    ofDots === ''
      ? [
          [first, second],
          [second, first],
        ]
      : [[ofDots, first]];
  const days = orders.flatMap(([month = '', day = '']) => nextOn(month, day, nowMs) ?? []);
  const soonest = days.toSorted()[0];
  return soonest === undefined ? undefined : { day: soonest, words: words.trim() };
}

/** The next day of this month and day of month that is not over. */
function nextOn(month: string, day: string, nowMs: number): string | undefined {
  const year = new Date(nowMs).getUTCFullYear();
  const days = [year, year + 1].map((one) => dateFrom(`${one}`, month, day));
  return days.find((one) => one !== undefined && one >= dateOf(nowMs));
}

/** Slashes are month/day, unless the first cannot be a month; dots are day.month. Two digits are a year of this century. */
export function numericDate(sentence: string): Deadline | undefined {
  const [words = '', first = '', second = '', year = ''] = slashed.exec(sentence) ?? [];
  if (year !== '') {
    const isDayFirst = Number(first) > 12;
    const day = isDayFirst ? dateFrom(year, second, first) : dateFrom(year, first, second);
    return day === undefined ? undefined : { day, words };
  }
  const [said = '', day = '', month = '', ofYear = ''] =
    dotted.exec(sentence) ?? dashed.exec(sentence) ?? [];
  const found = ofYear === '' ? undefined : dateFrom(ofYear, month, day);
  return found === undefined ? undefined : { day: found, words: said };
}

function dateFrom(year: string, month: string, day: string): string | undefined {
  const whole = year.length === 2 ? 2_000 + Number(year) : Number(year);
  const at = new Date(Date.UTC(whole, Number(month) - 1, Number(day)));
  const isReal = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
  return isReal ? dateOf(at.getTime()) : undefined;
}

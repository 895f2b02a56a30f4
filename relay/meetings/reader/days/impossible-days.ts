import { shortMonths } from './day-words.ts';

/** Days that the calendar does not have: nobody can know which one is meant, so the words stay and no day is stored (MTG-5). */

const month = `(?<month>${shortMonths})[a-z]*\\.?`;
const number = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const year = '(?:,? (?<year>\\d{4}))?';
const before = '(?:\\b(?:by|until|till|before|on|due)\\s+(?:the\\s+)?)?';
const forms: readonly RegExp[] = [
  new RegExp(`${before}\\b(?<year>\\d{4})-(?<figure>\\d{2})-(?<day>\\d{2})\\b`, 'gi'),
  new RegExp(`${before}\\b${number} (?:of )?${month}\\b${year}`, 'gi'),
  new RegExp(`${before}\\b${month} ${number}\\b(?!:)${year}`, 'gi'),
  new RegExp(
    `(?:\\b(?:by|until|till|before|on|due)\\s+(?:the\\s+)?)(?<day>\\d{1,2})\\.(?<figure>\\d{1,2})\\.(?<year>\\d{4})\\b`,
    'gi',
  ),
];
const slashed = /(?<![\w/.-])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\w/])/g;
/** "Jun 40" is no day of June that somebody has got wrong. */
const mostDays = 39;

/** The words by which a sentence names a day that does not exist; undefined when it names none. */
export function impossibleDay(sentence: string): string | undefined {
  return impossibleDays(sentence)[0];
}

/** The sentence without such days, of which a part would be a day: "Feb 30th" is not the 30th. */
export function withoutImpossibleDays(sentence: string): string {
  return impossibleDays(sentence).reduce((text, words) => text.replace(words, ' '), sentence);
}

function impossibleDays(sentence: string): string[] {
  const named = forms.flatMap((form) => [...sentence.matchAll(form)].filter(isImpossible));
  const inSlashes = [...sentence.matchAll(slashed)].filter(
    ([, one, other, of]) =>
      !isReal(Number(of), Number(one), Number(other)) &&
      !isReal(Number(of), Number(other), Number(one)),
  );
  return [...named, ...inSlashes].map(([words]) => words);
}

function isImpossible({ groups = {} }: RegExpExecArray): boolean {
  const { day = '', month: name = '', figure } = groups;
  const of = figure ?? shortMonths.split('|').indexOf(name.toLowerCase()) + 1;
  // Without its year 29 February is real.
  const isDay = isReal(Number(groups['year'] ?? 2_000), Number(of), Number(day));
  return !isDay && (figure !== undefined || Number(day) <= mostDays);
}

function isReal(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

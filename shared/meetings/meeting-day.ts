import { labelKind } from './label-kinds.ts';

/** The day of a moment, `YYYY-MM-DD` in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** A moment of a day: deadlines that are said count from it (MTG-5). */
export function momentOfDay(day: string): number {
  return Date.parse(`${day}T12:00:00Z`);
}

const monthNames =
  'january|february|march|april|may|june|july|august|september|october|november|december';
const month = `(${monthNames}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`;
const forms = [
  /\b(\d{4})-(\d{2})-(\d{2})\b/,
  new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}\\.?,? (\\d{4})\\b`, 'i'),
  new RegExp(`\\b${month}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'i'),
  /(?<![\w.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\w.]*\w)/,
  /(?<![\w/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\w/])/,
] as const;
const headingLines = 5;
const headingLength = 200;

/** The day that the first lines of a transcript name with its year ("Sprint planning, 4 March 2026"), `YYYY-MM-DD`. */
export function dayInHeading(transcript: string): string | undefined {
  const lines = transcript
    .trimStart()
    .slice(0, headingLines * headingLength)
    .split('\n')
    .slice(0, headingLines);
  const stamped = stampedDay(lines);
  if (stamped !== undefined) return stamped;
  const end = lines.findIndex((line) => labelKind(line) === 'action');
  const first = end === -1 ? lines : lines.slice(0, end);
  return [...first.filter(isHeading), ...first.flatMap(openingOf)]
    .map(dayIn)
    .find((day) => day !== undefined);
}

/** What somebody says of the meeting itself at its beginning: "Today is December 3, 2026", "Welcome to the sync of 10 December 2026". */
function openingOf(line: string): readonly string[] {
  return line
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => opens.test(sentence) && !due.test(sentence));
}

const opens =
  /\b(?:today(?:['’]s date)? is|today['’]s|it['’]s|it is|this is|welcome to)\b(?! (?:due|planned|the (?:deadline|release)))/i;
const due =
  /\b(?:by|until|till|due|deadline|planned|target|before|after|since|release[ds]?|last|ago)\b/i;

/** Who speaks of a day does not say when the meeting is, nor does what has to be done by then. */
function isHeading(line: string): boolean {
  const text = line.trim();
  const isItem = /^(?:[-*•]|\d{1,2}[.)]|\[[ x]?\]|\|)|\||\S,\S.*,\S/i.test(text);
  const isOfMeeting =
    /\b(?:meeting|call|stand-?up|sync|kick-?off|minutes|notes|summary|retro\w*)\b/i;
  const isSaid = /[.?!]\s+\S|[.?!]$/.test(text) && !(isOfMeeting.test(text) && /\)\.?$/.test(text));
  return (
    !isItem &&
    !isSaid &&
    !/\b(?:by|until|till|due|deadline|planned|target|before|release[ds]?)\b/i.test(text)
  );
}

function dayIn(line: string): string | undefined {
  const [iso, dayFirst, monthFirst, dotted, slashed] = forms.map((form) => form.exec(line));
  if (iso) return realDay([iso[1], iso[2], iso[3]]);
  if (dayFirst) return realDay([dayFirst[3], numberOf(dayFirst[2]), dayFirst[1]]);
  if (monthFirst) return realDay([monthFirst[3], numberOf(monthFirst[1]), monthFirst[2]]);
  if (dotted) return realDay([dotted[3], dotted[2], dotted[1]]);
  return slashed ? slashedDay(slashed) : undefined;
}

/** Undefined where it may be day/month or month/day. */
function slashedDay([, first = '', second = '', year]: RegExpExecArray): string | undefined {
  if (Number(first) > 12) return realDay([year, second, first]);
  return Number(second) > 12 || first === second ? realDay([year, first, second]) : undefined;
}

/** `[2026-03-03 10:00]`, `[31/03/2026, 14:01]`, `03.03.26, 14:01 - `: the day that a chat writes before what somebody says. */
const stamp =
  /^[[(]?(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})([./])(\d{1,2})[./](\d{4}|\d{2}))[ T,]+\d{1,2}:\d{2}/;

/** That of the first line; undefined where it may be day/month or month/day. */
function stampedDay(lines: readonly string[]): string | undefined {
  const found = lines.map((line) => stamp.exec(line.trim())).find((one) => one !== null);
  if (found === undefined || found === null) return undefined;
  const [, isoYear, isoMonth, isoDay, first = '', mark, second = '', year = ''] = found;
  if (isoYear !== undefined) return realDay([isoYear, isoMonth, isoDay]);
  const whole = year.length === 2 ? `20${year}` : year;
  if (mark === '.' || first === second || Number(first) > 12)
    return realDay([whole, second, first]);
  return Number(second) > 12 ? realDay([whole, first, second]) : undefined;
}

function realDay(parts: readonly (string | undefined)[]): string | undefined {
  const day = parts.map((part = '') => part.padStart(2, '0')).join('-');
  return isReal(day) ? day : undefined;
}

/** 30 February is no day. */
function isReal(day: string): boolean {
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && dayOf(ms) === day;
}

function numberOf(name: string | undefined): string {
  const begins = (name ?? '').slice(0, 3).toLowerCase();
  return `${monthNames.split('|').findIndex((one) => one.startsWith(begins)) + 1}`;
}

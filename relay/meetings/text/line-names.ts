import { inOrder } from './forms/mail.ts';
import { isName, maxNameLength, shown } from './speaker-names.ts';

const name = "[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._'’-]*(?: (?!-)[\\p{L}\\p{M}\\p{N}._'’-]+){0,3}";
const time = '\\d{1,2}:\\d{2}(?::\\d{2})?(?:[.,]\\d{1,3})?(?: ?[AaPp]\\.?[Mm]\\.?(?!\\p{L}))?';
const date =
  '(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}(?:[./]\\d{2,4})?|\\d{1,2}-[A-Z][a-z]{2}-\\d{2,4})';
/** The day as programs for chats write it before a time. */
const day = `(?:(?:(?:today|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: at)?|${date})[ T,]+)`;
/** `[00:01:02]`, `00:01`, `(1:02:03.250)`, `[2026-03-04 10:02]`, `[18/11/2026, 14:01]` at the start of a line. */
const clock = new RegExp(`^[[(]?(?:${date}[ T,]+)?${time}[\\])]?\\s*(?:[-–|]\\s+)?`, 'u');
const cue = /^(?:\d{1,2}:)?\d{1,2}:\d{1,2}[.,]\d{1,3} --> .*$/;
const voice = /^<v(?:\.[\w.]+)?\s+([^>]{1,40})>/u;
const markup = /<\/?(?:v|c|i|b|u|lang)(?:[ .][^>]{0,40})?>/g;
/** `Ann: ...`, `Dr. Ann Lee (host): ...`, `**Ann:** ...`, `- Ann: ...`, `Ann (00:12): ...`, `Ann 00:12: ...`. */
const spoken = new RegExp(
  `^(?:[-*•>]\\s+)?(?:\\*\\*|__)?@?(${name})(?:\\*\\*|__)?\\s*(?:[(\\[][^)\\]]{0,40}[)\\]]|(?:[-–—|]\\s*)?(?<!\\d)${time})?\\s*(?:\\*\\*|__)?:(?:\\*\\*|__)?(?:\\s+|$)`,
  'u',
);
/** `<ann> ...` of a chat, `[ann] ...` of captions. */
const chatted = new RegExp(
  `^(?:<@?(${name})>|\\[@?(\\p{L}[^\\]\\d]{0,39})\\](?=\\s*[^\\s(]))\\s*:?\\s*`,
  'u',
);
/** `From Ann Lee to Everyone: ...` */
const sentTo = new RegExp(`^From (${name}) to [^:]{1,40}:\\s*`, 'u');
/** As few words as there can be, so that none of what stands behind the name is taken for a part of it. */
const fewWords = name.replace('{0,3}', '{0,3}?');
/** A line of its own with a name and a time: `Ann Lee  0:05`, `Ann Lee [10:02 AM]`, `[Ann Lee] 10:02:33`. */
const nameAndTime = new RegExp(
  `^(?:\\*\\*)?[[<]?@?(${fewWords}(?:, ${fewWords})?)(?:#\\d{4})?[\\]>]?(?:\\*\\*)?,?(?:\\s*(?:\\([^)]{0,30}\\)|\\[[A-Za-z ]{1,20}\\]|:[\\w+-]{1,40}:|APP)){0,2}\\s*[-–—|·•,]?\\s*[[(]?${day}?(?<!\\d)${time}[\\])]?$`,
  'iu',
);
/** The same the other way round: `00:00:04 Ann Lee`. */
const timeAndName = new RegExp(
  `^[[(]?${time}[\\])]?\\s+(?:[-–|]\\s+)?(\\p{Lu}${name.slice('[\\p{L}\\p{N}]'.length)})$`,
  'u',
);
/** `[3/4/2026 10:32 AM] ann`, `[3/4 10:32 AM] Lee, Ann`: with the day, names in small letters are names too. */
const dayAndName = new RegExp(
  `^\\[${day}${time}\\]\\s+@?(${fewWords}(?:, ${fewWords})?)(?:#\\d{4})?(?:\\s*\\([^)]{0,30}\\))?$`,
  'iu',
);
const bareTime = new RegExp(`^[[(]?${day}?${time}[\\])]?$`, 'iu');
const dayAndTime = new RegExp(`^[[(]?${day}${time}[\\])]?$`, 'iu');
const nameAlone = new RegExp(`^(${name}):?$`, 'u');

/** Whether it is the time of a subtitle. */
export function isCue(line: string): boolean {
  return cue.test(line);
}

/** Whether it is a day with a time and nothing else. */
export function isDayAndTime(line: string): boolean {
  return dayAndTime.test(line);
}

/** A name on a line of its own: with a time, or between the time of a subtitle and its text. */
export function ownLineName(lines: readonly string[], at: number): string | undefined {
  const line = lines[at] ?? '';
  if (line.length > 2 * maxNameLength) return undefined;
  const isFollowed = (lines[at + 1] ?? '') !== '' && !clock.test(lines[at + 1] ?? '');
  const found = [
    nameWithTime(line),
    isFollowed ? inOrder(dayAndName.exec(line)?.[1] ?? '') : '',
    isFollowed ? timeAndName.exec(line)?.[1] : '',
    nameBesideTime(lines, at),
  ].find((one = '') => one !== '' && isName(one));
  return found === undefined ? undefined : shown(found);
}

function nameWithTime(line: string): string {
  const found = nameAndTime.exec(line)?.[1] ?? '';
  return /\p{L}/u.test(found) ? inOrder(found) : '';
}

/** Between the time of a subtitle and its text. */
function nameBesideTime(lines: readonly string[], at: number): string {
  const [before = '', line = '', next = ''] = [lines[at - 1], lines[at], lines[at + 1]];
  if (next === '' || !/^\p{Lu}/u.test(line)) return '';
  const isBeside = isCue(before) || bareTime.test(before) || bareTime.test(next);
  return isBeside ? (nameAlone.exec(line)?.[1] ?? '') : '';
}

/** Names in small letters are names when they begin several lines, or when nearly every line begins with one. */
export function smallNames(lines: readonly string[]): (one: string) => boolean {
  const counts = new Map<string, number>();
  const filled = lines.filter((line) => line !== '');
  for (const line of filled) {
    const found = spoken.exec(line.replace(clock, '').slice(0, 100))?.[1];
    if (found !== undefined && isName(found)) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  const named = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const least = named >= filled.length * nearlyAll ? 1 : 2;
  return (one) => (counts.get(one) ?? 0) >= least;
}

const nearlyAll = 0.75;

/** Who says a line, where it names them, and what they say. */
export function speakerOf(
  raw: string,
  isKnown: (one: string) => boolean,
): { speaker: string | undefined; text: string } {
  const line = raw.replace(clock, '');
  const start = line.slice(0, 2 * maxNameLength + 10);
  const said = voice.exec(start) ?? chatted.exec(start) ?? sentTo.exec(start) ?? spoken.exec(start);
  const found = (said?.[1] ?? said?.[2])?.trim();
  const text = line.replace(markup, '');
  if (said === null || found === undefined || !isName(found)) return { speaker: undefined, text };
  const looksLikeName = /^\p{Lu}/u.test(found) || isKnown(found) || /^[<[]/.test(said[0]);
  if (!looksLikeName) return { speaker: undefined, text };
  return { speaker: shown(found), text: line.slice(said[0].length).replace(markup, '').trim() };
}

import { inOrder } from './forms/mail.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { labelKind } from '../../../shared/meetings/label-kinds.ts';

/** Whether words before a colon are a heading of minutes and nobody's name (MTG-5). */
export function isLabel(text: string): boolean {
  return labelKind(text) !== undefined;
}

const name = "[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._'’-]*(?: (?!-)[\\p{L}\\p{M}\\p{N}._'’-]+){0,3}";
const time = '\\d{1,2}:\\d{2}(?::\\d{2})?(?:[.,]\\d{1,3})?(?: ?[AaPp]\\.?[Mm]\\.?(?!\\p{L}))?';
const date =
  '(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}(?:[./]\\d{2,4})?|\\d{1,2}-[A-Z][a-z]{2}-\\d{2,4})';
/** The day as programs for chats write it before a time. */
const day = `(?:(?:(?:today|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: at)?|${date})[ T,]+)`;
/** `[00:01:02]`, `00:01`, `**[00:01]**`, `[00:01 - 00:04]`, `[2026-03-04 10:02]`, `[18/11/2026, 14:01]` at the start of a line. */
const clock = new RegExp(
  `^[*_]{0,2}[[(]?(?:${date}[ T,]+)?${time}(?:Z|[+-]\\d{2}:?\\d{2})?(?:(?:\\s*(?:-|–|-->)\\s*${time})?[\\])])?[*_]{0,2}\\s*(?:[-–|]\\s+)?`,
  'u',
);
const cue = /^(?:\d{1,2}:)?\d{1,2}:\d{1,2}[.,]\d{1,3} --> .*$/;
const voice = /^<v(?:\.[\w.]+)?\s+([^>]{1,40})>/u;
const markup = /<\/?(?:v|c|i|b|u|lang)(?:[ .][^>]{0,40})?>/g;
/** `Ann: ...`, `Dr. Ann Lee (host): ...`, `**Ann:** ...`, `- Ann: ...`, `Ann (00:12): ...`, `Ann 00:12: ...`. */
const spoken = new RegExp(
  `^(?:[-*•>]\\s+)?(?:\\*{1,2}|__)?@?(${name})(?:\\*{1,2}|__)?\\s*(?:[*_]?[(\\[][^)\\]]{0,40}[)\\]]|(?:[-–—|]\\s*)?(?<!\\d)${time})?\\s*(?:\\*{1,2}|__)?:(?:\\*{1,2}|__)?(?:\\s+|$)`,
  'u',
);
/** `<ann> ...` of a chat, `[ann] ...` of captions. */
const chatted = new RegExp(
  `^(?:<@?(${name})>|\\[@?(\\p{L}[^\\]\\d]{0,39}|S(?:peaker|PEAKER)[ _]\\d{1,2})\\](?=\\s*[^\\s(]))\\s*:?\\s*`,
  'u',
);
/** `From Ann Lee to Everyone: ...`, `From Ann : ...` */
const sentTo = new RegExp(`^From\\s+(${name})(?:\\s+to\\s+[^:]{1,40}:|\\s+:)\\s*`, 'iu');
/** As few words as there can be, so that none of what stands behind the name is taken for a part of it. */
const fewWords = name.replace('{0,3}', '{0,3}?');
/** A line of its own with a name and a time: `Ann Lee  0:05`, `Ann Lee [10:02 AM]`, `[Ann Lee] 10:02:33`. */
const nameAndTime = new RegExp(
  `^(?:Speaker:\\s+)?[[<]?@?(${fewWords}(?:, ${fewWords})?)(?:#\\d{4})?[\\]>]?,?(?:\\s*(?:\\([^)]{0,30}\\)|\\[[A-Za-z ]{1,20}\\]|:[\\w+-]{1,40}:|APP)){0,2}\\s*[-–—|·•,]?\\s*[[(]?${day}?(?<!\\d)${time}[\\])]?$`,
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
const fullName = new RegExp(`^${name}$`, 'u');
const bareTime = new RegExp(`^[[(]?${day}?${time}[\\])]?$`, 'iu');
const dayAndTime = new RegExp(`^[[(]?${day}${time}[\\])]?$`, 'iu');
const nameAlone = new RegExp(`^(${name}):?$`, 'u');

/** The line without the time that it begins with. */
export function withoutTime(line: string): string {
  return line.replace(clock, '');
}

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
  const found = nameAndTime.exec(line.replace(emphasis, ''))?.[1] ?? '';
  return /\p{L}/u.test(found) ? inOrder(found) : '';
}

/** The marks of Markdown around a name or a time: `**Ann** _10:02_`. */
const emphasis = /(?<![\p{L}\p{N}])[*_`]{1,2}|[*_`]{1,2}(?![\p{L}\p{N}])/gu;

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
    if (found !== undefined && (isName(found) || isRole(found)))
      counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  const named = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const least = named >= filled.length * nearlyAll ? 1 : 2;
  return (one) => (counts.get(one) ?? 0) >= (isRole(one) ? 2 : least);
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
  const isSpeaker =
    found !== undefined && (isName(found) || isManager(found) || (isRole(found) && isKnown(found)));
  if (said === null || !isSpeaker) return { speaker: undefined, text };
  const looksLikeName =
    /^\p{Lu}/u.test(found) ||
    withoutCapitals.test(found) ||
    isKnown(found) ||
    /^[<[]/.test(said[0]);
  if (!looksLikeName) return { speaker: undefined, text };
  return { speaker: shown(found), text: line.slice(said[0].length).replace(markup, '').trim() };
}

/** A name in a script that has no capitals: Hebrew, Arabic, Chinese. Of more words it may be the beginning of a sentence. */
const withoutCapitals = /^\p{Lo}\S*(?: \p{Lo}\S*)?$/u;

/** Before a colon at the start of a line it is a role. Behind a time it is of the time, which `clock` has taken away. */
function isManager(found: string): boolean {
  return found === 'PM';
}

/** Who leads a meeting speaks more than once; "Chair: Ann Lee" at its top says who that is. */
function isRole(found: string): boolean {
  return /^(?:chair|facilitator|moderator|host)$/i.test(found);
}

export const maxNameLength = 40;

/** Whether words can be somebody's name, and are no heading of minutes. */
export function isPersonsName(text: string): boolean {
  return fullName.test(text) && isName(text);
}

/** A name has capital letters at its words, but for the "van" of a van Gogh; in small letters it has one word. */
function isName(found: string): boolean {
  const [first = '', ...others] = found.split(' ');
  const isWritten = others.every((word) =>
    /^(?:\p{Lu}|\p{N}|(?:v[ao]n|de[lrn]?|da|di|du|la|le|el|al|bin|ben|ibn|ter|zu|y|e)$)/u.test(
      word,
    ),
  );
  const isSpeaker = /^(?:speaker|participant|person|voice)$/i.test(first);
  return (
    found.length <= maxNameLength &&
    !/^\d{1,2}[.)] /.test(found) &&
    (isWritten || isSpeaker || !/^\p{Lu}/u.test(first)) &&
    !isLabel(found) &&
    !(others.length > 0 && isLabel(first)) &&
    !ofYear.test(found) &&
    !noName.test(found) &&
    !/^(?:\d+|[ap]m|today|yesterday|tomorrow|fyi)$/i.test(found)
  );
}

/** Before a colon these begin what is said: "So: we keep both." */
const noName = /^(?:so|then|last|final|exactly|start|end|interest|happy|sad|angry)$/i;

/** "8 July 2026, 14:00" above a transcript is its day, and nobody. */
const ofYear = /(?<![\p{L}\p{N}])(?:19|20)\d{2}(?![\p{L}\p{N}])/u;

/** A name as it is shown: one line, and no longer than names are. */
export function shown(found: string): string {
  return asData(found, maxNameLength);
}

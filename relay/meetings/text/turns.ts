import { asData } from '../../../shared/kernel/display.ts';
import { isLabel } from './labels.ts';

/** What one person says until somebody else speaks. `speaker` is empty when the transcript does not name them. */
export interface Turn {
  readonly speaker: string;
  readonly text: string;
}

const maxNameLength = 40;
const name = "[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._'’-]*(?: (?!-)[\\p{L}\\p{M}\\p{N}._'’-]+){0,3}";
const time = '\\d{1,2}:\\d{2}(?::\\d{2})?(?:[.,]\\d{1,3})?(?: ?[AaPp]\\.?[Mm]\\.?)?';
const date = '(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4})';
/** `[00:01:02]`, `00:01`, `(1:02:03.250)`, `[2026-03-04 10:02]`, `[18/11/2026, 14:01]` at the start of a line. */
const clock = new RegExp(`^[[(]?(?:${date}[ T,]+)?${time}[\\])]?\\s*(?:[-–|]\\s+)?`, 'u');
/** Lines of subtitles (SRT and WebVTT) that hold no text: headings, numbers and times. */
const heading = /^(?:WEBVTT\b.*|NOTE\b.*|Kind:.*|Language:.*|\d{1,6}|[\da-f-]{30,}(?:\/\d+-\d+)?)$/;
const cue = /^(?:\d{1,2}:)?\d{1,2}:\d{1,2}[.,]\d{1,3} --> .*$/;
const voice = /^<v(?:\.[\w.]+)?\s+([^>]{1,40})>/u;
const markup = /<\/?(?:v|c|i|b|u|lang)(?:[ .][^>]{0,40})?>/g;
/** `Ann: ...`, `Dr. Ann Lee (host): ...`, `**Ann:** ...`, `- Ann: ...`, `Ann (00:12): ...`. */
const spoken = new RegExp(
  `^(?:[-*•>]\\s+)?(?:\\*\\*|__)?@?(${name})(?:\\*\\*|__)?\\s*(?:[(\\[][^)\\]]{0,40}[)\\]])?\\s*(?:\\*\\*|__)?:(?:\\*\\*|__)?(?:\\s+|$)`,
  'u',
);
/** `<ann> ...` of a chat, `[ann] ...` of captions. */
const chatted = new RegExp(
  `^(?:<@?(${name})>|\\[@?(\\p{L}[^\\]\\d]{0,39})\\](?=\\s*[^\\s(]))\\s*:?\\s*`,
  'u',
);
/** `From Ann Lee to Everyone: ...` */
const sentTo = new RegExp(`^From (${name}) to [^:]{1,40}:\\s*`, 'u');
/** What stands in a list or a heading is no longer said by who spoke before. */
const listItem = /^(?:[-*•]\s|\[[ x]?\]|\d{1,2}[.)]\s|#{1,6}\s)/;
/** `Open questions:` on a line of its own, or without the colon behind an empty line. */
function isHeading(line: string, last: string | undefined): boolean {
  const isMarked = /:[*_]*$/.test(line) || (last === '' && /^\p{Lu}/u.test(line));
  return line.length <= maxNameLength && isMarked && isLabel(line);
}

/** Captions mark in this way that somebody else speaks. */
const someoneElse = /^(?:>>+|[–—]|- -)\s*/;
/** A line of its own with a name and a time: `Ann Lee  0:05`, `Ann Lee [10:02 AM]`, `[Ann Lee] 10:02:33`. */
const nameAndTime = new RegExp(
  `^(?:\\*\\*)?[[<]?@?(${name})[\\]>]?(?:\\*\\*)?,?(?:\\s*(?:\\([^)]{0,30}\\)|\\[[A-Za-z ]{1,20}\\]|APP))?\\s*[-–|·•,]?\\s*[[(]?(?:(?:today|yesterday) at )?(?:\\d{4}-\\d{2}-\\d{2}[ T,]+)?(?<!\\d)${time}[\\])]?$`,
  'iu',
);
/** The same the other way round: `00:00:04 Ann Lee`. */
const timeAndName = new RegExp(
  `^[[(]?${time}[\\])]?\\s+(?:[-–|]\\s+)?(\\p{Lu}${name.slice('[\\p{L}\\p{N}]'.length)})$`,
  'u',
);
const nameAlone = new RegExp(`^(${name}):?$`, 'u');

const struckOut = /~~[^~]+~~/g;
/** A box that is ticked: what stands behind it is done. */
const done = /^(?:[-*•]\s+)?\[[xX]\]\s/;

/** The line without what its writer has struck out, and nothing of a task that is ticked off. */
function standingIn(line: string): string {
  return done.test(line) ? '' : line.replace(struckOut, ' ').trim();
}

/** The turns of a transcript as people and tools write them: names before colons, lines with name and time, subtitles. */
export function turnsIn(transcript: string): Turn[] {
  const lines = transcript.split(/\r\n|\r|\n/).map((line) => standingIn(line.trim()));
  const isKnown = smallNames(lines);
  const turns: { speaker: string; texts: string[]; ends: boolean }[] = [];
  let isSubtitle = false;
  let named: string | undefined;
  for (const [at, line] of lines.entries()) {
    if (cue.test(line)) isSubtitle = true;
    const last = turns.at(-1);
    if (line === '' && last !== undefined) last.ends = last.speaker === '' && !isSubtitle;
    if (line === '' || heading.test(line) || cue.test(line)) continue;
    named = ownLineName(lines, at) ?? named;
    if (ownLineName(lines, at) !== undefined) continue;
    const isItem = listItem.test(line) || isHeading(line, lines[at - 1]);
    const isOther = someoneElse.test(line);
    const found = speakerOf(line.replace(someoneElse, ''), isKnown);
    const speaker = found.speaker ?? named ?? (isItem && last?.speaker ? '' : undefined);
    named = undefined;
    const goesOn = last !== undefined && (speaker === undefined || speaker === last.speaker);
    if (last !== undefined && goesOn && !(isOther || (last.ends && speaker === undefined))) {
      last.texts.push(isSubtitle ? ' ' : '\n', found.text);
    } else {
      turns.push({ speaker: speaker ?? '', texts: [found.text], ends: false });
    }
  }
  return turns
    .map(({ speaker, texts }) => ({ speaker, text: texts.join('').trim() }))
    .filter(({ text }) => text !== '');
}

/** Everybody who speaks, each once, in the order of their first words. */
export function speakersOf(turns: readonly Turn[]): string[] {
  return [...new Set(turns.map(({ speaker }) => speaker))].filter((one) => one !== '');
}

/** A name on a line of its own: with a time, or between the time of a subtitle and its text. */
function ownLineName(lines: readonly string[], at: number): string | undefined {
  const line = lines[at] ?? '';
  if (line.length > 2 * maxNameLength) return undefined;
  const withTime = nameAndTime.exec(line)?.[1];
  if (withTime !== undefined && /\p{L}/u.test(withTime) && isName(withTime)) return shown(withTime);
  const behindTime = timeAndName.exec(line)?.[1];
  const isFollowed = (lines[at + 1] ?? '') !== '' && !clock.test(lines[at + 1] ?? '');
  if (behindTime !== undefined && isFollowed && isName(behindTime)) return shown(behindTime);
  const isUnderTime = cue.test(lines[at - 1] ?? '') || bareTime.test(lines[at - 1] ?? '');
  const isOverTime = bareTime.test(lines[at + 1] ?? '');
  const alone = isUnderTime || isOverTime ? nameAlone.exec(line)?.[1] : undefined;
  const next = lines[at + 1] ?? '';
  const isAlone = alone !== undefined && next !== '' && /^\p{Lu}/u.test(alone) && isName(alone);
  return isAlone ? shown(alone) : undefined;
}

const bareTime = new RegExp(`^[[(]?${time}[\\])]?$`, 'u');

/** Names in small letters are names when they begin several lines, or when nearly every line begins with one. */
function smallNames(lines: readonly string[]): (one: string) => boolean {
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

function speakerOf(
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
    (isWritten || isSpeaker || !/^\p{Lu}/u.test(first)) &&
    !isLabel(found) &&
    !(others.length > 0 && isLabel(first)) &&
    !/^(?:\d+|today|yesterday|tomorrow|fyi)$/i.test(found)
  );
}

function shown(found: string): string {
  return asData(found, maxNameLength);
}

import type { Said } from './forms/columns.ts';
import { textOfHtml } from './forms/html.ts';
import { saidInJson } from './forms/json.ts';
import { inOrder, mailsIn, type Written } from './forms/mail.ts';
import { partsWithTables, saidInCsv } from './forms/tables.ts';
import { isLabel, labelKind } from './labels.ts';
import { isName, maxNameLength, shown } from './speaker-names.ts';

/** What one person says until somebody else speaks. `speaker` is empty when the transcript does not name them. */
export interface Turn {
  readonly speaker: string;
  readonly text: string;
}

const name = "[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._'’-]*(?: (?!-)[\\p{L}\\p{M}\\p{N}._'’-]+){0,3}";
const time = '\\d{1,2}:\\d{2}(?::\\d{2})?(?:[.,]\\d{1,3})?(?: ?[AaPp]\\.?[Mm]\\.?(?!\\p{L}))?';
const date =
  '(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}(?:[./]\\d{2,4})?|\\d{1,2}-[A-Z][a-z]{2}-\\d{2,4})';
/** The day as programs for chats write it before a time. */
const day = `(?:(?:(?:today|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: at)?|${date})[ T,]+)`;
/** `[00:01:02]`, `00:01`, `(1:02:03.250)`, `[2026-03-04 10:02]`, `[18/11/2026, 14:01]` at the start of a line. */
const clock = new RegExp(`^[[(]?(?:${date}[ T,]+)?${time}[\\])]?\\s*(?:[-–|]\\s+)?`, 'u');
/** Lines of subtitles (SRT and WebVTT) that hold no text: headings, numbers and times. */
const heading = /^(?:WEBVTT\b.*|NOTE\b.*|Kind:.*|Language:.*|\d{1,6}|[\da-f-]{30,}(?:\/\d+-\d+)?)$/;
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
/** What stands in a list or a heading is no longer said by who spoke before, but for the list of a message under a name and a time. */
const listItem = /^(?:[-*•]\s|\[[ x]?\]|\d{1,2}[.)]\s|#{1,6}\s)/;
/** Under "Action items" the name in `- Ann: the runbook` is that of who has it. */
const bullet = /^[-*•]\s/;
/** `Open questions:` on a line of its own, or without the colon behind an empty line. */
function isHeading(line: string, last: string | undefined): boolean {
  const isMarked = /:[*_]*$/.test(line) || (last === '' && /^\p{Lu}/u.test(line));
  return line.length <= maxNameLength && isMarked && isLabel(line);
}

/** Captions mark in this way that somebody else speaks. */
const someoneElse = /^(?:>>+|[–—]|- -)\s*/;
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
const nameAlone = new RegExp(`^(${name}):?$`, 'u');

const struckOut = /~~[^~]+~~/g;
/** A box that is ticked: what stands behind it is done. */
const done = /^(?:[-*•]\s+)?\[[xX]\]\s/;

/** Before an answer in a thread. */
const answerMark = /^[↳└╰⤷]\s*/;

/** The line without what its writer has struck out, and nothing of a task that is ticked off. */
function standingIn(line: string): string {
  return done.test(line) ? '' : line.replace(struckOut, ' ').trim().replace(answerMark, '');
}

/**
 * The turns of a transcript as people and tools write them: names before colons, lines with name and time, subtitles, chats that
 * were copied or exported, tables, JSON, pages.
 */
export function turnsIn(transcript: string): Turn[] {
  const said = saidInJson(transcript) ?? saidInCsv(transcript);
  if (said !== undefined) return turnsOf(said);
  const lines = (textOfHtml(transcript) ?? transcript).split(/\r\n|\r|\n/);
  return mailsIn(lines).flatMap(turnsOfMail);
}

/** In a mail who has written it says what is in no list and under nobody's name. */
function turnsOfMail({ writer, lines }: Written): Turn[] {
  const turns = partsWithTables(writer === '' ? lines : ownLines(lines, writer)).flatMap((part) =>
    'said' in part ? turnsOf(part.said) : turnsOfLines(part.lines),
  );
  if (writer === '') return turns;
  const isTheirs = ({ speaker, text }: Turn) =>
    speaker === '' && !listItem.test(text) && !isLabel(text);
  return turns.map((turn) => (isTheirs(turn) ? { ...turn, speaker: shown(writer) } : turn));
}

/** Without what is quoted, which another one has written. */
function ownLines(lines: readonly string[], writer: string): string[] {
  return lines
    .filter((line) => !/^\s*>/.test(line))
    .map((line) => line.replace(/^(\s*[-*•]\s+)me(?=:\s)/i, (_, mark: string) => mark + writer));
}

/** The turns behind so many characters; where the text is not made of lines, behind such a share of them. */
export function turnsBehind(transcript: string, from: number): Turn[] {
  const rest = transcript.slice(from);
  if (rest.trim() === '') return [];
  const said = saidInJson(transcript) ?? saidInCsv(transcript);
  if (said === undefined) return turnsIn(rest);
  return turnsOf(said.slice(Math.floor((said.length * from) / transcript.length)));
}

/** Who speaks on goes on with the same turn. */
function turnsOf(said: readonly Said[]): Turn[] {
  const turns: { speaker: string; texts: string[] }[] = [];
  for (const one of said) {
    const [speaker, text] = [shown(one.speaker), one.text.trim()];
    const last = turns.at(-1);
    if (text === '') continue;
    if (last?.speaker === speaker) last.texts.push(text);
    else turns.push({ speaker, texts: [text] });
  }
  return turns.map(({ speaker, texts }) => ({ speaker, text: texts.join('\n') }));
}

function turnsOfLines(written: readonly string[]): Turn[] {
  const lines = written.map((line) => standingIn(line.trim()));
  const isKnown = smallNames(lines);
  const turns: { speaker: string; texts: string[]; ends: boolean; isPosted: boolean }[] = [];
  let isSubtitle = false;
  let named: string | undefined;
  let isOfTasks = false;
  for (const [at, line] of lines.entries()) {
    if (cue.test(line)) isSubtitle = true;
    const last = turns.at(-1);
    if (line === '' && last !== undefined)
      Object.assign(last, { ends: last.speaker === '' && !isSubtitle, isPosted: false });
    if (line === '' || heading.test(line) || cue.test(line) || dayAndTime.test(line)) continue;
    named = ownLineName(lines, at) ?? named;
    if (ownLineName(lines, at) !== undefined) continue;
    const isItem = listItem.test(line) || isHeading(line, lines[at - 1]);
    const isOther = someoneElse.test(line);
    isOfTasks = bullet.test(line) ? isOfTasks : labelKind(line) === 'action';
    const isTask = isOfTasks && bullet.test(line);
    const found = isTask
      ? { speaker: undefined, text: line }
      : speakerOf(line.replace(someoneElse, ''), isKnown);
    const endsSpeech = isItem && last?.speaker && !last.isPosted;
    const speaker = found.speaker ?? named ?? (endsSpeech ? '' : undefined);
    const isPosted = named !== undefined && !isLabel(line);
    named = undefined;
    const goesOn = last !== undefined && (speaker === undefined || speaker === last.speaker);
    if (last !== undefined && goesOn && !(isOther || (last.ends && speaker === undefined))) {
      last.texts.push(isSubtitle ? ' ' : '\n', found.text);
    } else {
      turns.push({ speaker: speaker ?? '', texts: [found.text], ends: false, isPosted });
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
  if (withTime !== undefined && /\p{L}/u.test(withTime) && isName(inOrder(withTime)))
    return shown(inOrder(withTime));
  const behindTime = timeAndName.exec(line)?.[1];
  const isFollowed = (lines[at + 1] ?? '') !== '' && !clock.test(lines[at + 1] ?? '');
  const behindDay = dayAndName.exec(line)?.[1];
  if (behindDay !== undefined && isFollowed && isName(inOrder(behindDay)))
    return shown(inOrder(behindDay));
  if (behindTime !== undefined && isFollowed && isName(behindTime)) return shown(behindTime);
  const isUnderTime = cue.test(lines[at - 1] ?? '') || bareTime.test(lines[at - 1] ?? '');
  const isOverTime = bareTime.test(lines[at + 1] ?? '');
  const alone = isUnderTime || isOverTime ? nameAlone.exec(line)?.[1] : undefined;
  const next = lines[at + 1] ?? '';
  const isAlone = alone !== undefined && next !== '' && /^\p{Lu}/u.test(alone) && isName(alone);
  return isAlone ? shown(alone) : undefined;
}

const bareTime = new RegExp(`^[[(]?${day}?${time}[\\])]?$`, 'iu');
const dayAndTime = new RegExp(`^[[(]?${day}${time}[\\])]?$`, 'iu');

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

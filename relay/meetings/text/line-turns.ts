import { isLabel, labelKind } from './labels.ts';
import { isCue, isDayAndTime, ownLineName, smallNames, speakerOf } from './line-names.ts';
import { maxNameLength } from './speaker-names.ts';
import type { Turn } from './turn.ts';

/** What stands in a list or a heading is no longer said by who spoke before, but for the list of a message under a name and a time. */
const listItem = /^(?:[-*•]\s|\[[ x]?\]|\d{1,2}[.)]\s|#{1,6}\s)/;
/** Under "Action items" the name in `- Ann: the runbook` is that of who has it. */
const bullet = /^[-*•]\s/;
/** Captions mark in this way that somebody else speaks. */
const someoneElse = /^(?:>>+|[–—]|- -)\s*/;
/** Lines of subtitles (SRT and WebVTT) that hold no text: headings, numbers and identifiers. */
const subtitleMark =
  /^(?:WEBVTT\b.*|NOTE\b.*|Kind:.*|Language:.*|\d{1,6}|[\da-f-]{30,}(?:\/\d+-\d+)?)$/;
const struckOut = /~~[^~]+~~/g;
/** A box that is ticked: what stands behind it is done. */
const done = /^(?:[-*•]\s+)?\[[xX]\]\s/;
/** Before an answer in a thread. */
const answerMark = /^[↳└╰⤷]\s*/;

interface OpenTurn {
  readonly speaker: string;
  readonly texts: string[];
  /** Behind an empty line nobody goes on with it. */
  ends: boolean;
  /** It stands under a name and a time, with its lists. */
  isPosted: boolean;
}

/** What the lines that were read so far leave for the next one. */
interface Progress {
  readonly turns: OpenTurn[];
  isSubtitle: boolean;
  /** Whose name was on a line of its own just before. */
  named: string | undefined;
  isOfTasks: boolean;
}

/** The turns of lines as people and programs write them. */
export function turnsOfLines(written: readonly string[]): Turn[] {
  const lines = written.map((line) => standingIn(line.trim()));
  const isKnown = smallNames(lines);
  const progress: Progress = { turns: [], isSubtitle: false, named: undefined, isOfTasks: false };
  for (const [at, line] of lines.entries()) {
    if (isCue(line)) progress.isSubtitle = true;
    if (line === '') endParagraph(progress);
    if (saysNothing(line)) continue;
    const name = ownLineName(lines, at);
    if (name === undefined) takeLine(progress, { line, before: lines[at - 1], isKnown });
    else progress.named = name;
  }
  return progress.turns
    .map(({ speaker, texts }) => ({ speaker, text: texts.join('').trim() }))
    .filter(({ text }) => text !== '');
}

/** Whether nobody says anything in what a list, a heading of minutes or a label begins with. */
export function isOfNobody(text: string): boolean {
  return listItem.test(text) || isLabel(text);
}

/** The line without what its writer has struck out, and nothing of a task that is ticked off. */
function standingIn(line: string): string {
  return done.test(line) ? '' : line.replace(struckOut, ' ').trim().replace(answerMark, '');
}

function saysNothing(line: string): boolean {
  return line === '' || subtitleMark.test(line) || isCue(line) || isDayAndTime(line);
}

function endParagraph({ turns, isSubtitle }: Progress): void {
  const last = turns.at(-1);
  if (last === undefined) return;
  last.ends = last.speaker === '' && !isSubtitle;
  last.isPosted = false;
}

interface Line {
  readonly line: string;
  readonly before: string | undefined;
  readonly isKnown: (one: string) => boolean;
}

function takeLine(progress: Progress, one: Line): void {
  const { line } = one;
  const found = isTask(progress, line)
    ? { speaker: undefined, text: line }
    : speakerOf(line.replace(someoneElse, ''), one.isKnown);
  const speaker = found.speaker ?? progress.named ?? (endsSpeech(progress, one) ? '' : undefined);
  const isPosted = progress.named !== undefined && !isLabel(line);
  progress.named = undefined;
  const { turns, isSubtitle } = progress;
  const last = turns.at(-1);
  if (last !== undefined && goesOn(last, speaker) && !someoneElse.test(line))
    last.texts.push(isSubtitle ? ' ' : '\n', found.text);
  else turns.push({ speaker: speaker ?? '', texts: [found.text], ends: false, isPosted });
}

/** Whether it stands in a list under "Action items". */
function isTask(progress: Progress, line: string): boolean {
  const isBullet = bullet.test(line);
  if (!isBullet) progress.isOfTasks = labelKind(line) === 'action';
  return isBullet && progress.isOfTasks;
}

/** Whether a list or a heading begins behind what somebody has said. */
function endsSpeech({ turns }: Progress, { line, before }: Line): boolean {
  const last = turns.at(-1);
  const isSpoken = last !== undefined && last.speaker !== '' && !last.isPosted;
  return isSpoken && (listItem.test(line) || isHeading(line, before));
}

/** `Open questions:` on a line of its own, or without the colon behind an empty line. */
function isHeading(line: string, before: string | undefined): boolean {
  const isMarked = /:[*_]*$/.test(line) || (before === '' && /^\p{Lu}/u.test(line));
  return line.length <= maxNameLength && isMarked && isLabel(line);
}

/** Whoever is not named goes on, and who is named again does. */
function goesOn(last: OpenTurn, speaker: string | undefined): boolean {
  return speaker === undefined ? !last.ends : speaker === last.speaker;
}

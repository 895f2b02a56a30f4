import {
  isLabel,
  isCue,
  isDayAndTime,
  ownLineName,
  smallNames,
  speakerOf,
  maxNameLength,
} from './labels.ts';
import { labelKind } from '../../../shared/meetings/label-kinds.ts';
import { namesOverLines } from './repeated-names.ts';
import { newMessage, type Line, type PlacedTurn } from './turn.ts';

/** What stands in a list or a heading is no longer said by who spoke before, but for the list of a message under a name and a time. */
const listItem = /^(?:[-*•]\s|\[[ x]?\]|\d{1,2}[.)]\s|#{1,6}\s)/;
const bullet = /^[-*•]\s/;
/** Such items are of a list of tasks where it is one; other numbers may begin the next matter. */
const namedItem = /^\d{1,2}[.)]\s+[*_@]*\p{L}[^:]{0,40}:/u;
const ofWriter = /^((?:[-*•]|\d{1,2}[.)])\s+)me(?=:\s)/i;
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
  /** See `PlacedTurn`. */
  readonly lines: number[];
  /** Behind an empty line nobody goes on with it. */
  ends: boolean;
  /** It stands under a name and a time, with its lists. */
  isPosted: boolean;
  readonly isListed: boolean;
}

/** What the lines that were read so far leave for the next one. */
interface Progress {
  readonly turns: OpenTurn[];
  isSubtitle: boolean;
  /** Whose name was on a line of its own just before, and the number of that line. */
  named: { readonly name: string; readonly at: number } | undefined;
  /** Who has written the mail or the message, and is "me" in its lists; empty where it is not known. */
  writer: string;
  isOfTasks: boolean;
}

/** The turns of lines as people and programs write them; of a mail with its `writer`. */
export function turnsOfLines(written: readonly Line[], writer = ''): PlacedTurn[] {
  const lines = written.map(({ text }) => standingIn(text.trim()));
  const isKnown = smallNames(lines);
  const overLines = namesOverLines(lines);
  const progress = progressOf(writer);
  for (const [place, { at, text }] of written.entries()) {
    const line = lines[place] ?? '';
    if (isCue(line)) progress.isSubtitle = true;
    if (line === '') endParagraph(progress);
    if (saysNothing(line)) continue;
    const name = ownLineName(lines, place) ?? overLines(line);
    if (name === undefined)
      takeLine(progress, {
        at,
        line: line.replace(ofWriter, (me, mark: string) =>
          progress.writer === '' ? me : mark + progress.writer,
        ),
        before: lines[place - 1],
        isIndented: /^\s/.test(text),
        isKnown,
      });
    else progress.named = { name, at };
  }
  return progress.turns.map(turnOf).filter(({ text }) => text !== '');
}

function progressOf(writer: string): Progress {
  return { turns: [], isSubtitle: false, named: undefined, writer, isOfTasks: false };
}

function turnOf({ speaker, texts, lines, isListed }: OpenTurn): PlacedTurn {
  const turn = { speaker, text: texts.join('').trim(), lines };
  return isListed ? { ...turn, isListed } : turn;
}

/** Whether nobody says anything in what a list, a heading of minutes or a label begins with. */
export function isOfNobody(text: string): boolean {
  return listItem.test(text) || isLabel(text);
}

/** An item that is struck out, with what is said of that behind it. */
const withdrawn =
  /^(?:[-*•]\s+|\d{1,2}[.)]\s+)?(?:\[[ xX]?\]\s*)?~~[^~]+~~[\s,.:;(–—-]*(?:$|(?:not needed|no longer|dropped|withdrawn|done|cancell?ed|obsolete|moved|superseded|declined|rejected|never mind)\b)/iu;

/** The line without what its writer has struck out, and nothing of a task that is ticked off or given up. */
function standingIn(line: string): string {
  if (done.test(line) || withdrawn.test(line)) return '';
  return withPlainLabel(line.replace(struckOut, ' ').trim().replace(answerMark, ''));
}

/** `[Decision] use tabs` and `DECISION 1: use tabs` are `Decision: use tabs`. */
function withPlainLabel(line: string): string {
  const found =
    /^((?:[-*•]\s+)?)(?:\[(\p{L}[\p{L} ]{1,20})\]|(\p{L}[\p{L} ]{1,20}) #?\d{1,3}(?=:))\s*:?\s*(?=\S)/u.exec(
      line,
    );
  const label = found?.[2] ?? found?.[3] ?? '';
  const kind = labelKind(label);
  if (found === null || (kind !== 'decision' && kind !== 'action')) return line;
  return `${found[1]}${label}: ${line.slice(found[0].length)}`;
}

function saysNothing(line: string): boolean {
  return line === '' || subtitleMark.test(line) || isCue(line) || isDayAndTime(line);
}

function endParagraph({ turns, isSubtitle }: Progress): void {
  const last = turns.at(-1);
  if (last === undefined) return;
  last.ends = (last.speaker === '' && !isSubtitle) || last.isListed;
  last.isPosted = false;
}

interface LineToTake {
  readonly at: number;
  readonly line: string;
  readonly before: string | undefined;
  readonly isIndented: boolean;
  readonly isKnown: (one: string) => boolean;
}

function takeLine(progress: Progress, one: LineToTake): void {
  const { turns, isSubtitle, named } = progress;
  const found = saidIn(progress, one);
  const isListed = found.speaker !== undefined && bullet.test(one.line);
  const speaker = found.speaker ?? named?.name ?? (endsSpeech(progress, one) ? '' : undefined);
  const isPosted = named !== undefined && !isLabel(one.line);
  if (named !== undefined) progress.writer = named.name;
  progress.named = undefined;
  const last = turns.at(-1);
  const isOther = someoneElse.test(one.line) || isListed;
  const begun = found.speaker === undefined ? (named?.at ?? one.at) : one.at;
  if (last !== undefined && goesOn(last, speaker) && !isOther) {
    last.texts.push(isSubtitle ? ' ' : found.speaker === undefined ? '\n' : newMessage, found.text);
    if (speaker !== undefined) last.lines.push(begun);
  } else {
    const other = last?.isListed ? progress.writer : '';
    const begins = { texts: [found.text], lines: [begun], ends: false, isPosted, isListed };
    turns.push({ speaker: speaker ?? other, ...begins });
  }
}

/** Under "Action items" the name in `- Ann: the runbook` is that of who has it, and who speaks everywhere else. */
function saidIn(progress: Progress, { line, isIndented, isKnown }: LineToTake) {
  const isItem = bullet.test(line) || namedItem.test(line);
  if (!isItem && !isIndented) progress.isOfTasks = labelKind(line) === 'action';
  return isItem && progress.isOfTasks
    ? { speaker: undefined, text: line }
    : speakerOf(line.replace(someoneElse, ''), isKnown);
}

/** Whether a list or a heading begins behind what somebody has said. */
function endsSpeech({ turns }: Progress, { line, before }: LineToTake): boolean {
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

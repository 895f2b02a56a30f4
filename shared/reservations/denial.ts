import { minutesUntil } from '../kernel/clock.ts';
import { asJson, asShellWord, quoted, shownId, shownUser } from '../kernel/display.ts';
import { symbolId } from '../kernel/symbol-id.ts';
import { isParsable } from '../symbols/parsable.ts';
import {
  departures,
  describeCollision,
  type CollidingLines,
  type Departure,
} from './colliding-lines.ts';
import { linesLabel, partLabel } from './labels.ts';
import type { LineRange } from './lines.ts';
import { linesOnly, wholeFile } from './places.ts';
import { symbolIdsUnlessWhole } from './symbol-names.ts';

/** Paths and names are shown whole, but as data. */
const maxNameLength = 2_000;

/** What a denial must tell (RSV-9). */
export interface Denial {
  /** As the holder names it. */
  readonly filePath: string;
  /** As the denied call names it, where that is another name of the same file (PTH-2). */
  readonly otherName?: string | undefined;
  readonly symbol: string;
  readonly heldSymbol: string;
  /** The holder's lines that the write touches; undefined when the names collide. */
  readonly lines?: LineRange | undefined;
  readonly holder: string;
  /** What the holder is to the session that is denied, for example `one of your subagents`. */
  readonly relation?: string | undefined;
  readonly holderSessionId: string;
  /** The session that is denied, where it is known. */
  readonly sessionId: string | undefined;
  readonly task: string;
  readonly expiresAt: number;
  /** Where the two changes meet in the file of the session that is denied, as far as that is known (RSV-11). */
  readonly meeting?: CollidingLines | undefined;
  /** Why the edit counts for all of the file, where that is not what it is. */
  readonly wholeBecause?: WholeBecause | undefined;
  /** Whether all of the file was to be written, moved or removed. */
  readonly isOfFile?: boolean | undefined;
  /** How the file was to go, where it was. */
  readonly departure?: Departure | undefined;
  /** Names of what else the same holder has in the way. */
  readonly alsoHeld?: readonly string[] | undefined;
  /** Symbols of the file that nobody else has reserved, as ids. */
  readonly freeSymbols?: readonly string[] | undefined;
  /** Whether the relay is away, which alone takes negotiations and waits (OFF-1). */
  readonly isOffline?: boolean | undefined;
  /** Open ones between these two sessions about the file; one alone is taken about the same thing (NEG-1). */
  readonly negotiations?: readonly OpenNegotiation[] | undefined;
}

/** The edit's old text is not in the file as it is; or the file can be parsed now, and could not be with the edit. */
export type WholeBecause = 'unfit' | 'unread' | 'unparsed';

/** An open negotiation, as far as a denial names it. */
export interface OpenNegotiation {
  readonly id: string;
  /** The contested symbols; empty means the whole file. */
  readonly symbol_ids: readonly string[];
  /** A timestamp. */
  readonly deadline_at: string;
}

/** SES-7: what the holder is where one person has both agents. */
export const ofSamePerson = 'another agent of the same person';

const maxFreeSymbols = 3;
/** So much else of a holder is named one by one; of more, the file as a whole is spoken of. */
export const maxAlsoNamed = 4;
/** So soon that waiting costs less than anything else. */
const soonMinutes = 2;

/**
 * RSV-9: names the file or symbol, the holder, the holder's task, the minutes left, the lines that collide, and what to do
 * instead, with the ids that it takes. What helps soonest comes first.
 */
export function denialMessage(denial: Denial, nowMs: number): string {
  const minutes = minutesUntil(denial.expiresAt, nowMs);
  return [
    `${describeReserved(denial.filePath, denial.heldSymbol, denial.lines)} ${isOrAre(denial)} held by ${holderOf(denial)}`,
    denial.task === '' ? '' : ` (task: ${quoted(denial.task)})`,
    `, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} remaining. Nothing was written. `,
    describeWhole(denial),
    describeCollision(denial),
    describeAlsoHeld(denial),
    minutes <= soonMinutes ? 'It is free soon. ' : '',
    otherWork(denial),
    denial.isOffline === true ? offlineOffer : askingOffer(denial),
  ].join('');
}

const offlineOffer =
  '. This daemon is not connected to its relay, so nobody can be asked for it now: try again when that time is over.';

function askingOffer(denial: Denial): string {
  const known = negotiationAbout(denial);
  const negotiation =
    known === undefined
      ? `, or open a negotiation: ${negotiationOffer(denial)}. `
      : `. You already negotiate about it: ${known.id} (until ${known.deadline_at}). `;
  // No full stop: the command is copied to the end.
  return `${negotiation}Or wait for it: ${waitOffer(denial)}`;
}

/** What is contested may overlap in part; the whole file is about everything in it. */
function negotiationAbout(denial: Denial): OpenNegotiation | undefined {
  const ids = contestedIds(denial);
  return denial.negotiations?.find(
    ({ symbol_ids: theirs }) =>
      theirs.length === 0 || ids.length === 0 || theirs.some((id) => ids.includes(id)),
  );
}

function holderOf({ holder, relation }: Denial): string {
  return relation === undefined ? shownUser(holder) : `${shownUser(holder)}, by ${relation}`;
}

function isOrAre({ heldSymbol, lines }: Denial): string {
  return heldSymbol === linesOnly && lines !== undefined && lines.end - lines.start > 1
    ? 'are'
    : 'is';
}

/** Where lines meet, those say more. */
function describeWhole(denial: Denial): string {
  const { meeting, wholeBecause, lines, holder, departure, otherName } = denial;
  if (meeting !== undefined) return '';
  if (otherName !== undefined)
    return `${shownId(otherName, maxNameLength)} counts as the same file, because some disks take both names for one. `;
  if (wholeBecause !== undefined)
    return `${wholeReasons[wholeBecause]} so it counts for the whole file. `;
  if (departure !== undefined) return `${departures[departure]}. `;
  if (lines === undefined) return describeNames(denial);
  return `Your edit touches lines that ${shownUser(holder)} has changed. `;
}

/** No lines meet, or they are not known: what is written has the name of what is held, or belongs to it. */
function describeNames({ filePath, symbol, heldSymbol, isOfFile }: Denial): string {
  if (symbol === wholeFile && isOfFile === false)
    return isParsable(filePath) ? notParsed : partsUnknown;
  if (isOfFile === true || symbol === wholeFile) return 'Your call is about the whole file. ';
  return symbol === heldSymbol
    ? 'Your edit changes it too. '
    : `Your edit changes ${shownPart(filePath, symbol)}. `;
}

/** RSV-10: an edit of a part all the same. */
const partsUnknown =
  'Its parts cannot be told apart, as those of TypeScript and JavaScript can, so your edit counts for the whole file. ';

/** RSV-10: the same of TypeScript or JavaScript that cannot be parsed as it is, such as a bundle. */
const notParsed =
  'The file cannot be read as code now, as with a syntax error or very long lines, so your edit counts for the whole file. ';

const wholeReasons: Record<WholeBecause, string> = {
  unfit: 'Your edit does not fit the file as it is now (read it again),',
  unread: 'The file is too large to be compared, or no text,',
  unparsed: 'With your edit the file could not be parsed,',
};

/** Who is denied the whole file finds no other symbol by the same call. */
function otherWork(denial: Denial): string {
  const { symbol, heldSymbol, wholeBecause, isOfFile = false, freeSymbols = [] } = denial;
  const isWhole = isOfFile || (symbol === wholeFile && wholeBecause === undefined);
  if (heldSymbol !== wholeFile && !isWhole)
    return `Work on another symbol or file${freeOffer(denial)}`;
  if (freeSymbols.length === 0) return 'Work on another file';
  return `Work on another file, or edit only other symbols here${freeOffer(denial)}`;
}

function freeOffer({ freeSymbols = [] }: Denial): string {
  const shown = freeSymbols.slice(0, maxFreeSymbols).map((id) => shownId(id, maxNameLength));
  return shown.length === 0 ? '' : ` (free here: ${shown.join(', ')})`;
}

/** More is in the way than the first place: who gets only that is denied again. */
function describeAlsoHeld({ filePath, alsoHeld = [] }: Denial): string {
  if (alsoHeld.length === 0) return '';
  if (alsoHeld.length > maxAlsoNamed) return 'More of the file is in your way too. ';
  const names = alsoHeld.map((symbol) => shownPart(filePath, symbol));
  return `Also in your way: ${names.join(', ')}. `;
}

function shownPart(filePath: string, symbol: string): string {
  if (symbol === wholeFile) return 'the whole file';
  return partLabel(symbolId(filePath, symbol));
}

/**
 * What both want of the file, to be spoken of together; none when it is the whole file, or more of it than can be named. Whose lines
 * touch may want different symbols.
 */
function contestedIds(denial: Denial): string[] {
  const { filePath, symbol, heldSymbol, lines, alsoHeld = [] } = denial;
  if (alsoHeld.length > maxAlsoNamed) return [];
  const isOfHolder = symbol === wholeFile || lines !== undefined;
  const wanted = [isOfHolder ? heldSymbol : symbol, ...alsoHeld];
  return [...new Set(symbolIdsUnlessWhole(filePath, wanted))];
}

function negotiationOffer(denial: Denial): string {
  const ids = contestedIds(denial);
  return [
    `negotiate_open with counterparty_session ${asJson(denial.holderSessionId)}`,
    `, file ${asJson(denial.filePath)}`,
    ids.length === 0 ? '' : `, symbol_ids ${asJson(ids)}`,
    ' and a rationale',
  ].join('');
}

function waitOffer(denial: Denial): string {
  const ids = contestedIds(denial);
  const what = (ids.length === 0 ? [denial.filePath] : ids).map(asShellWord).join(' ');
  const session =
    denial.sessionId === undefined ? '' : ` --session ${asShellWord(denial.sessionId)}`;
  return `coord wait ${what}${session}`;
}

/** `src/a.ts#login`, "the top level of src/a.ts", lines, or the path of a file that is reserved whole. */
export function describeReserved(path: string, symbol: string, lines?: LineRange): string {
  if (symbol === linesOnly) {
    const label = linesLabel(path, lines && [lines]);
    return `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`;
  }
  if (symbol === wholeFile) return `The file ${shownId(path, maxNameLength)}`;
  return symbol === ''
    ? `The top-level code of ${shownId(path, maxNameLength)}`
    : shownId(symbolId(path, symbol), maxNameLength);
}

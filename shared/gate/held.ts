import { firstFew } from '../kernel/first-few.ts';
import { minutesUntil } from '../kernel/clock.ts';
import { quoted, shownUser } from '../kernel/display.ts';
import { pathKey } from '../kernel/paths.ts';
import { refuse, type Refusal } from '../kernel/refusal.ts';
import { parseSymbolId } from '../kernel/symbol-id.ts';
import type { ConflictOptions, Reservation } from '../reservations/collisions.ts';
import { describeReserved, ofSamePerson } from '../reservations/denial.ts';
import { isShared, placeNamed, wholeFile, type Place } from '../reservations/places.ts';
import { conflictsOf } from '../reservations/rules.ts';
import { symbolIdUnlessWhole } from '../reservations/symbol-names.ts';

/** One touched file: names of symbols, or the whole file. */
export interface TouchedFile {
  readonly path: string;
  readonly symbols: readonly string[];
}

/** By path key. A file of which no symbol is named is touched whole. */
export function byFile({
  files,
  symbols,
}: {
  readonly files: readonly string[];
  readonly symbols: readonly string[];
}): Map<string, TouchedFile> {
  const found = new Map<string, { path: string; symbols: string[] }>();
  for (const id of symbols) {
    const { path, name } = parseSymbolId(id);
    const key = pathKey(path);
    const file = found.get(key) ?? { path, symbols: [] };
    file.symbols.push(name);
    found.set(key, file);
  }
  for (const path of files) {
    const key = pathKey(path);
    if (!found.has(key)) found.set(key, { path, symbols: [wholeFile] });
  }
  return found;
}

/** A reservation with what a refusal says of its holder. */
export interface HolderReservation extends Reservation {
  readonly userId: string;
  readonly userName: string;
  readonly task: string;
}

/** What another session has reserved of what a commit touches. */
export interface Held {
  readonly path: string;
  readonly reservation: HolderReservation;
}

/** GAT-8: what of a commit is held by the given reservations, which are those of other sessions in the file of a path key. */
export function heldOf(
  touched: ReadonlyMap<string, TouchedFile>,
  othersIn: (key: string) => readonly HolderReservation[],
  options: ConflictOptions,
): Held[] {
  return [...touched].flatMap(([key, { path, symbols }]) => {
    const others = othersIn(key).filter((one) => holdsByName(one, options));
    const request = { sessionId: '', places: symbols.map(placeNamed) };
    return [...conflictsOf(others, request, options)].map(({ reservation }) => ({
      path,
      reservation,
    }));
  });
}

/**
 * RSV-12 to RSV-14: whether others are kept out of the place by its name. A commit has no lines that could be compared with
 * those of a reservation.
 */
export function holdsByName(
  place: Place & { readonly asked: boolean },
  { policy }: ConflictOptions,
): boolean {
  return place.asked || place.lines === undefined || (policy !== 'lines' && !isShared(place));
}

/** Who asks, and what has not been done because of what is held. */
export interface HeldAnswer {
  readonly userId: string;
  /** Empty when the caller acts for no session. */
  readonly sessionId: string;
  readonly nowMs: number;
  /** A sentence. */
  readonly undone: string;
}

/** GAT-8: the Conflict that names the holder of the first, and the others; undefined when nothing is held. */
export function refuseHeld([first, ...more]: readonly Held[], answer: HeldAnswer) {
  return first === undefined ? undefined : heldByOther(first, more, answer);
}

function heldByOther(
  { path, reservation }: Held,
  more: readonly Held[],
  { userId, sessionId, nowMs, undone }: HeldAnswer,
): Refusal {
  const { userName, task, symbol, sessionId: holder } = reservation;
  const minutes = minutesUntil(reservation.expiresAt, nowMs);
  const isOwn = reservation.userId === userId;
  const message = [
    `${describeReserved(path, symbol)} is held by ${shownUser(userName)}`,
    isOwn && sessionId !== '' ? `, by ${ofSamePerson}` : '',
    task === '' ? '' : ` (task: ${quoted(task)})`,
    `, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} remaining. ${undone} `,
    'Wait until the reservation ends, or open a negotiation with the holder.',
    alsoHeld(more),
    isOwn && sessionId === '' ? ifYours(holder) : '',
  ];
  return refuse('Conflict', message.join(''), {
    file: path,
    symbol_id: symbolIdUnlessWhole(path, symbol),
    holder: userName,
    holder_session_id: holder,
    minutes_remaining: minutes,
  });
}

function ifYours(sessionId: string): string {
  return ` If that session is yours, give its session_id ${sessionId} (\`coord gate\`: --session ${sessionId}).`;
}

const maxAlsoNamed = 5;

/** So that not each of them is met by another run of the gate. */
function alsoHeld(more: readonly Held[]): string {
  if (more.length === 0) return '';
  const named = ({ path, reservation: { symbol, userName } }: Held) =>
    `${describeReserved(path, symbol)} (${shownUser(userName)})`;
  return ` Also held: ${firstFew(more, maxAlsoNamed, named)}.`;
}

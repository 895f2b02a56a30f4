import {
  collisionOf,
  type Collision,
  type ConflictOptions,
  type Reservation,
  type WantedPlace,
} from './collisions.ts';
import { mergedLines, type LineRange, type Lines } from './lines.ts';
import { covers, placeNamed, placesOverlap, wholeFile, type Place } from './places.ts';
import { PlaceIndex } from './place-index.ts';
import { grouped } from '../kernel/grouped.ts';
import { nameOfSymbol } from '../kernel/symbol-id.ts';
import type { ConflictRecord } from './contract.ts';

/** What one session wants of one file. */
export interface ReservationRequest {
  readonly sessionId: string;
  readonly places: readonly WantedPlace[];
}

/** A wanted place and the reservation of another session with which it collides. */
export interface Conflict<R extends Reservation = Reservation> {
  readonly symbol: string;
  readonly reservation: R;
  readonly by: Collision['by'];
  /** The holder's lines that are touched, in the holder's base. */
  readonly lines?: LineRange | undefined;
}

/** A place as the session has it from now on. */
export type GrantedPlace = Place & { readonly asked: boolean };

export interface AcquireOutcome<R extends Reservation = Reservation> {
  /** What the session has now, with all lines that it changed there. */
  readonly granted: readonly GrantedPlace[];
  readonly conflicts: readonly Conflict<R>[];
  /** Own reservations that a new one of the whole file replaces. */
  readonly absorbed: readonly R[];
}

export function isLive(reservation: Pick<Reservation, 'expiresAt'>, nowMs: number): boolean {
  return reservation.expiresAt > nowMs;
}

/** RSV-4: the first live reservation of another session that collides with the request; undefined when the write may go ahead. */
export function findConflict<R extends Reservation>(
  reservations: Iterable<R>,
  request: ReservationRequest,
  options: ConflictOptions,
): Conflict<R> | undefined {
  return conflictsOf(reservations, request, options).next().value;
}

/** RSV-4: the live reservations of other sessions that collide with the request, each with the first place that it collides with. */
export function* conflictsOf<R extends Reservation>(
  reservations: Iterable<R>,
  { sessionId, places }: ReservationRequest,
  options: ConflictOptions,
): Generator<Conflict<R>, undefined> {
  const live = [...reservations].filter((reservation) => isLive(reservation, options.nowMs));
  const wanted = new PlaceIndex(places, options);
  const fences = ownFences(live, sessionId);
  for (const reservation of live) {
    if (reservation.sessionId === sessionId) continue;
    for (const place of wanted.around(reservation)) {
      const conflict = conflictBetween(place, reservation, { ...options, fences });
      if (conflict === undefined) continue;
      yield conflict;
      break;
    }
  }
  return undefined;
}

function conflictBetween<R extends Reservation>(
  wanted: WantedPlace,
  reservation: R,
  { fences, ...options }: ConflictOptions & { readonly fences: ReadonlyMap<string, number> },
): Conflict<R> | undefined {
  const collision = collisionOf(wanted, reservation, options);
  if (collision === undefined) return undefined;
  // RSV-7: a change of the policy can make live reservations collide. Then the one that was there first goes on.
  const isOlder = (fences.get(wanted.symbol) ?? Infinity) < reservation.fence;
  if (collision.by === 'name' && isOlder) return undefined;
  return { symbol: wanted.symbol, reservation, ...collision };
}

/** The fence of each place that the session holds; of several the first. */
function ownFences(
  reservations: readonly Reservation[],
  sessionId: string,
): ReadonlyMap<string, number> {
  const fences = new Map<string, number>();
  for (const one of reservations) {
    if (one.sessionId !== sessionId) continue;
    fences.set(one.symbol, Math.min(one.fence, fences.get(one.symbol) ?? Infinity));
  }
  return fences;
}

/**
 * RSV-1, RSV-2, RSV-6: the effect of a write. The session gets, or extends, what nobody else has reserved, and is told of
 * the rest. What it has afterwards is what is held against the others, earlier lines of its own included.
 */
export function acquire<R extends Reservation>(
  reservations: readonly R[],
  request: ReservationRequest,
  options: ConflictOptions,
): AcquireOutcome<R> {
  const { sessionId } = request;
  const live = reservations.filter((reservation) => isLive(reservation, options.nowMs));
  const own = live.filter((reservation) => reservation.sessionId === sessionId);
  const bySymbol = grouped(own, ({ symbol }) => symbol);
  const places = coveredBy(own, request.places).map((place) => extendedBy(own, bySymbol, place));
  const conflicts = nearestConflicts(live, { sessionId, places }, options);
  const granted = places.filter((place) => !conflicts.has(place));
  const whole = granted.find(({ symbol }) => symbol === wholeFile);
  const absorbed = whole === undefined ? [] : own.filter((one) => isAbsorbed(one, whole));
  return { granted, conflicts: places.flatMap((place) => conflicts.get(place) ?? []), absorbed };
}

/**
 * RSV-6: of several holders the one that has the very place is named, then one whose place overlaps it: the lines may be those of the
 * whole write.
 */
function nearestConflicts<R extends Reservation>(
  live: readonly R[],
  { sessionId, places }: ReservationRequest,
  options: ConflictOptions,
): ReadonlyMap<WantedPlace, Conflict<R>> {
  const wanted = new PlaceIndex(places, options);
  const fences = ownFences(live, sessionId);
  const found = new Map<WantedPlace, Conflict<R>>();
  for (const reservation of live) {
    if (reservation.sessionId === sessionId) continue;
    for (const place of wanted.around(reservation)) {
      const known = found.get(place)?.reservation;
      if (known !== undefined && distance(known, place) <= distance(reservation, place)) continue;
      const conflict = conflictBetween(place, reservation, { ...options, fences });
      if (conflict !== undefined) found.set(place, conflict);
    }
  }
  return found;
}

function distance(held: Place, wanted: Place): number {
  if (held.symbol === wanted.symbol) return 0;
  return placesOverlap(held, wanted) ? 1 : 2;
}

/**
 * RSV-7: whether a session's reservation of the whole file replaces this other one of its own. One that was asked for stays
 * beside a whole file that others may share by lines.
 */
export function isAbsorbed(one: GrantedPlace, whole: GrantedPlace): boolean {
  if (one.symbol === wholeFile) return false;
  return !one.asked || whole.asked || whole.lines === undefined;
}

/** A session that has, or asks for, the whole file needs no other place of it: then the lines go to the whole file. */
function coveredBy(
  own: readonly Reservation[],
  places: readonly WantedPlace[],
): readonly WantedPlace[] {
  const hasWhole = own.some(({ symbol }) => symbol === wholeFile);
  if (!hasWhole && places.every(({ symbol }) => symbol !== wholeFile)) return distinct(places);
  const asked = places.some((place) => place.asked);
  return [{ symbol: wholeFile, within: wholeFile, lines: linesOfAll(places), asked }];
}

/** Each place once, with the lines of all entries of its name. */
function distinct(places: readonly WantedPlace[]): readonly WantedPlace[] {
  const bySymbol = new Map<string, WantedPlace>();
  for (const place of places) {
    const known = bySymbol.get(place.symbol);
    const lines = known === undefined ? place.lines : linesOfAll([known, place]);
    bySymbol.set(place.symbol, { ...place, lines });
  }
  return [...bySymbol.values()];
}

/** The lines of one write; unknown when those of one place are. */
function linesOfAll([first, ...rest]: readonly Place[]): Lines | undefined {
  return rest.reduce<Lines | undefined>((sum, { lines }) => {
    if (sum === undefined || lines === undefined || sum.base !== lines.base) return undefined;
    return mergedLines(sum, lines);
  }, first?.lines);
}

/** The place as the session would have it: with what it had there before, or in the places that the whole file replaces. */
function extendedBy(
  own: readonly Reservation[],
  bySymbol: ReadonlyMap<string, readonly Reservation[]>,
  place: WantedPlace,
): GrantedPlace {
  // A daemon may know of several: what the log shows, and what it does not show yet.
  const same = bySymbol.get(place.symbol) ?? [];
  if (place.asked === true)
    return { ...place, lines: same.find(({ lines }) => lines)?.lines, asked: true };
  const isWhole = place.symbol === wholeFile;
  const before = isWhole ? own.filter((one) => same.includes(one) || !one.asked) : same;
  const lines = before.reduce((sum, one) => linesAfter(one, sum), place.lines);
  return { ...place, lines, asked: same.some(({ asked }) => asked) };
}

/** Lines that are unknown stay so, unless the reservation was only asked for and nothing written yet. */
function linesAfter(before: Reservation, added: Lines | undefined): Lines | undefined {
  if (before.lines === undefined && !before.asked) return undefined;
  return mergedLines(before.lines, added);
}

type Named = Pick<ConflictRecord, 'symbol_id' | 'held_symbol_id' | 'holder_session_id'>;

/**
 * RSV-6: the conflicts of one write as they are told: each of a place that the holder has. All places of a write may have the same
 * lines, as when a file is removed: what only these lines refuse is told once, and not where another conflict names what is held.
 */
export function toldConflicts<T extends Named>(conflicts: readonly T[]): T[] {
  const named = new Set(conflicts.filter(isOfHolder).map(heldPlace));
  return conflicts.flatMap((one) => {
    if (isOfHolder(one)) return [one];
    const held = heldPlace(one);
    if (named.has(held)) return [];
    named.add(held);
    return [{ ...one, symbol_id: one.held_symbol_id }];
  });
}

/** Whether the holder has the written place. */
function isOfHolder({ symbol_id: written, held_symbol_id: held }: Named): boolean {
  if (held === undefined) return true;
  if (written === undefined) return false;
  return covers(placeNamed(nameOfSymbol(held)), placeNamed(nameOfSymbol(written)));
}

function heldPlace({ held_symbol_id: held = '', holder_session_id: holder }: Named): string {
  return `${holder}\n${held}`;
}

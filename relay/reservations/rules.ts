import {
  overlapUnder,
  type ConflictOptions,
  type Reservation,
  type WantedPlace,
} from '../../shared/reservations/collisions.ts';
import { askedPlaces, placeNamed, wholeFile } from '../../shared/reservations/places.ts';
import {
  acquire,
  findConflict,
  isLive,
  type AcquireOutcome,
  type GrantedPlace,
} from '../../shared/reservations/rules.ts';

/** One session hands symbols of a file over to another. Symbols are names, `*` for the whole file. */
export interface TransferRequest {
  readonly from: string;
  readonly to: string;
  readonly given: readonly string[];
  /** What the giver is to hold afterwards. */
  readonly kept: readonly string[];
}

export interface TransferDecision<H extends Reservation = Reservation> {
  /** The reservations that the giver loses. */
  readonly released: readonly H[];
  /** The places that the taker acquires. */
  readonly granted: readonly GrantedPlace[];
  /** The taker's reservations of symbols that its new whole-file reservation replaces. */
  readonly absorbed: readonly H[];
  /** The places that the giver acquires in place of a whole-file reservation. */
  readonly regranted: readonly GrantedPlace[];
}

/**
 * NEG-2, NEG-4, RSV-13: decides a transfer over all reservations of the file. A whole-file reservation of the giver ends with
 * the first symbol that it gives, and so does one of a container; with a container its parts are given. A third session keeps
 * what it holds: the taker gets only what the giver held or nobody holds.
 */
export function decideTransfer<H extends Reservation>(
  reservations: readonly H[],
  { from, to, given, kept }: TransferRequest,
  options: ConflictOptions,
): TransferDecision<H> {
  const live = reservations.filter((reservation) => isLive(reservation, options.nowMs));
  const released = live.filter(
    (one) => one.sessionId === from && isReleased(one, { given, kept }, options),
  );
  const rest = live.filter((reservation) => !released.includes(reservation));
  const { granted, absorbed } = acquireGiven(rest, { to, given, released }, options);
  const ownOrGiven = [...rest.filter(({ sessionId }) => sessionId === from), ...granted];
  const isFree = (place: WantedPlace) =>
    !ownOrGiven.some((other) => overlapUnder(options.policy, other, place)) &&
    findConflict(rest, { sessionId: from, places: [place] }, options) === undefined;
  return { released, granted, absorbed, regranted: askedPlaces(kept).filter(isFree) };
}

/** A giver that keeps only some symbols of a file releases its whole-file reservation. */
function isReleased(
  held: Reservation,
  { given, kept }: Pick<TransferRequest, 'given' | 'kept'>,
  { policy }: ConflictOptions,
): boolean {
  if (given.some((symbol) => overlapUnder(policy, placeNamed(symbol), held))) return true;
  return held.symbol === wholeFile && kept.length > 0 && !kept.includes(wholeFile);
}

interface Given<H extends Reservation> extends Pick<TransferRequest, 'to' | 'given'> {
  readonly released: readonly H[];
}

/** When a third session holds a part of the file, the taker of the whole file gets what the giver released. */
function acquireGiven<H extends Reservation>(
  rest: readonly H[],
  { to, given, released }: Given<H>,
  options: ConflictOptions,
): Pick<AcquireOutcome<H>, 'granted' | 'absorbed'> {
  if (given.length === 0) return { granted: [], absorbed: [] };
  const wanted = acquire(rest, { sessionId: to, places: askedPlaces(given) }, options);
  if (wanted.granted.length > 0 || !given.includes(wholeFile)) return wanted;
  const places = released.map(({ symbol, within }) => ({ symbol, within, asked: true }));
  return places.length === 0 ? wanted : acquire(rest, { sessionId: to, places }, options);
}

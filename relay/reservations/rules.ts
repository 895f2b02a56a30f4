import {
  findConflict,
  isLive,
  overlaps,
  acquire,
  wholeFile,
  type Reservation,
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
  /** The symbols that the taker acquires. */
  readonly granted: readonly string[];
  /** The taker's reservations of symbols that its new whole-file reservation replaces. */
  readonly absorbed: readonly H[];
  /** The symbols that the giver acquires in place of a whole-file reservation. */
  readonly regranted: readonly string[];
}

/**
 * NEG-2, NEG-4: decides a transfer over all reservations of the file. A whole-file reservation of the giver ends with the
 * first symbol that it gives. A third session keeps what it holds: the taker gets only what the giver held or nobody holds.
 */
export function decideTransfer<H extends Reservation>(
  reservations: readonly H[],
  { from, to, given, kept }: TransferRequest,
  nowMs: number,
): TransferDecision<H> {
  const live = reservations.filter((reservation) => isLive(reservation, nowMs));
  const released = live.filter(
    (reservation) => reservation.sessionId === from && isReleased(reservation, { given, kept }),
  );
  const rest = live.filter((reservation) => !released.includes(reservation));
  const { granted, absorbed } = acquireGiven(rest, { to, given, released }, nowMs);
  const ownOrGiven = [
    ...rest.filter(({ sessionId }) => sessionId === from).map(({ symbol }) => symbol),
    ...granted,
  ];
  const regranted = kept.filter(
    (symbol) =>
      !ownOrGiven.some((other) => overlaps(other, symbol)) &&
      findConflict(rest, { sessionId: from, symbols: [symbol] }, nowMs) === undefined,
  );
  return { released, granted, absorbed, regranted };
}

/** A giver that keeps only some symbols of a file releases its whole-file reservation. */
function isReleased(
  { symbol: reserved }: Reservation,
  { given, kept }: Pick<TransferRequest, 'given' | 'kept'>,
): boolean {
  if (given.some((symbol) => overlaps(symbol, reserved))) return true;
  return reserved === wholeFile && kept.length > 0 && !kept.includes(wholeFile);
}

interface Given<H extends Reservation> extends Pick<TransferRequest, 'to' | 'given'> {
  readonly released: readonly H[];
}

/** When a third session holds a part of the file, the taker of the whole file gets the symbols that the giver released. */
function acquireGiven<H extends Reservation>(
  rest: readonly H[],
  { to, given, released }: Given<H>,
  nowMs: number,
): { granted: readonly string[]; absorbed: readonly H[] } {
  if (given.length === 0) return { granted: [], absorbed: [] };
  const wanted = acquire(rest, { sessionId: to, symbols: given }, nowMs);
  if (wanted.granted.length > 0 || !given.includes(wholeFile)) return wanted;
  const symbols = released.map(({ symbol }) => symbol);
  return symbols.length === 0 ? wanted : acquire(rest, { sessionId: to, symbols }, nowMs);
}

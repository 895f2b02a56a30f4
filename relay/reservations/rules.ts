import {
  findConflict,
  isLive,
  overlaps,
  acquire,
  wholeFile,
  type Reservation,
} from '../../shared/reservations/rules.ts';

/** One session gives symbols of a file to another. Names of symbols, or the whole file. */
export interface TransferRequest {
  readonly from: string;
  readonly to: string;
  readonly given: readonly string[];
  /** What the giver is to have afterwards, where it held the whole file or less. */
  readonly kept: readonly string[];
}

export interface TransferDecision<H extends Reservation = Reservation> {
  /** What the giver no longer holds. */
  readonly released: readonly H[];
  /** What the taker holds from now on. */
  readonly granted: readonly string[];
  /** Holds of the taker that a whole-file hold takes the place of. */
  readonly absorbed: readonly H[];
  /** What the giver holds from now on and did not before. */
  readonly regranted: readonly string[];
}

/**
 * NEG-2, NEG-4: what changes hands, decided over all holds of the file. A whole-file hold of the giver ends with the first
 * symbol that is given. What a third session holds stays with it: then only what is the giver's, or nobody's, is given.
 */
export function decideTransfer<H extends Reservation>(
  holds: readonly H[],
  { from, to, given, kept }: TransferRequest,
  nowMs: number,
): TransferDecision<H> {
  const live = holds.filter((hold) => isLive(hold, nowMs));
  const released = live.filter((hold) => hold.sessionId === from && isGiven(hold, { given, kept }));
  const rest = live.filter((hold) => !released.includes(hold));
  const { granted, absorbed } = take(rest, { to, given, released }, nowMs);
  const taken = granted.map((symbol) => ({ symbol, sessionId: to }));
  const stillHeld = rest.filter((hold) => hold.sessionId === from);
  const regranted = kept.filter(
    (symbol) =>
      !stillHeld.some((hold) => overlaps(hold.symbol, symbol)) &&
      !taken.some((hold) => overlaps(hold.symbol, symbol)) &&
      findConflict(rest, { sessionId: from, symbols: [symbol] }, nowMs) === undefined,
  );
  return { released, granted, absorbed, regranted };
}

/** Who holds the whole file and keeps some symbols of it gives up the rest. */
function isGiven(
  hold: Reservation,
  { given, kept }: Pick<TransferRequest, 'given' | 'kept'>,
): boolean {
  if (given.some((symbol) => overlaps(symbol, hold.symbol))) return true;
  return hold.symbol === wholeFile && kept.length > 0 && !kept.includes(wholeFile);
}

interface Taking<H extends Reservation> {
  readonly to: string;
  readonly given: readonly string[];
  readonly released: readonly H[];
}

/** The whole file cannot be had while a third session holds a part of it; what the giver held of it can. */
function take<H extends Reservation>(
  rest: readonly H[],
  { to, given, released }: Taking<H>,
  nowMs: number,
): { granted: readonly string[]; absorbed: readonly H[] } {
  if (given.length === 0) return { granted: [], absorbed: [] };
  const wanted = acquire(rest, { sessionId: to, symbols: given }, nowMs);
  if (wanted.granted.length > 0 || !given.includes(wholeFile)) return wanted;
  const symbols = released.map((hold) => hold.symbol);
  return symbols.length === 0 ? wanted : acquire(rest, { sessionId: to, symbols }, nowMs);
}

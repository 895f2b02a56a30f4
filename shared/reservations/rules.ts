/** The symbol of a reservation of the whole file. The file's top level is the empty name. */
export const wholeFile = '*';

/** What a session holds: at most one for each (workspace, file, symbol) (RSV-7). Times are milliseconds of the relay's clock. */
export interface Reservation {
  readonly filePath: string;
  readonly symbol: string;
  readonly sessionId: string;
  readonly fence: number;
  readonly expiresAt: number;
}

/** What one session wants to write in one file: names of symbols, or the whole file. */
export interface ReservationRequest {
  readonly sessionId: string;
  readonly symbols: readonly string[];
}

/** A requested symbol and the reservation of another session that overlaps it. */
export interface Conflict<R extends Reservation = Reservation> {
  readonly symbol: string;
  readonly reservation: R;
}

export interface AcquireOutcome<R extends Reservation = Reservation> {
  /** The symbols that the session has now. */
  readonly granted: readonly string[];
  readonly conflicts: readonly Conflict<R>[];
  /** Own reservations of symbols that a new one of the whole file replaces. */
  readonly absorbed: readonly R[];
}

export function isLive(reservation: Reservation, nowMs: number): boolean {
  return reservation.expiresAt > nowMs;
}

/** RSV-3: the whole file overlaps every symbol; different symbols do not overlap. */
export function overlaps(one: string, other: string): boolean {
  return one === other || one === wholeFile || other === wholeFile;
}

/** RSV-4: the first live reservation of another session that overlaps the request; undefined when the write may go ahead. */
export function findConflict<R extends Reservation>(
  reservations: Iterable<R>,
  request: ReservationRequest,
  nowMs: number,
): Conflict<R> | undefined {
  for (const reservation of reservations) {
    if (reservation.sessionId === request.sessionId || !isLive(reservation, nowMs)) continue;
    const symbol = request.symbols.find((wanted) => overlaps(wanted, reservation.symbol));
    if (symbol !== undefined) return { symbol, reservation };
  }
  return undefined;
}

/**
 * RSV-1, RSV-2, RSV-6: the effect of a write. The session gets, or extends, what nobody else has reserved, and is told of
 * the rest.
 */
export function acquire<R extends Reservation>(
  reservations: readonly R[],
  request: ReservationRequest,
  nowMs: number,
): AcquireOutcome<R> {
  const { sessionId } = request;
  const live = reservations.filter((reservation) => isLive(reservation, nowMs));
  const own = live.filter((reservation) => reservation.sessionId === sessionId);
  const granted: string[] = [];
  const conflicts: Conflict<R>[] = [];
  for (const symbol of coveredBy(own, request.symbols)) {
    const conflict = findConflict(live, { sessionId, symbols: [symbol] }, nowMs);
    if (conflict === undefined) granted.push(symbol);
    else conflicts.push(conflict);
  }
  const absorbed = granted.includes(wholeFile)
    ? own.filter(({ symbol }) => symbol !== wholeFile)
    : [];
  return { granted, conflicts, absorbed };
}

/** A session that has, or asks for, the whole file needs no symbols of it beside. */
function coveredBy(own: readonly Reservation[], symbols: readonly string[]): readonly string[] {
  const whole = symbols.includes(wholeFile) || own.some(({ symbol }) => symbol === wholeFile);
  return whole ? [wholeFile] : [...new Set(symbols)];
}

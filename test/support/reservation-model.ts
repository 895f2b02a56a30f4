import type { Model, Operation } from './linearizability.ts';

/** Stands for the whole file among the symbols. */
export const wholeFile = '*';

/** When the client called and got its answer, in milliseconds; `returnAt` may be `Infinity`. */
export type Window = { callAt: number; returnAt: number };

/**
 * `acquire` is a write reported (`postToolUse`), `check` a write asked for (`preToolUse`), `end` the
 * end of the session. Several symbols, or `wholeFile` alone.
 */
type Request =
  | { kind: 'acquire'; symbols: readonly string[] }
  | { kind: 'check'; symbols: readonly string[] }
  | { kind: 'end' };

export type ReservationInput = Window & { session: string } & Request;

export type Conflict = { symbol: string; holder: string };

/** `expiresAtMs` is null when nothing was reserved. */
export type AcquireAnswer = {
  kind: 'acquired';
  reserved: readonly string[];
  conflicts: readonly Conflict[];
  expiresAtMs: number | null;
};

export type CheckAnswer = { kind: 'allow' } | { kind: 'deny'; holder: string };

export type ReservationAnswer = AcquireAnswer | CheckAnswer | { kind: 'ended' };

export type ReservationOperation = Operation<ReservationInput, ReservationAnswer>;

/** Certainly live before `liveUntilMs`, certainly gone from `goneFromMs`, unknown in between. */
export type Reservation = {
  symbol: string;
  holder: string;
  liveUntilMs: number;
  goneFromMs: number;
};

/**
 * One file: its reservations, at most one for each symbol, and the earliest moment at which the
 * latest operation can have taken effect. Whatever follows it cannot have returned before.
 */
export type FileState = { reservations: readonly Reservation[]; notBeforeMs: number };

export type ReservationModelOptions = {
  ttlMs: number;
  /** How far the relay's clock and the client's may be apart, rounding to milliseconds included. */
  clockSlackMs?: number;
};

/**
 * The reservations of one file (RSV-1 to RSV-8) as a model for `checkLinearizable`, with the file
 * as partition. The relay's time of an operation is only known to lie in its window, and exactly
 * only where a grant's expiry shows it; so a reservation that expires within the window may be
 * either live or gone. An edit prolongs the reservations of what it acquires; a reservation of the
 * same session that overlaps it may be prolonged too or not. In a conflict, both the symbol asked
 * for and the symbol held are good names; to whoever holds the whole file the answer may name the
 * file instead of a symbol of it.
 */
export function reservationModel({
  ttlMs,
  clockSlackMs = 1,
}: ReservationModelOptions): Model<FileState, ReservationInput, ReservationAnswer> {
  return {
    initial: () => ({ reservations: [], notBeforeMs: -Infinity }),
    key: ({ reservations, notBeforeMs }) =>
      `${notBeforeMs} ${reservations.map(keyOf).toSorted().join(' ')}`,
    step: (state, input, answer) => {
      const time = {
        earliest: input.callAt - clockSlackMs,
        latest: input.returnAt + clockSlackMs,
      };
      if (time.latest < state.notBeforeMs) return [];
      const { reservations, notBeforeMs } = state;
      return outcomes(reservations, input, { answer, time, ttlMs }).map((outcome) => ({
        reservations: outcome.reservations,
        notBeforeMs: Math.max(notBeforeMs, outcome.notBeforeMs),
      }));
    },
    lateKey: (input) => (input.kind === 'end' ? `end ${input.session}` : JSON.stringify(input)),
  };
}

/** What every operation of a history needs beside its kind. */
export type Call = Window & {
  process: string | number;
  session: string;
  file: string;
  /** By how much the clock of the relay is ahead of the one that gave the window, in milliseconds. */
  wallDriftMs?: number;
};

/** A reported write; `answer` is undefined when none came. No symbols mean the whole file. */
export function acquire(
  call: Call & { symbols: readonly string[] },
  answer: AcquireAnswer | undefined,
): ReservationOperation {
  return toOperation(call, { kind: 'acquire', symbols: symbolsOf(call) }, answer);
}

/** A question whether a write is free; `answer` is undefined when none came. */
export function check(
  call: Call & { symbols: readonly string[] },
  answer: CheckAnswer | undefined,
): ReservationOperation {
  return toOperation(call, { kind: 'check', symbols: symbolsOf(call) }, answer);
}

/** The end of a session: one operation for each file in which it may have reserved something, all in the same window. */
export function end(
  { files, ...call }: Omit<Call, 'file'> & { files: readonly string[] },
  answer: { kind: 'ended' } | undefined,
): ReservationOperation[] {
  return files.map((file) => toOperation({ ...call, file }, { kind: 'end' }, answer));
}

function symbolsOf({ symbols }: { symbols: readonly string[] }): readonly string[] {
  return symbols.length > 0 ? symbols : [wholeFile];
}

/** Without an answer the window stays open: the relay may act on the call at any later time. */
function toOperation(
  { process, session, file, callAt, returnAt: answeredAt, wallDriftMs = 0 }: Call,
  request: Request,
  output: ReservationAnswer | undefined,
): ReservationOperation {
  const returnAt = output === undefined ? Infinity : answeredAt;
  const wall = { callAt: callAt + wallDriftMs, returnAt: returnAt + wallDriftMs };
  const input = { ...request, session, ...wall };
  return { process, partition: file, input, output, callAt, returnAt };
}

type Time = { earliest: number; latest: number };
type Asked = { session: string; symbols: readonly string[] };
type Given = { answer: ReservationAnswer | undefined; time: Time; ttlMs: number };

function outcomes(
  reservations: readonly Reservation[],
  input: ReservationInput,
  given: Given,
): FileState[] {
  switch (input.kind) {
    case 'end': {
      const left = reservations.filter(({ holder }) => holder !== input.session);
      return [{ reservations: left, notBeforeMs: -Infinity }];
    }
    case 'check':
      return checkOutcomes(reservations, input, given);
    case 'acquire':
      return acquireOutcomes(reservations, input, given);
  }
}

function checkOutcomes(
  reservations: readonly Reservation[],
  { session, symbols }: Asked,
  { answer, time, ttlMs }: Given,
): FileState[] {
  const rivals = rivalsOf(reservations, session, symbols);
  const unchanged = { reservations, notBeforeMs: -Infinity };
  switch (answer?.kind) {
    case undefined:
      return [unchanged];
    case 'allow': {
      const isPossible = rivals.every((rival) => canBeGone(rival, time));
      return isPossible ? [{ reservations, notBeforeMs: lastEndOf(rivals) }] : [];
    }
    case 'deny':
      return rivals
        .filter((rival) => rival.holder === answer.holder && canBeLive(rival, time))
        .map((rival) => ({
          reservations: seenLive(reservations, rival, time.latest + ttlMs),
          notBeforeMs: -Infinity,
        }));
    default:
      throw new Error(`a check cannot be answered with ${answer?.kind}`);
  }
}

/** What is seen live was granted before, so it ends at most one lifetime later. */
function seenLive(
  reservations: readonly Reservation[],
  seen: Reservation,
  goneFromMs: number,
): Reservation[] {
  return reservations.map((reservation) =>
    reservation === seen && reservation.goneFromMs > goneFromMs
      ? { ...reservation, goneFromMs }
      : reservation,
  );
}

function acquireOutcomes(
  reservations: readonly Reservation[],
  asked: Asked,
  given: Given,
): FileState[] {
  const { answer, time, ttlMs } = given;
  if (answer === undefined) return unansweredOutcomes(reservations, asked, given);
  if (answer.kind !== 'acquired')
    throw new Error(`an acquire cannot be answered with ${answer.kind}`);
  const { reserved, expiresAtMs } = answer;
  if (reserved.length === 0) {
    const isPossible = isPossibleAnswer(reservations, asked, { answer, time });
    return isPossible ? [{ reservations, notBeforeMs: -Infinity }] : [];
  }
  if (expiresAtMs === null) return [];
  const grantedAt = expiresAtMs - ttlMs;
  if (grantedAt < time.earliest || grantedAt > time.latest) return [];
  const exactly = { earliest: grantedAt, latest: grantedAt };
  const wanted = isWidened(reservations, asked, { answer, time: exactly })
    ? { ...asked, symbols: [wholeFile] }
    : asked;
  if (!isPossibleAnswer(reservations, wanted, { answer, time: exactly })) return [];
  return [grant(reservations, asked.session, { symbols: reserved, time: exactly, ttlMs })];
}

/** To whoever holds the whole file the answer may name the file instead of the symbols asked for. */
function isWidened(
  reservations: readonly Reservation[],
  { session }: Asked,
  { answer, time }: { answer: AcquireAnswer; time: Time },
): boolean {
  return (
    answer.reserved.includes(wholeFile) &&
    reservations.some(
      (reservation) =>
        reservation.symbol === wholeFile &&
        reservation.holder === session &&
        canBeLive(reservation, time),
    )
  );
}

function isPossibleAnswer(
  reservations: readonly Reservation[],
  { session, symbols }: Asked,
  { answer, time }: { answer: AcquireAnswer; time: Time },
): boolean {
  const { reserved, conflicts } = answer;
  const refused = symbols.filter((symbol) => !reserved.includes(symbol));
  const displaced = rivalsOf(reservations, session, reserved);
  const blockers = rivalsOf(reservations, session, refused).filter(
    (rival) => !displaced.includes(rival) && canBeLive(rival, time),
  );
  const isExplained = (conflict: Conflict, asked: string): boolean =>
    blockers.some(
      ({ symbol, holder }) =>
        holder === conflict.holder &&
        overlaps(symbol, asked) &&
        [symbol, asked].includes(conflict.symbol),
    );
  return (
    reserved.every((symbol) => symbols.includes(symbol)) &&
    displaced.every((rival) => canBeGone(rival, time)) &&
    conflicts.every((conflict) => refused.some((asked) => isExplained(conflict, asked))) &&
    refused.every((asked) => conflicts.some((conflict) => isExplained(conflict, asked)))
  );
}

/** Every way in which the rivals whose end is uncertain may have been live or gone. */
function unansweredOutcomes(
  reservations: readonly Reservation[],
  { session, symbols }: Asked,
  { time, ttlMs }: Given,
): FileState[] {
  let liveSets: Reservation[][] = [[]];
  for (const rival of rivalsOf(reservations, session, symbols)) {
    const withRival = liveSets.map((live) => [...live, rival]);
    if (!canBeGone(rival, time)) liveSets = withRival;
    else if (canBeLive(rival, time)) liveSets = [...liveSets, ...withRival];
  }
  return liveSets.map((live) => {
    const free = symbols.filter((asked) => !live.some(({ symbol }) => overlaps(symbol, asked)));
    return grant(reservations, session, { symbols: free, time, ttlMs });
  });
}

/** The file after `session` took `symbols`; a rival's reservation that overlaps them has expired. */
function grant(
  reservations: readonly Reservation[],
  session: string,
  { symbols, time, ttlMs }: { symbols: readonly string[]; time: Time; ttlMs: number },
): FileState {
  const displaced = rivalsOf(reservations, session, symbols);
  const grantedAt = Math.max(time.earliest, lastEndOf(displaced));
  const expiry = { liveUntilMs: grantedAt + ttlMs, goneFromMs: time.latest + ttlMs };
  const kept = reservations.filter(
    (reservation) =>
      !displaced.includes(reservation) &&
      !(reservation.holder === session && symbols.includes(reservation.symbol)),
  );
  const isAcquired = ({ symbol }: Reservation): boolean =>
    symbols.some((taken) => overlaps(symbol, taken));
  const taken = symbols.map((symbol) => ({ symbol, holder: session, ...expiry }));
  return {
    reservations: [
      ...kept.map((reservation) =>
        isAcquired(reservation) ? prolong(reservation, expiry.goneFromMs, time) : reservation,
      ),
      ...taken,
    ],
    notBeforeMs: symbols.length > 0 ? grantedAt : -Infinity,
  };
}

/** When the last of these is gone at the earliest. */
function lastEndOf(reservations: readonly Reservation[]): number {
  return Math.max(-Infinity, ...reservations.map(({ liveUntilMs }) => liveUntilMs));
}

function prolong(reservation: Reservation, goneFromMs: number, time: Time): Reservation {
  if (!canBeLive(reservation, time)) return reservation;
  return { ...reservation, goneFromMs: Math.max(reservation.goneFromMs, goneFromMs) };
}

function rivalsOf(
  reservations: readonly Reservation[],
  session: string,
  symbols: readonly string[],
): Reservation[] {
  return reservations.filter(
    ({ symbol, holder }) => holder !== session && symbols.some((asked) => overlaps(symbol, asked)),
  );
}

function overlaps(a: string, b: string): boolean {
  return a === b || a === wholeFile || b === wholeFile;
}

function canBeLive({ goneFromMs }: Reservation, { earliest }: Time): boolean {
  return earliest < goneFromMs;
}

function canBeGone({ liveUntilMs }: Reservation, { latest }: Time): boolean {
  return latest >= liveUntilMs;
}

function keyOf({ symbol, holder, liveUntilMs, goneFromMs }: Reservation): string {
  const until = liveUntilMs === goneFromMs ? `${goneFromMs}` : `${liveUntilMs}..${goneFromMs}`;
  return `${symbol}:${holder}<${until}`;
}

import fc from 'fast-check';
import { check, end, acquire, wholeFile } from './reservation-model.ts';
import type { Conflict, ReservationOperation, AcquireAnswer } from './reservation-model.ts';

/** What one simulated session wants to do next; durations are in milliseconds. */
export type Intent = {
  session: number;
  file: number;
  action: 'acquire' | 'check' | 'end';
  symbols: readonly string[];
  /** From the session's previous answer to this call. */
  pauseMs: number;
  /** From the call to the moment at which the relay acts. */
  requestMs: number;
  /** From that moment to the answer. */
  responseMs: number;
  fate: 'answered' | 'answer lost' | 'request lost';
};

export type SimulationShape = {
  sessions: number;
  files: number;
  /** How long a reservation lasts without an edit. */
  ttlMs: number;
  /** How many intents in a hundred get no answer. */
  lostPercent: number;
  /** False for histories in which each operation returns before the next one is called. */
  concurrent: boolean;
};

/** Intents of sessions that edit the same few symbols of the same few files. */
export function intents({ sessions, files, lostPercent }: SimulationShape): fc.Arbitrary<Intent> {
  const lostWeight = Math.ceil(lostPercent / 2);
  return fc.record({
    session: fc.nat({ max: sessions - 1 }),
    file: fc.nat({ max: files - 1 }),
    action: fc.oneof(
      { weight: 6, arbitrary: fc.constant('acquire' as const) },
      { weight: 6, arbitrary: fc.constant('check' as const) },
      { weight: 1, arbitrary: fc.constant('end' as const) },
    ),
    symbols: fc.oneof(
      { weight: 4, arbitrary: fc.subarray(['a', 'b', 'c'], { minLength: 1 }) },
      { weight: 1, arbitrary: fc.constant([wholeFile]) },
    ),
    pauseMs: fc.nat({ max: 20 }),
    requestMs: fc.nat({ max: 15 }),
    responseMs: fc.nat({ max: 15 }),
    fate: fc.oneof(
      { weight: 100 - 2 * lostWeight, arbitrary: fc.constant('answered' as const) },
      { weight: lostWeight, arbitrary: fc.constant('answer lost' as const) },
      { weight: lostWeight, arbitrary: fc.constant('request lost' as const) },
    ),
  });
}

/** The history that clients would record if a correct relay carried out the intents. */
export function simulate(
  wanted: readonly Intent[],
  { ttlMs, files, concurrent }: SimulationShape,
): ReservationOperation[] {
  const relay = new SequentialReservations(ttlMs);
  const everyFile = Array.from({ length: files }, (_, file) => nameOf(file));
  return schedule(wanted, concurrent)
    .toSorted((a, b) => a.actAt - b.actAt)
    .flatMap(({ intent, order, callAt, actAt, returnAt }) => {
      const { symbols, fate, action } = intent;
      const session = `s${intent.session}`;
      const process = fate === 'answered' ? session : `${session} lost ${order}`;
      const call = { process, session, file: nameOf(intent.file), symbols, callAt, returnAt };
      const isActedOn = fate !== 'request lost';
      const isAnswered = fate === 'answered';
      if (action === 'end') {
        if (isActedOn) relay.end(session);
        return end({ ...call, files: everyFile }, isAnswered ? { kind: 'ended' } : undefined);
      }
      if (action === 'check') {
        const holder = relay.holderAgainst(call, actAt);
        const answer = holder ? ({ kind: 'deny', holder } as const) : ({ kind: 'allow' } as const);
        return [check(call, isAnswered ? answer : undefined)];
      }
      const answer = isActedOn ? relay.acquire(call, actAt) : undefined;
      return [acquire(call, isAnswered ? answer : undefined)];
    });
}

type Scheduled = {
  intent: Intent;
  order: number;
  callAt: number;
  actAt: number;
  returnAt: number;
};

function schedule(wanted: readonly Intent[], concurrent: boolean): Scheduled[] {
  const freeAt = new Map<number, number>();
  return wanted.map((intent, order) => {
    const caller = concurrent ? intent.session : 0;
    const spacingMs = concurrent ? 0 : 5;
    const callAt = (freeAt.get(caller) ?? 0) + intent.pauseMs + spacingMs;
    const actAt = callAt + intent.requestMs;
    const returnAt = actAt + intent.responseMs;
    freeAt.set(caller, returnAt);
    return { intent, order, callAt, actAt, returnAt };
  });
}

function nameOf(file: number): string {
  return `src/file-${file}.ts`;
}

type Write = { session: string; file: string; symbols: readonly string[] };

/** Reservations as one caller at a time would see them. */
class SequentialReservations {
  readonly #ttlMs: number;
  readonly #reservations = new Map<string, Map<string, { holder: string; expiresAtMs: number }>>();

  constructor(ttlMs: number) {
    this.#ttlMs = ttlMs;
  }

  acquire(write: Write, nowMs: number): AcquireAnswer {
    const reservations = this.#live(write.file, nowMs);
    const reserved: string[] = [];
    const conflicts: Conflict[] = [];
    for (const symbol of write.symbols) {
      const holder = this.holderAgainst({ ...write, symbols: [symbol] }, nowMs);
      if (holder) conflicts.push({ symbol, holder });
      else reserved.push(symbol);
    }
    const expiresAtMs = nowMs + this.#ttlMs;
    for (const symbol of reserved) reservations.set(symbol, { holder: write.session, expiresAtMs });
    return {
      kind: 'acquired',
      reserved,
      conflicts,
      expiresAtMs: reserved.length > 0 ? expiresAtMs : null,
    };
  }

  holderAgainst({ session, file, symbols }: Write, nowMs: number): string | undefined {
    for (const [symbol, { holder }] of this.#live(file, nowMs)) {
      const isHit = symbol === wholeFile || symbols.some((s) => s === wholeFile || s === symbol);
      if (isHit && holder !== session) return holder;
    }
    return undefined;
  }

  end(session: string): void {
    for (const reservations of this.#reservations.values()) {
      for (const [symbol, { holder }] of reservations)
        if (holder === session) reservations.delete(symbol);
    }
  }

  #live(file: string, nowMs: number): Map<string, { holder: string; expiresAtMs: number }> {
    const reservations =
      this.#reservations.get(file) ?? new Map<string, { holder: string; expiresAtMs: number }>();
    this.#reservations.set(file, reservations);
    for (const [symbol, { expiresAtMs }] of reservations)
      if (expiresAtMs <= nowMs) reservations.delete(symbol);
    return reservations;
  }
}

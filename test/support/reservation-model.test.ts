import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkLinearizable } from './linearizability.ts';
import type { Verdict } from './linearizability.ts';
import { check, end, reservationModel, acquire, wholeFile } from './reservation-model.ts';
import type {
  CheckAnswer,
  ReservationAnswer,
  ReservationInput,
  ReservationOperation,
} from './reservation-model.ts';
import { intents, simulate } from './reservation-simulation.ts';
import type { SimulationShape } from './reservation-simulation.ts';

const ttlMs = 100;
const model = reservationModel({ ttlMs, clockSlackMs: 0 });

function verdictOn(
  ...history: (ReservationOperation | ReservationOperation[])[]
): Verdict<ReservationInput, ReservationAnswer> {
  return checkLinearizable(history.flat(), model);
}

function call(session: string, callAt: number): Parameters<typeof acquire>[0] {
  const file = 'src/auth.ts';
  return { process: session, session, file, symbols: ['login'], callAt, returnAt: callAt + 2 };
}

/** An acquire at `at + 1` that got all it asked for. */
function granted(session: string, at: number, symbols = ['login']): ReservationOperation {
  const expiresAtMs = at + 1 + ttlMs;
  const answer = { kind: 'acquired', reserved: symbols, conflicts: [], expiresAtMs } as const;
  return acquire({ ...call(session, at), symbols }, answer);
}

function refused(session: string, at: number, holder: string): ReservationOperation {
  const conflicts = [{ symbol: 'login', holder }];
  const answer = { kind: 'acquired', reserved: [], conflicts, expiresAtMs: null } as const;
  return acquire(call(session, at), answer);
}

function checked(session: string, at: number, answer: CheckAnswer): ReservationOperation {
  return check(call(session, at), answer);
}

function ended(session: string, at: number): ReservationOperation[] {
  const files = ['src/auth.ts', 'src/other.ts'];
  return end({ ...call(session, at), files }, { kind: 'ended' });
}

function denied(holder: string): CheckAnswer {
  return { kind: 'deny', holder };
}

const allowed: CheckAnswer = { kind: 'allow' };

const planted = suite('reservation model: planted violations');

planted('RSV-7 one symbol granted twice', () => {
  assert.not(verdictOn(granted('A', 0), granted('B', 10)).ok);
});

planted('RSV-7 one symbol granted to two calls that overlap', () => {
  const wide = (session: string): ReservationOperation => ({ ...granted(session, 0), returnAt: 9 });
  assert.not(verdictOn(wide('A'), wide('B')).ok);
});

planted('RSV-3 the whole file granted over a symbol, and a symbol under the whole file', () => {
  assert.not(verdictOn(granted('A', 0), granted('B', 10, [wholeFile])).ok);
  assert.not(verdictOn(granted('A', 0, [wholeFile]), granted('B', 10)).ok);
});

planted('RSV-4 a denial that names a holder who had ended before', () => {
  assert.not(verdictOn(granted('A', 0), ended('A', 10), checked('B', 20, denied('A'))).ok);
});

planted('RSV-4 a denial that names a holder whose reservation had expired', () => {
  assert.not(verdictOn(granted('A', 0), checked('B', 101, denied('A'))).ok);
});

planted('RSV-9 a denial that names another than the holder', () => {
  assert.not(verdictOn(granted('A', 0), checked('B', 10, denied('C'))).ok);
});

planted('RSV-6 a grant that was acknowledged and then lost', () => {
  assert.not(verdictOn(granted('A', 0), granted('B', 97)).ok);
});

planted('RSV-6 a conflict that leaves the symbol with the second', () => {
  const history = [granted('A', 0), refused('B', 10, 'A'), checked('A', 20, denied('B'))];
  assert.not(verdictOn(history).ok);
});

planted('RSV-4 a stale read: a check allowed over a reservation that it must see', () => {
  assert.not(verdictOn(granted('A', 0), checked('B', 10, allowed)).ok);
});

planted('RSV-8 a reservation that survives the end of its session', () => {
  assert.not(verdictOn(granted('A', 0), ended('A', 10), refused('B', 20, 'A')).ok);
});

planted('RSV-2 an expiry that is not the lifetime after the edit', () => {
  const answer = { kind: 'acquired', reserved: ['login'], conflicts: [] } as const;
  assert.not(verdictOn(acquire(call('A', 0), { ...answer, expiresAtMs: ttlMs + 3 })).ok);
});

planted('RSV-5 a check that took what it asked for', () => {
  assert.not(verdictOn(checked('A', 0, allowed), checked('B', 10, denied('A'))).ok);
});

planted('RSV-6 a symbol neither reserved nor in conflict, or reserved unasked', () => {
  const none = { kind: 'acquired', reserved: [], conflicts: [], expiresAtMs: null } as const;
  assert.not(verdictOn(acquire(call('A', 0), none)).ok);
  const other = { ...none, reserved: ['login', 'logout'], expiresAtMs: ttlMs + 1 };
  assert.not(verdictOn(acquire(call('A', 0), other)).ok);
});

planted.run();

const possible = suite('reservation model: what may happen');

possible('RSV-3 different symbols of one file do not overlap', () => {
  assert.ok(verdictOn(granted('A', 0), granted('B', 10, ['logout'])).ok);
});

possible('RSV-1 a reservation that expires within a window is live or gone', () => {
  assert.ok(verdictOn(granted('A', 0), checked('B', 100, allowed)).ok);
  assert.ok(verdictOn(granted('A', 0), checked('B', 100, denied('A'))).ok);
});

possible('RSV-2 an edit sets the expiry to its own time', () => {
  assert.ok(verdictOn(granted('A', 0), granted('A', 50), checked('B', 140, denied('A'))).ok);
  assert.not(verdictOn(granted('A', 0), granted('A', 50), checked('B', 140, allowed)).ok);
});

possible(
  'RSV-2 a reservation that overlaps the edit of its session is prolonged too or not',
  () => {
    const history = [granted('A', 0, [wholeFile]), granted('A', 50)];
    const onOther = (answer: CheckAnswer): ReservationOperation =>
      check({ ...call('B', 120), symbols: ['logout'] }, answer);
    assert.ok(verdictOn(...history, onOther(allowed)).ok);
    assert.ok(verdictOn(...history, onOther(denied('A'))).ok);
  },
);

possible(
  'RSV-3 an edit under the own reservation of the whole file may be answered with that reservation',
  () => {
    const widened = { ...granted('A', 50, [wholeFile]), input: granted('A', 50).input };
    assert.ok(verdictOn(granted('A', 0, [wholeFile]), widened).ok);
    assert.not(verdictOn(granted('A', 0), widened).ok);
    assert.not(verdictOn(granted('B', 0, [wholeFile]), widened).ok);
  },
);

possible('RSV-6 an acquire gets what is free, and the conflicts of the rest', () => {
  const call2 = { ...call('B', 10), symbols: ['login', 'logout'] };
  const conflicts = [{ symbol: 'login', holder: 'A' }];
  const reserved = ['logout'];
  const partly = acquire(call2, { kind: 'acquired', reserved, conflicts, expiresAtMs: 11 + ttlMs });
  assert.ok(verdictOn(granted('A', 0), partly).ok);
});

possible('RSV-3 a conflict over the whole file names the file or the symbols held', () => {
  const asked = { ...call('C', 20), symbols: [wholeFile] };
  const answered = (...conflicts: { symbol: string; holder: string }[]): ReservationOperation =>
    acquire(asked, { kind: 'acquired', reserved: [], conflicts, expiresAtMs: null });
  const held = [granted('A', 0), granted('B', 10, ['logout'])];
  const byA = { symbol: 'login', holder: 'A' };
  assert.ok(verdictOn(...held, answered({ symbol: wholeFile, holder: 'B' })).ok);
  assert.ok(verdictOn(...held, answered(byA, { symbol: 'logout', holder: 'B' })).ok);
  assert.not(verdictOn(...held, answered({ symbol: 'logout', holder: 'A' })).ok);
});

possible('RSV-7 an unanswered acquire may have taken the symbol, may yet, or never', () => {
  const lost = acquire(call('A', 0), undefined);
  assert.ok(verdictOn(lost, granted('B', 10)).ok);
  assert.ok(verdictOn(lost, checked('B', 10, denied('A'))).ok);
  assert.ok(verdictOn(lost, granted('B', 10), checked('C', 500, denied('A'))).ok);
  assert.not(verdictOn(lost, granted('B', 10), checked('C', 20, denied('A'))).ok);
});

possible('RSV-8 an unanswered end may have released the reservations or not', () => {
  const lost = end({ ...call('A', 10), files: ['src/auth.ts'] }, undefined);
  assert.ok(verdictOn(granted('A', 0), lost, checked('B', 20, denied('A'))).ok);
  assert.ok(verdictOn(granted('A', 0), lost, granted('B', 20)).ok);
});

possible.run();

const simulated = suite('reservation model: simulated histories');

const small: SimulationShape = {
  sessions: 8,
  files: 3,
  ttlMs,
  lostPercent: 4,
  concurrent: true,
};

function histories(shape: SimulationShape): fc.Arbitrary<ReservationOperation[]> {
  const wanted = fc.array(intents(shape), { minLength: 1, maxLength: 120, size: 'max' });
  return wanted.map((list) => simulate(list, shape));
}

simulated('RSV-7 every history of a correct relay is accepted', () => {
  fc.assert(
    fc.property(histories(small), (history) => {
      const verdict = checkLinearizable(history, model);
      assert.ok(verdict.ok, verdict.ok ? '' : verdict.message);
    }),
    { numRuns: 300, seed: 11 },
  );
});

simulated('RSV-7 every answer flipped where nothing overlaps or expires is caught', () => {
  const certain = { ...small, lostPercent: 0, concurrent: false, ttlMs: 1_000_000 };
  const { flipped, caught } = flipOneEach(certain, 300);
  assert.ok(flipped > 250, `${flipped} flipped`);
  assert.is(caught, flipped);
});

simulated('RSV-7 most answers flipped in concurrent histories are caught', () => {
  const { flipped, caught } = flipOneEach({ ...small, lostPercent: 0 }, 300);
  assert.ok(caught > flipped * 0.6, `${caught} of ${flipped} caught`);
});

/** Flips one answer in each of `count` histories and counts the refusals. */
function flipOneEach(shape: SimulationShape, count: number): { flipped: number; caught: number } {
  const samples = fc.sample(fc.tuple(histories(shape), fc.nat()), { numRuns: count, seed: 5 });
  const judge = reservationModel({ ttlMs: shape.ttlMs, clockSlackMs: 0 });
  const verdicts = samples.flatMap(([history, choice]) => {
    const choices = history.flatMap((operation, at) => {
      const output = opposite(operation, shape.ttlMs);
      return output ? [{ at, mutant: { ...operation, output } }] : [];
    });
    const chosen = choices[choice % choices.length];
    return chosen ? [checkLinearizable(history.with(chosen.at, chosen.mutant), judge).ok] : [];
  });
  return { flipped: verdicts.length, caught: verdicts.filter((ok) => !ok).length };
}

/** The other answer; undefined where there is none. */
function opposite(
  { input, output }: ReservationOperation,
  lifetimeMs: number,
): ReservationAnswer | undefined {
  const somebodyElse = input.session === 's0' ? 's1' : 's0';
  switch (output?.kind) {
    case 'allow':
      return denied(somebodyElse);
    case 'deny':
      return allowed;
    case 'acquired': {
      const [taken, ...conflicts] = output.conflicts;
      const [got, ...kept] = output.reserved;
      if (taken) {
        const reserved = [...output.reserved, taken.symbol];
        const expiresAtMs = output.expiresAtMs ?? input.callAt + lifetimeMs;
        return { kind: 'acquired', reserved, conflicts, expiresAtMs };
      }
      const refusals = [{ symbol: got ?? wholeFile, holder: somebodyElse }];
      const expiresAtMs = kept.length > 0 ? output.expiresAtMs : null;
      return { kind: 'acquired', reserved: kept, conflicts: refusals, expiresAtMs };
    }
    default:
      return undefined;
  }
}

simulated('RSV-7 a long history of eight sessions on a hundred files is judged whole', () => {
  const shape = { ...small, files: 100, ttlMs: 600, lostPercent: 1 };
  const wanted = fc.sample(intents(shape), { numRuns: 3000, seed: 3 });
  const history = simulate(wanted, shape);
  assert.ok(history.length > 20_000);
  const judge = reservationModel({ ttlMs: shape.ttlMs });
  assert.ok(checkLinearizable(history, judge).ok);
});

simulated.run();

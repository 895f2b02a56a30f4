import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkLinearizable } from './linearizability.ts';
import type { Model, Operation } from './linearizability.ts';

type Request = { write: number } | 'read';
type Step = Operation<Request, number | 'written'>;

/** One register that starts at 0. */
const register: Model<number, Request, number | 'written'> = {
  initial: () => 0,
  key: String,
  step: (value, request, answer) => {
    if (request !== 'read') return [request.write];
    return answer === undefined || answer === value ? [value] : [];
  },
};

function write(process: string, value: number, [callAt, returnAt]: [number, number]): Step {
  const input = { write: value };
  return { process, partition: 'x', input, output: 'written', callAt, returnAt };
}

function read(process: string, value: number, [callAt, returnAt]: [number, number]): Step {
  return { process, partition: 'x', input: 'read', output: value, callAt, returnAt };
}

function unanswered(operation: Step): Step {
  return { ...operation, output: undefined, returnAt: Infinity };
}

const checker = suite('linearizability checker');

checker('accepts an empty history', () => {
  assert.equal(checkLinearizable([], register), { ok: true });
});

checker('accepts a read that overlaps a write with either value', () => {
  for (const value of [0, 1]) {
    const history = [write('a', 1, [0, 10]), read('b', value, [5, 6])];
    assert.ok(checkLinearizable(history, register).ok);
  }
});

checker('refuses a stale read, and names it and what came before', () => {
  const stale = read('b', 0, [5, 6]);
  const history = [write('a', 1, [0, 4]), stale, read('a', 1, [7, 8])];
  const verdict = checkLinearizable(history, register);
  assert.not(verdict.ok);
  if (verdict.ok) return;
  assert.is(verdict.culprit, stale);
  assert.equal(verdict.prefix, [history[0]]);
  assert.equal(verdict.states, ['1']);
  assert.match(verdict.message, '[5, 6] b: "read" -> 0');
});

checker('refuses two reads that see one write appear and vanish', () => {
  const history = [write('a', 1, [0, 9]), read('b', 1, [1, 2]), read('c', 0, [3, 4])];
  assert.not(checkLinearizable(history, register).ok);
});

checker('takes equal times of two processes as overlapping', () => {
  const history = [write('a', 1, [0, 5]), read('b', 0, [5, 5])];
  assert.ok(checkLinearizable(history, register).ok);
});

checker('keeps the sequence of one process where the clock stood still', () => {
  const history = [write('a', 1, [5, 5]), read('a', 0, [5, 5])];
  assert.not(checkLinearizable(history, register).ok);
});

checker('lets a call without an answer take effect late, once, or never', () => {
  const lost = unanswered(write('a', 1, [0, 1]));
  const late = [lost, read('b', 0, [5, 6]), read('b', 1, [7, 8])];
  const never = [lost, read('b', 0, [5, 6])];
  const twice = [...late, write('b', 2, [9, 10]), read('b', 1, [11, 12])];
  assert.ok(checkLinearizable(late, register).ok);
  assert.ok(checkLinearizable(never, register).ok);
  assert.not(checkLinearizable(twice, register).ok);
});

checker('lets the process of an unanswered call go on before that call takes effect', () => {
  const lost = unanswered(write('a', 1, [0, 0]));
  const history = [lost, read('a', 0, [0, 1]), read('a', 1, [2, 3])];
  assert.ok(checkLinearizable(history, register).ok);
});

checker('judges each partition by itself and names the one that fails', () => {
  const elsewhere = { ...read('b', 0, [5, 6]), partition: 'y' };
  const history = [write('a', 1, [0, 4]), elsewhere];
  assert.ok(checkLinearizable(history, register).ok);
  const verdict = checkLinearizable(
    [...history, { ...read('c', 7, [7, 8]), partition: 'y' }],
    register,
  );
  assert.is(verdict.ok ? undefined : verdict.partition, 'y');
});

checker('throws on a malformed history and beyond its limit instead of guessing', () => {
  assert.throws(() => checkLinearizable([read('a', 0, [2, 1])], register), /before it was called/);
  const history = [write('a', 1, [0, 1]), write('a', 2, [2, 3])];
  const limited = (): unknown => checkLinearizable(history, register, { maxConfigurations: 1 });
  assert.throws(limited, /undecided/);
});

const anyStep: fc.Arbitrary<Step> = fc
  .record({
    process: fc.constantFrom('a', 'b', 'c'),
    request: fc.oneof(fc.constant('read' as const), fc.record({ write: fc.nat({ max: 2 }) })),
    seen: fc.nat({ max: 2 }),
    callAt: fc.nat({ max: 12 }),
    lastsMs: fc.nat({ max: 8 }),
    isLost: fc.boolean(),
  })
  .map(({ process, request, seen, callAt, lastsMs, isLost }) => {
    const span: [number, number] = [callAt, callAt + lastsMs];
    const step =
      request === 'read' ? read(process, seen, span) : write(process, request.write, span);
    return isLost && request !== 'read' ? unanswered(step) : step;
  });

checker('agrees with trying every order of small histories, and explains each refusal', () => {
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 6 }), (history) => {
      const verdict = checkLinearizable(history, register);
      assert.is(verdict.ok, hasOrder(history, 0));
      seen[verdict.ok ? 'accepted' : 'refused'] += 1;
      if (verdict.ok) return;
      assert.is(isValidSequence(verdict.prefix), true);
      assert.ok(history.includes(verdict.culprit));
    }),
    { numRuns: 3000, seed: 7 },
  );
  assert.ok(seen.accepted > 300 && seen.refused > 300, JSON.stringify(seen));
});

/** The definition, word for word: is there some next operation after which the rest has an order? */
function hasOrder(left: readonly Step[], value: number): boolean {
  if (left.every(({ output }) => output === undefined)) return true;
  return left.some((next) => {
    const rest = left.filter((other) => other !== next);
    if (rest.some((other) => mustPrecede(other, next, left))) return false;
    return register.step(value, next.input, next.output).some((after) => hasOrder(rest, after));
  });
}

function mustPrecede(first: Step, second: Step, left: readonly Step[]): boolean {
  if (first.output === undefined) return false;
  if (first.returnAt < second.callAt) return true;
  if (first.process !== second.process || first.returnAt !== second.callAt) return false;
  return first.callAt < second.callAt || isRecordedBefore(first, second, left);
}

function isRecordedBefore(first: Step, second: Step, left: readonly Step[]): boolean {
  if (second.output === undefined || second.returnAt > second.callAt) return true;
  return left.indexOf(first) < left.indexOf(second);
}

function isValidSequence(steps: readonly Step[]): boolean {
  let value = 0;
  for (const { input, output } of steps) {
    const next = register.step(value, input, output)[0];
    if (next === undefined) return false;
    value = next;
  }
  return true;
}

checker('follows a hundred long histories of eight processes to their end', () => {
  const history = longHistory({ operations: 30_000, partitions: 100, processes: 8 });
  assert.ok(checkLinearizable(history, register).ok);
  const last = history.findLastIndex(({ input }) => input === 'read');
  const broken = history.with(last, { ...(history[last] ?? read('a', 0, [0, 0])), output: -1 });
  const verdict = checkLinearizable(broken, register);
  assert.is(verdict.ok ? undefined : verdict.culprit.output, -1);
});

checker('follows one long history of eight processes on one object', () => {
  const history = longHistory({ operations: 20_000, partitions: 1, processes: 8 });
  assert.ok(checkLinearizable(history, register).ok);
});

/** A correct history: each operation acts in the middle of its window, on registers in turn. */
function longHistory(size: { operations: number; partitions: number; processes: number }): Step[] {
  const values = new Map<string, number>();
  return Array.from({ length: size.operations }, (_, index) => {
    const partition = `object ${(index * 7) % size.partitions}`;
    const base = { process: index % size.processes, partition };
    const half = (index % size.processes) / 2;
    const span = { callAt: index - half - 0.2, returnAt: index + 3.5 - half + 0.2 };
    const isWrite = (index * 13) % 5 < 2;
    if (!isWrite) return { ...base, ...span, input: 'read', output: values.get(partition) ?? 0 };
    values.set(partition, index);
    return { ...base, ...span, input: { write: index }, output: 'written' };
  });
}

checker.run();

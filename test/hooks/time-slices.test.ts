/** HOK-1: how long work that can wait keeps the event loop from hooks. */
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { noteHook, runInTimeSlices, untilTime } from '../../daemon/kernel/time-slices.ts';
import { median } from '../bench/support/statistics.ts';

const test = suite('time slices');

function busyFor(ms: number): void {
  for (const endMs = performance.now() + ms; performance.now() < endMs;);
}

/** The most steps of work that ran in one turn of the event loop. */
async function mostInOneTurn(work: (step: () => void) => Promise<unknown>): Promise<number> {
  let [most, steps, isDone] = [0, 0, false];
  const step = () => {
    busyFor(1);
    steps += 1;
  };
  const all = work(step).then(() => (isDone = true));
  while (!isDone) {
    most = Math.max(most, steps);
    steps = 0;
    await nextTurn();
  }
  await all;
  return Math.max(most, steps);
}

test('HOK-1 however much work is under way, one turn of the event loop does one slice of it', async () => {
  function* steps(step: () => void): Generator<void, void> {
    for (let count = 0; count < 20; count++) yield step();
  }
  const most = await mostInOneTurn((step) =>
    Promise.all(Array.from({ length: 20 }, () => runInTimeSlices(steps(step)))),
  );
  assert.ok(most <= 16, `${most} steps of a millisecond in one turn`);
});

test('HOK-1 those who wait for time go on in their order', async () => {
  const order: number[] = [];
  const wait = async (at: number) => {
    await untilTime();
    busyFor(3);
    order.push(at);
  };
  await Promise.all(Array.from({ length: 10 }, (_, at) => wait(at)));
  assert.equal(order, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('HOK-1 work that is never done, such as a first index, keeps nobody waiting for more than its slice', async () => {
  let isDone = false;
  const work = (async () => {
    while (!isDone) {
      await untilTime();
      busyFor(10);
    }
  })();
  const late = new Promise((resolve) => setTimeout(resolve, 2_000, 'late'));
  const waits = async () => {
    for (let count = 0; count < 5; count++) await untilTime();
    return 'served';
  };
  const outcome = await Promise.race([waits(), late]);
  isDone = true;
  await work;
  assert.is(outcome, 'served');
});

test('HOK-1 while hooks arrive, the event loop turns freely between two slices', async () => {
  let [turns, isDone] = [0, false];
  const between: number[] = [];
  const work = (async () => {
    for (let count = 0; count < 30; count++) {
      await untilTime();
      between.push(turns);
      busyFor(9);
    }
    isDone = true;
  })();
  while (!isDone) {
    noteHook();
    turns += 1;
    await nextTurn();
  }
  await work;
  const gaps = between.map((at, index) => at - (between[index - 1] ?? at)).slice(1);
  assert.ok(median(gaps) > 10, `turns between two slices: ${gaps.join(' ')}`);
});

test.run();

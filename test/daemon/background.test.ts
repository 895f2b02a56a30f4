/** OFF-6, DUR-4, LOC-3: in which order a daemon starts what its hooks do not wait for. */
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startBackground, type BackgroundParts } from '../../daemon/background.ts';
import { refuse } from '../../shared/kernel/refusal.ts';

const workTree = { root: '/shop', commonDir: '/shop/.git', gitDir: '/shop/.git' };
const published = { start: () => Promise.resolve(undefined) };

/** A connection whose steps the test takes, and what started, in order. */
function background(connect: () => Promise<void> = () => Promise.resolve()) {
  const started: string[] = [];
  let endFirstTry!: () => void;
  const ended = new Promise<void>((resolve) => (endFirstTry = resolve));
  const parts: BackgroundParts = {
    relayConnection: {
      firstTry: ended,
      isStopping: false,
      start: () => (started.push('connection'), connect()),
      fail: (why) => (started.push(`failed: ${String(why)}`), endFirstTry()),
    },
    workTrees: { start: () => void started.push('index') },
    radar: { start: () => void started.push('radar') },
  };
  return { parts, started, endFirstTry };
}

test('OFF-6 the index waits until the relay’s log is followed, however soon the relay is found', async () => {
  const { parts, started, endFirstTry } = background();
  const ready = startBackground(workTree, parts, published);
  await turn();
  assert.equal(started, ['connection'], 'the relay is found, its log not yet followed');
  endFirstTry();
  await ready;
  assert.equal(started, ['connection', 'index', 'radar']);
});

test('OFF-6 a relay that is away keeps the index from nothing once the first try is over', async () => {
  const { parts, started, endFirstTry } = background(() => new Promise(() => undefined));
  void startBackground(workTree, parts, published);
  endFirstTry();
  await turn();
  assert.equal(started, ['connection', 'index', 'radar']);
});

test('DUR-4 a relay that cannot start for want of room keeps the index from nothing', async () => {
  const { parts, started } = background(() => Promise.reject(new Error('no space left')));
  await startBackground(workTree, parts, published);
  assert.equal(started, ['connection', 'failed: Error: no space left', 'index', 'radar']);
});

test('LOC-3 a daemon that may not publish where it is found starts nothing more', async () => {
  const { parts, started } = background();
  const refusal = refuse('Forbidden', 'The folder belongs to somebody else.');
  await startBackground(workTree, parts, { start: () => Promise.resolve(refusal) });
  assert.equal(started, [`failed: ${String(refusal)}`]);
});

test.run();

/** What is read between the check of a write and its report. */
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WarmUp } from '../../daemon/changes/warm-up.ts';
import { eventually } from '../support/waiting.ts';

test('a burst of checks reads nothing, and the last files are read when it is over', async () => {
  const read: string[] = [];
  const warmUp = new WarmUp({
    textOf: ({ path }) => {
      read.push(path);
      return path === 'c.ts' ? 'unreadable' : { text: path === 'd.ts' ? undefined : 'f();\n' };
    },
  });
  const workTree = { root: '/shop', gitDir: '/shop/.git', commonDir: '/shop/.git' };
  const files = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts'].map(
    (path) => ({ kind: 'inside', workTree, path, key: path }) as const,
  );
  for (const file of files) warmUp.expect(file);
  await delay(0);
  assert.equal(read, []);
  const isRead = (count: number) => async () => (read.length >= count ? true : undefined);
  await eventually('the last four', isRead(4));
  assert.equal(read, ['b.ts', 'c.ts', 'd.ts', 'e.ts']);
  for (const file of [...files, ...files].slice(0, 6)) warmUp.expect(file);
  await eventually('four of the next', isRead(8));
  assert.equal(read.slice(4), ['c.ts', 'd.ts', 'e.ts', 'a.ts']);
});

test.run();

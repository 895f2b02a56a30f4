/** What a person reads of an error that no command foresaw. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeUnexpected } from '../../cli/terminal/unexpected.ts';

test('a program that is not there is named, with what to do', async () => {
  const absent = 'coord-test-absent';
  const [error] = (await once(spawn(absent), 'spawn').catch((e: unknown) => [e])) as [unknown];
  assert.match(describeUnexpected(error), /^coord-test-absent is not on the PATH\. Install it/);
});

test('anything else is said as it is', () => {
  assert.match(
    describeUnexpected(new Error('out of range')),
    /\(out of range\). Try: coord doctor/,
  );
  const missing = Object.assign(new Error('no such file'), {
    code: 'ENOENT',
    path: '/a',
    syscall: 'open',
  });
  assert.match(describeUnexpected(missing), /\(no such file\)/);
  assert.match(describeUnexpected('why not'), /\(why not\)/);
});

test.run();

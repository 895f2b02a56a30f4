/** HOK-6: how HEAD has moved since a moment. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { movesSince, reflogStateOf } from '../../daemon/git/reflog.ts';

const test = suite<{ gitDir: string }>('the reflog of HEAD');

test.before.each((context) => {
  context.gitDir = mkdtempSync(join(tmpdir(), 'coord-reflog-'));
  mkdirSync(join(context.gitDir, 'logs'));
});
test.after.each(({ gitDir }) => rmSync(gitDir, { recursive: true, force: true }));

/** As many commits, one after the other from the first id on. */
function commits(first: number, count: number): string {
  const id = (number: number) => String(number).padStart(40, '0');
  const entries = Array.from({ length: count }, (_, i) => first + i);
  return entries
    .map((n) => `${id(n)} ${id(n + 1)} Ann <ann@example.com> 1700000000 +0000\tcommit: ${n}\n`)
    .join('');
}

test('HOK-6: however often a command has committed, the first move is from the commit before it', ({
  gitDir,
}) => {
  const log = join(gitDir, 'logs', 'HEAD');
  writeFileSync(log, commits(1, 3));
  const { bytes } = reflogStateOf({ gitDir });
  assert.equal(movesSince({ gitDir }, { bytes }), []);
  writeFileSync(log, commits(1, 203));
  const moves = movesSince({ gitDir }, { bytes });
  assert.is(moves.length, 200);
  assert.is(Number(moves[0]?.from), 4);
});

test('HOK-6: a log that was written anew is read from its newest entries', ({ gitDir }) => {
  const log = join(gitDir, 'logs', 'HEAD');
  writeFileSync(log, commits(1, 300));
  const { bytes } = reflogStateOf({ gitDir });
  writeFileSync(log, commits(201, 100));
  const moves = movesSince({ gitDir }, { bytes });
  assert.is(moves.length, 50, 'what it moved before that is not known');
  assert.is(moves.at(-1)?.message, 'commit: 300');
});

test.run();

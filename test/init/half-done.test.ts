import { chmod } from 'node:fs/promises';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../structure/sources.ts';
import { makeRepository, remove, snapshot, write } from './support.ts';

interface Context {
  folder: string;
  top: string;
}

const test = suite<Context>('init: what cannot be written');

/** Root may write everywhere, so it runs the command as somebody else. */
const other = 65_534;
const isRoot = process.geteuid?.() === 0;

test.before.each(async (context) => {
  Object.assign(context, await makeRepository());
});

test.after.each(async ({ folder }) => {
  spawnSync('chmod', ['-R', 'u+w', folder]);
  await remove(folder);
});

/** `coord init` as a user who owns the repository. */
function init(top: string, ...args: string[]): { status: number | null; stderr: string } {
  const command = [join(root, 'dist/coord.js'), 'init', '--client', 'claude-code', ...args];
  return spawnSync(process.execPath, command, {
    cwd: top,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: top, COORD_HOME: join(top, '.git/home') },
    ...(isRoot ? { uid: other, gid: other } : {}),
  });
}

async function giveAway({ folder, top }: Context): Promise<void> {
  if (!isRoot) return;
  await chmod(folder, 0o755);
  execFileSync('chown', ['-R', `${other}:${other}`, top]);
}

test('INI-3: a file that may not be written leaves nothing half done, and is named itself', async (context) => {
  const { top } = context;
  await write(top, '.claude/settings.json', '{}');
  await giveAway(context);
  await chmod(join(top, '.claude'), 0o555);
  const before = await snapshot(top);
  const { status, stderr } = init(top);
  assert.is(status, 1);
  assert.match(stderr, 'Nothing was changed. .claude/settings.json may not be read or written');
  assert.equal(await snapshot(top), before);
});

test('INI-3: an undo that cannot be finished takes nothing out', async (context) => {
  const { top } = context;
  await write(top, '.claude/settings.json', '{}');
  await giveAway(context);
  assert.is(init(top).status, 0);
  const before = await snapshot(top);
  await chmod(join(top, '.coord'), 0o555);
  const { status, stderr } = init(top, '--undo');
  assert.is(status, 1);
  assert.match(stderr, 'Nothing was changed. .coord/');
  assert.equal(await snapshot(top), before);
});

test.run();

/** A daemon starts in no folder of another user, and is that of its own repository alone. */
import { chmod, chown, cp, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { statePaths } from '../../../daemon/config.ts';
import { findWorkTree } from '../../../shared/node/git/repository.ts';
import { FakeDaemon, git, installHook, runHook } from '../support.ts';
import { vic, mallory, give, coord, shells, usersSuite } from './support.ts';

const { asRoot, test } = usersSuite('daemons');

asRoot(
  'LOC-3: a daemon does not start where its private folder is a link or another user’s',
  async (context) => {
    const { top } = context;
    await mkdir(join(top, 'planted'));
    await give(top, vic);
    await chmod(join(top, 'planted'), 0o777);
    await symlink(join(top, 'planted'), join(top, '.git', 'coord'));
    const linked = await coord(context, ['daemon', '--port', '0']);
    assert.is(linked.code, 1);
    assert.match(linked.err, `${join(top, '.git', 'coord')} is a symbolic link`);
    assert.equal(await readdir(join(top, 'planted')), []);
    await rm(join(top, '.git', 'coord'));
    await mkdir(join(top, '.git', 'coord'));
    await chmod(join(top, '.git', 'coord'), 0o777);
    await chown(join(top, '.git', 'coord'), mallory, mallory);
    const foreign = await coord(context, ['daemon', '--port', '0']);
    assert.match(foreign.err, `belongs to another user (user id ${mallory})`);
    assert.equal(await readdir(join(top, '.git', 'coord')), []);
  },
);

asRoot(
  'LOC-3: a daemon does not start where the folder for its short socket was made by another user, or is a link',
  async (context) => {
    const { folder, top, work } = context;
    await give(top, vic);
    const TMPDIR = join(folder, 'tmp');
    await mkdir(TMPDIR);
    await chmod(TMPDIR, 0o1777);
    const COORD_HOME = join(work, 'long'.repeat(25));
    const workTree = findWorkTree(top);
    if (workTree === undefined) throw new Error('no repository');
    const options = { stateFolder: COORD_HOME, workTree, temporaryFolder: TMPDIR };
    const short = dirname(statePaths(options).socket);
    const start = () => coord(context, ['daemon', '--port', '0'], { env: { TMPDIR, COORD_HOME } });
    await mkdir(short);
    await chmod(short, 0o777);
    await chown(short, mallory, mallory);
    const foreign = await start();
    assert.is(foreign.code, 1);
    assert.match(foreign.err, `${short} belongs to another user (user id ${mallory})`);
    assert.equal(await readdir(short), []);
    await rm(short, { recursive: true });
    await mkdir(join(work, 'target'));
    await give(join(work, 'target'), vic);
    await symlink(join(work, 'target'), short);
    const linked = await start();
    assert.is(linked.code, 1);
    assert.match(linked.err, `${short} is a symbolic link`);
    assert.equal(await readdir(join(work, 'target')), []);
  },
);

test('a daemon says which folder is in the place of a file of its own, and what to do', async (context) => {
  const { folder } = context;
  const own = join(folder, 'own');
  await git(folder, 'init', '--quiet', own);
  for (const name of ['daemon.json', 'address']) {
    const path = join(own, '.git', 'coord', name);
    await mkdir(path, { recursive: true });
    const user = process.geteuid?.() ?? vic;
    const { code, err } = await coord(context, ['daemon', '--port', '0'], { cwd: own, user });
    assert.is(code, 1);
    assert.is(err, `coord: ${path} is not a file. Remove it, then start: coord daemon\n`);
    await rm(path, { recursive: true });
  }
});

test('LOC-5: a copied repository has no daemon, and the hook and commands do not take the original’s', async (context) => {
  const { folder } = context;
  const original = join(folder, 'original');
  await git(folder, 'init', '--quiet', original);
  const daemon = new FakeDaemon(join(folder, 'daemon.sock'));
  await daemon.start(join(original, '.git'));
  await cp(original, join(folder, 'copy'), { recursive: true });
  const script = await installHook(original);
  for (const shell of shells) {
    daemon.asked.length = 0;
    for (const name of ['copy', 'original']) {
      await runHook(script, { args: ['claude-code'], cwd: join(folder, name), shell });
      assert.is(daemon.asked.length, name === 'copy' ? 0 : 1, `${shell} in the ${name}`);
    }
  }
  await daemon.stop();
});

test.run();

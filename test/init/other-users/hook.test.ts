/** The hook sends nothing to another user, and runs nothing of theirs. */
import { chmod, chown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { authorizationText } from '../../../shared/node/endpoint.ts';
import { FakeDaemon, installHook, publish, runHook } from '../support.ts';
import {
  vic,
  mallory,
  token,
  give,
  plant,
  coord,
  shells,
  assertKept,
  description,
  usersSuite,
} from './support.ts';

const { asRoot, test } = usersSuite('the hook');

asRoot(
  'HKS-4: below a repository of another user the hook sends nothing and runs no curl of theirs',
  async (context) => {
    await plant(context, join(context.top, '.git', 'coord'));
    await assertKept(context);
  },
);

asRoot('HKS-4: a mark of another user denies nobody a write', async (context) => {
  const { top, script, work } = context;
  await mkdir(join(top, '.git', 'coord'));
  await writeFile(join(top, '.git', 'coord', 'deny-when-down'), '');
  await give(join(top, '.git', 'coord'), mallory);
  for (const shell of shells) {
    const call = { args: ['claude-code', 'PreToolUse'], cwd: work, shell, user: vic };
    assert.is((await runHook(script, call)).code, 0, shell);
  }
  assert.is((await coord(context, ['hook', 'claude-code', 'PreToolUse'])).code, 0, 'without curl');
});

asRoot('HKS-4: a link in place of the private folder leads the hook nowhere', async (context) => {
  const { top, work } = context;
  await give(join(top, '.git'), vic);
  const planted = join(top, 'planted');
  await plant(context, planted);
  await symlink(planted, join(top, '.git', 'coord'));
  await assertKept(context);
  await give(planted, vic);
  await assertKept(context, work);
});

asRoot(
  'HKS-4: a socket that another user put in the place of a dead daemon’s gets nothing',
  async (context) => {
    const { top, folder, listener } = context;
    await give(top, vic);
    const common = join(top, '.git');
    const place = join(folder, 'tmp');
    await mkdir(place);
    await chmod(place, 0o1777);
    const socket = join(place, 'coord-1234', 'daemon.sock');
    await publish(common, description(context, socket));
    await give(common, vic);
    await mkdir(join(place, 'coord-1234'));
    const authorization = join(place, 'coord-1234', 'authorization');
    await writeFile(authorization, authorizationText(token), { mode: 0o600 });
    await chown(authorization, vic, vic);
    await listener.start(socket, mallory);
    await assertKept(context);
    await chown(socket, vic, vic);
    await chown(join(place, 'coord-1234'), mallory, mallory);
    await assertKept(context);
    const asked = await coord(context, ['status']);
    assert.match(
      asked.err,
      `${join(place, 'coord-1234')} belongs to another user (user id ${mallory})`,
    );
    assert.is(listener.received, '');
  },
);

asRoot(
  'HKS-4: root by sudo asks the daemon of the person who called sudo, and of nobody else',
  async (context) => {
    const { folder, top, work } = context;
    const daemon = new FakeDaemon(join(work, 'daemon.sock'));
    await daemon.start(join(top, '.git'));
    await give(join(top, '.git'), vic);
    for (const name of ['daemon.sock', 'authorization']) await chown(join(work, name), vic, vic);
    const script = await installHook(join(folder, 'shared'));
    for (const [at, shell] of shells.entries()) {
      const call = { args: ['claude-code'], cwd: top, shell };
      await runHook(script, { ...call, env: { SUDO_UID: String(vic) } });
      assert.is(daemon.asked.length, at + 1, shell);
      await runHook(script, { ...call, env: { SUDO_UID: String(mallory) } });
      await runHook(script, call);
      assert.is(daemon.asked.length, at + 1, shell);
    }
    await daemon.stop();
  },
);

test.run();

/** Git's own variables in the daemon's environment must not lead it to another repository. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { git, Sandbox, TestDaemon, write } from './support.ts';

const test = suite('git environment');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const other = sandbox.repository('other');
// Its own index alone says that this file is tracked, and so not ignored; its own folder alone has the untracked one.
write(root, '.gitignore', 'src/tracked.ts\n');
write(root, 'src/tracked.ts', 'export const tracked = true;\n');
git(root, 'add', '--force', '-A', '.');
write(root, 'src/untracked.ts', 'export const untracked = true;\n');
git(other, 'config', 'user.name', 'Somebody Else');

const misleading: Readonly<Record<string, string>> = {
  GIT_DIR: join(other, '.git'),
  GIT_WORK_TREE: other,
  GIT_INDEX_FILE: join(other, '.git', 'index'),
};

test.after(() => sandbox.remove());

for (const [name, value] of Object.entries(misleading)) {
  test(`a daemon that is started with ${name} lists the files of its own repository`, async () => {
    process.env[name] = value;
    const home = sandbox.folder(`home-${name}`);
    const environment = { PATH: process.env['PATH'] ?? '', [name]: value };
    const running = await TestDaemon.start(root, home, { kind: 'embedded' }, { environment });
    try {
      await running.indexed();
      const { index } = await running.status();
      assert.is(index.files, 3);
      const profile = await running.send('GET', '/users/profile');
      assert.is(profile.body['name'], 'Ana');
    } finally {
      await running.daemon.close();
      delete process.env[name];
    }
  });
}

test.run();

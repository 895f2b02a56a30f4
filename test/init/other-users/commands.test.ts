/** Commands and plug-ins take no address, login or repository of another user. */
import { chmod, chown, cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { installedText } from '../../../cli/init/installed-files.ts';
import { git } from '../support.ts';
import { vic, mallory, give, plant, coord, node, usersSuite } from './support.ts';

const { asRoot, test } = usersSuite('commands');

asRoot(
  'LOC-4: commands refuse a repository of another user, until git’s own safe.directory names it',
  async (context) => {
    const { top, work, listener } = context;
    await plant(context, join(top, '.git', 'coord'));
    await git(top, '-c', `safe.directory=${top}`, 'config', 'safe.directory', '*');
    for (const command of [['status'], ['doctor'], ['init'], ['daemon', '--port', '0']]) {
      const { code, err } = await coord(context, command);
      assert.is(code, 1, command[0]);
      if (command[0] === 'doctor') continue;
      assert.match(err, `${top} belongs to another user`, command[0]);
      assert.match(err, `git config --global --add safe.directory '${top}'`);
    }
    for (const value of [top, '*', `${join(top, '..')}/*`]) {
      await writeFile(join(work, 'home', '.gitconfig'), `[safe]\n\tdirectory = ${value}\n`);
      const { code, err } = await coord(context, ['status']);
      assert.is(code, 1);
      assert.match(err, /coord\/daemon\.json belongs to another user/, value);
    }
    await writeFile(join(work, 'home', '.gitconfig'), '[safe]\n\tdirectory = *\n\tdirectory =\n');
    assert.match((await coord(context, ['status'])).err, `${top} belongs to another user`);
    assert.is(listener.received, '');
  },
);

asRoot(
  'LOC-3: commands send nothing by what another user wrote into one’s own repository',
  async (context) => {
    const { top, listener } = context;
    await plant(context, join(top, 'planted'));
    await give(top, vic);
    const own = join(top, '.git', 'coord');
    await cp(join(top, 'planted'), own, { recursive: true });
    await give(own, vic);
    await chown(join(top, '.git', 'mallory', 'daemon.sock'), mallory, mallory);
    assert.match(
      (await coord(context, ['status'])).err,
      'mallory/daemon.sock belongs to another user',
    );
    await chown(join(own, 'daemon.json'), mallory, mallory);
    assert.match((await coord(context, ['status'])).err, 'daemon.json belongs to another user');
    await rm(own, { recursive: true });
    await symlink(join(top, 'planted'), own);
    assert.match((await coord(context, ['status'])).err, 'coord is a symbolic link');
    assert.is(listener.received, '');
  },
);

asRoot(
  'LOC-3: logins that another user wrote, or a link leads to, are not used',
  async (context) => {
    const { work } = context;
    const login = { relay: 'http://127.0.0.1:1', key: 'k' };
    await mkdir(join(work, 'state'));
    const file = join(work, 'state', 'credentials.json');
    await writeFile(file, JSON.stringify({ logins: [login] }));
    await chown(file, mallory, mallory);
    const { code, err } = await coord(context, ['feed', '--relay', login.relay]);
    assert.is(code, 1);
    assert.match(err, `${file} belongs to another user (user id ${mallory})`);
  },
);

asRoot('LOC-3: OpenCode’s plugin sends nothing by what another user wrote', async (context) => {
  const { top, work, listener } = context;
  await plant(context, join(top, '.git', 'coord'));
  await writeFile(join(work, 'coord.mjs'), installedText('opencode/plugin.js'));
  const output = await node(context, [
    '--input-type=module',
    '--eval',
    `import { Coord } from ${JSON.stringify(join(work, 'coord.mjs'))};
    const plugin = await Coord({ directory: process.cwd() });
    await plugin.event({ event: { type: 'session.created', properties: { info: { id: 's' } } } });
    const output = { system: [] };
    await plugin['experimental.chat.system.transform']({ sessionID: 's' }, output);
    console.error(output.system.join());`,
  ]);
  assert.match(output.err, 'the daemon is not running');
  assert.is(listener.received, '');
});

asRoot(
  'LOC-4: root by sudo works in the repository of the person who called sudo',
  async (context) => {
    const { folder } = context;
    const own = join(folder, 'own');
    await git(folder, 'init', '--quiet', own);
    await give(own, vic);
    const by = (user: number) =>
      coord(context, ['status'], { cwd: own, user: 0, sudo: String(user) });
    assert.match((await by(vic)).err, `No coord daemon runs for ${own}`);
    assert.match((await by(mallory)).err, `${own} belongs to another user`);
  },
);

asRoot(
  'LOC-3: a login is not kept in a state folder of another user, and says whose it is',
  async (context) => {
    const state = join(context.folder, 'mallorys-state');
    await mkdir(state, { mode: 0o777 });
    await chown(state, mallory, mallory);
    await chmod(state, 0o777);
    const relay = createHttpServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ valid: true, user_id: 'usr_vic', email: 'vic@example.com' }));
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = relay.address() as AddressInfo;
      const args = [
        'login',
        '--relay',
        `http://127.0.0.1:${port}`,
        '--key',
        `coord_${'a'.repeat(32)}`,
      ];
      const env = { COORD_HOME: state };
      const { code, err } = await coord(context, args, { env });
      assert.is(code, 1, err);
      assert.match(err, `${state} belongs to another user (user id ${mallory})`);
      assert.equal(await readdir(state), []);
    } finally {
      relay.close();
    }
  },
);

test.run();

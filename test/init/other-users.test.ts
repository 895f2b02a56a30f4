import { chmod, chown, cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { installedText } from '../../cli/init/installed-files.ts';
import { statePaths } from '../../daemon/config.ts';
import { authorizationText } from '../../shared/node/endpoint.ts';
import { findWorkTree } from '../../shared/node/git/repository.ts';
import {
  FakeDaemon,
  fakeToken,
  git,
  installHook,
  makeRepository,
  publish,
  remove,
  runHook,
} from './support.ts';

/** Two users of one machine: Vic, whose key is at stake, and Mallory. Only root can work as both. */
const vic = 65_534;
const mallory = 65_533;
const isRoot = process.geteuid?.() === 0;

interface Context {
  folder: string;
  /** Mallory's repository, which Vic can read. */
  top: string;
  /** Vic's own folder below it, without a repository. */
  work: string;
  script: string;
  listener: Listener;
}

const test = suite<Context>('other users of the machine');
if (!isRoot) console.log('skipped: only root can work as two users');
const asRoot = isRoot ? test : test.skip;
const token = fakeToken;

/** Mallory's socket: keeps all that it is sent. */
class Listener {
  received = '';
  readonly #server: Server = createServer((connection) => {
    connection.on('data', (chunk: Buffer) => {
      this.received += chunk.toString();
      connection.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    });
    connection.on('error', () => undefined);
  }).unref();

  async start(socket: string, owner: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(socket, resolve));
    await chown(socket, owner, owner);
    await chmod(socket, owner === vic ? 0o600 : 0o777);
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

test.before.each(async (context) => {
  const { folder, top } = await makeRepository('shared');
  await chmod(folder, 0o755);
  const work = join(top, 'exported');
  await mkdir(join(work, 'home'), { recursive: true });
  await give(top, mallory);
  await give(work, vic);
  Object.assign(context, { folder, top, work, listener: new Listener() });
  context.script = await installHook(work);
});

test.after.each(async ({ listener, folder }) => {
  await listener.stop();
  await remove(folder);
});

async function give(path: string, user: number): Promise<void> {
  await new Promise((resolve, reject) => {
    const child = spawn('chown', ['-R', '-h', `${user}:${user}`, path], { stdio: 'ignore' });
    child.on('error', reject);
    child.on('close', resolve);
  });
}

/** What Mallory writes to where a daemon of the repository would publish itself: her socket, and Vic's own token file. */
async function plant({ top, work, listener }: Context, folder: string): Promise<void> {
  const socket = join(top, '.git', 'mallory', 'daemon.sock');
  await mkdir(dirname(socket));
  await listener.start(socket, mallory);
  await writeFile(join(dirname(socket), 'authorization'), authorizationText(token));
  await give(dirname(socket), mallory);
  await writeFile(join(work, 'token'), token, { mode: 0o600 });
  await chown(join(work, 'token'), vic, vic);
  await mkdir(folder, { recursive: true });
  const repository = join(top, '.git');
  const description = {
    repository,
    url: 'http://127.0.0.1:1',
    socket,
    token_file: join(work, 'token'),
  };
  const whole = { ...description, pid: process.pid, version: '0.1.0' };
  await writeFile(join(folder, 'daemon.json'), JSON.stringify(whole));
  await writeFile(join(folder, 'address'), `${repository}\n${socket}\n`);
  const stolen = `data = "@${join(work, 'token')}"\noutput = "${join(work, 'written')}"\n`;
  await writeFile(
    join(folder, 'curlrc'),
    `# ..\n# ${socket}\nunix-socket = "${socket}"\n${stolen}`,
  );
  await writeFile(join(folder, 'hook-address'), `1\nx\n${process.pid}\n`);
  await give(folder, mallory);
  await chmod(folder, 0o755);
}

interface Finished {
  readonly code: number | null;
  readonly err: string;
}

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const loader = fileURLToPath(import.meta.resolve('tsx'));

interface As {
  readonly cwd?: string;
  readonly user?: number;
  /** Who called sudo, if somebody did. */
  readonly sudo?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command of coord as Vic, in Vic's folder, where nothing else is said. */
function coord(context: Context, args: string[], as: As = {}): Promise<Finished> {
  return node(context, ['--import', loader, main, ...args], as);
}

function node(
  { work }: Context,
  args: string[],
  { cwd = work, user = vic, sudo, env: more }: As = {},
): Promise<Finished> {
  const home = { HOME: join(work, 'home'), COORD_HOME: join(work, 'state') };
  const env = { PATH: process.env['PATH'], ...home, ...(sudo && { SUDO_UID: sudo }), ...more };
  const options = { cwd, env, uid: user, gid: user };
  const child = spawn(process.execPath, args, options);
  child.stdin.end('{}');
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdout.resume();
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, err }));
  });
}

const shells = ['/bin/dash', '/bin/bash'];

/** Nothing was sent to Mallory and nothing written for her, by any hook of Vic's. */
async function assertKept(context: Context, cwd = context.work): Promise<void> {
  const { script, listener, work } = context;
  for (const shell of shells) {
    const call = { args: ['claude-code', 'PreToolUse'], cwd, shell, user: vic };
    const { code, stderr } = await runHook(script, call);
    assert.equal([code, stderr], [0, ''], shell);
    assert.is(listener.received, '', shell);
  }
  assert.not.ok((await readdir(work)).includes('written'));
}

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

function description({ work }: Context, socket: string) {
  const token_file = join(work, 'token');
  return { url: 'http://127.0.0.1:1', socket, token_file, pid: process.pid, version: '0.1.0' };
}

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

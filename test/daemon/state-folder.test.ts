import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { StateFiles } from '../../daemon/local-api/endpoint/state-files.ts';
import { coord, DaemonProcess, type Place } from '../link/daemon-process.ts';
import { eventually } from '../support/waiting.ts';
import { Sandbox } from './support.ts';

interface Scene {
  sandbox: Sandbox;
  place: Place;
  daemon: DaemonProcess;
}

const test = suite<Scene>('a daemon whose state folder is taken away');

test.before.each(async (scene) => {
  const sandbox = (scene.sandbox = new Sandbox());
  scene.place = { folder: sandbox.repository('shop'), home: sandbox.folder('home') };
  scene.daemon = await DaemonProcess.start([], scene.place);
});

test.after.each(async ({ daemon, sandbox }) => {
  await daemon.stop();
  sandbox.remove();
});

/** The folder of the one repository that there is. */
function stateFolder({ home }: Place): string {
  const all = join(home, 'repositories');
  return join(all, readdirSync(all)[0] ?? '');
}

function pidOf({ folder }: Place): number {
  const text = readFileSync(join(folder, '.git', 'coord', 'daemon.json'), 'utf8');
  return (JSON.parse(text) as { pid: number }).pid;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

for (const [what, paths] of [
  ['its whole folder', (place: Place) => [place.home]],
  ['its socket', (place: Place) => [join(stateFolder(place), 'daemon.sock')]],
  ['its token', (place: Place) => [join(stateFolder(place), 'token')]],
] as const) {
  test(`LOC-7: without ${what} a daemon is found again, with the same token`, async ({
    daemon,
    place,
  }) => {
    // The daemon may write into it meanwhile.
    for (const path of paths(place)) rmSync(path, { recursive: true, maxRetries: 5 });
    await eventually('a command that is answered', async () => {
      const { code, out } = await coord(['status'], place);
      return (code === 0 && !out.includes('not coordinated')) || undefined;
    });
    await eventually('the same token', async () => {
      const file = join(stateFolder(place), 'token');
      return (existsSync(file) && readFileSync(file, 'utf8').trim() === daemon.token) || undefined;
    });
    const hook = await daemon.hook('SessionStart', { source: 'startup' });
    assert.match(hook.text, /additionalContext/);
    const second = await coord(['daemon', '--port', '0'], place);
    assert.match(second.err, /already running/);
    assert.not.match(second.err, /does not answer/);
  });
}

test('LOC-7: what a daemon cannot make again it says, once', async ({ sandbox }) => {
  const home = join(sandbox.folder('other'), 'home');
  writeFileSync(home, '');
  const told: string[] = [];
  const files = new StateFiles({
    endpoint: {
      ...{ repository: '', url: '', pid: 1, version: '' },
      ...{ socket: join(home, 'x', 'daemon.sock'), token_file: join(home, 'x', 'token') },
    },
    token: 'token',
    key: () => undefined,
    servers: { hasSocket: () => false, listenAgain: () => Promise.resolve() },
    keepStore: () => undefined,
    onNotice: (sentence) => void told.push(sentence),
  });
  for (const round of [1, 2]) {
    await files.restore();
    assert.is(told.length, 1, `round ${round}`);
  }
  assert.match(told[0] ?? '', home);
  assert.match(files.problem?.message ?? '', 'in the way');
});

test('LOC-7: the key that is kept is the one that the daemon has now', async ({ sandbox }) => {
  const home = sandbox.folder('kept');
  const [file, token_file] = [join(home, 'key'), join(home, 'token')];
  let text = 'the first key';
  const files = new StateFiles({
    endpoint: {
      ...{ repository: '', url: '', pid: 1, version: '' },
      ...{ socket: join(home, 'daemon.sock'), token_file },
    },
    token: 'token',
    key: () => ({ file, text }),
    servers: { hasSocket: () => true, listenAgain: () => Promise.resolve() },
    keepStore: () => undefined,
    onNotice: () => undefined,
  });
  await files.restore();
  text = 'another key';
  await files.restore();
  assert.is(readFileSync(file, 'utf8'), 'another key\n');
});

test('LOC-7: a daemon that cannot remove its files ends all the same when it is told to', async ({
  daemon,
  place,
}) => {
  const pid = pidOf(place);
  renameSync(place.home, `${place.home}-away`);
  writeFileSync(place.home, '');
  process.kill(pid, 'SIGTERM');
  await eventually('the end of the process', async () => !isAlive(pid) || undefined);
  await daemon.stop();
});

test('a daemon that was stopped and does not answer is said to be so, and how to end it', async ({
  daemon,
  place,
}) => {
  const pid = pidOf(place);
  process.kill(pid, 'SIGSTOP');
  try {
    const { code, err } = await coord(['daemon', '--port', '0'], place);
    assert.is(code, 1);
    assert.match(err, `It does not answer. End it with: kill ${pid}, then start it again`);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await daemon.status();
});

test('DUR-10: a fault in work that nobody waits for does not end a daemon', async ({ sandbox }) => {
  const fault = `import('node:worker_threads').then(({ isMainThread }) => {
    if (isMainThread) setTimeout(() => Promise.reject(new Error('nobody waits')), 1500);
  })`;
  const place = {
    folder: sandbox.repository('faulty'),
    home: sandbox.folder('faulty-home'),
    environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` },
  };
  const daemon = await DaemonProcess.start([], place);
  try {
    await eventually('the fault', async () => daemon.log.includes('nobody waits') || undefined);
    assert.match(daemon.log, 'coord goes on');
    assert.ok((await daemon.status()).index);
  } finally {
    await daemon.stop();
  }
});

test.run();

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { canFillDisk, fillDisk, freeDisk } from '../support/full-disk.ts';
import { Sandbox, TestDaemon, TestRelay, tryToStart } from './support.ts';

interface Context {
  sandbox: Sandbox;
  relay: TestRelay;
  root: string;
  home: string;
  start: () => Promise<TestDaemon>;
  tryStart: () => ReturnType<typeof tryToStart>;
}

const test = suite<Context>('a daemon and its disk');

test.before.each(async (context) => {
  const sandbox = (context.sandbox = new Sandbox());
  const relay = (context.relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db')));
  await relay.start();
  const { key } = await relay.join('Ana');
  context.root = sandbox.repository('shop');
  context.home = sandbox.folder('home');
  const choice = { kind: 'remote', url: relay.url, key } as const;
  context.start = () => TestDaemon.start(context.root, context.home, choice);
  context.tryStart = () => tryToStart(context.root, context.home, choice);
});

test.after.each(async ({ relay, sandbox }) => {
  await relay.stop();
  sandbox.remove();
});

function stateFile(home: string, name: RegExp): string {
  const [folder = ''] = readdirSync(join(home, 'repositories'));
  const path = join(home, 'repositories', folder);
  const found = readdirSync(path).find((one) => name.test(one));
  return join(path, found ?? '');
}

const database = /^daemon\.db$/;
const index = /^index-\w+\.db$/;

/** Writes over the bytes of a file, as another program would: the file stays the same one. */
function overwrite(path: string, from: number, bytes: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(bytes, 0xa5), 0, bytes, from);
  closeSync(file);
}

async function offlineEdit(daemon: TestDaemon, name = 'login'): Promise<string> {
  const text = readFileSync(join(daemon.root, 'src/auth.ts'), 'utf8');
  const before = new RegExp(`function ${name}\\(.*\\) \\{`).exec(text)?.[0] ?? '';
  return daemon.edits('conv', 'src/auth.ts', [before, before.replace(') {', ', more = 1) {')]);
}

if (canFillDisk()) {
  test('DUR-4 with a full disk hooks are answered, what is not kept is said, and it is kept when there is room', async ({
    sandbox,
    relay,
    home,
    start,
  }) => {
    const daemon = await start();
    await daemon.hook('sessionStart', 'conv');
    await daemon.indexed();
    await relay.stop();
    fillDisk();
    try {
      const answer = await daemon.hook('postToolUse', 'conv', {
        file_path: 'src/auth.ts',
        symbol_ids: ['src/auth.ts#login'],
      });
      assert.equal(answer['reserved'], ['src/auth.ts#login']);
      assert.match(String(answer['message']), 'could not be written to disk');
      assert.not.match(String(answer['message']), 'is sent to the team later');
      const { disk_problems: [problem] = [], outbox } = await daemon.status();
      assert.is(outbox, 1);
      assert.match(problem?.message ?? '', 'daemon.db');
      assert.type(problem?.free_bytes, 'number');
      const other = { file_path: 'src/auth.ts', symbol_ids: ['src/auth.ts#login'] };
      const denied = await daemon.hook('preToolUse', 'other', other);
      assert.is(denied['permission'], 'deny');
    } finally {
      freeDisk();
    }
    await daemon.until('all on disk', ({ disk_problems: left = [] }) => left.length === 0);
    const copy = join(sandbox.folder('killed'), 'daemon.db');
    for (const suffix of ['', '-wal']) cpSync(stateFile(home, database) + suffix, copy + suffix);
    const killed = new Sqlite(copy);
    assert.is(killed.prepare('SELECT count(*) FROM outbox').pluck().get(), 1);
    killed.close();
    await daemon.daemon.close();
    await relay.start();
    const again = await start();
    await again.until('the relay has it', ({ outbox }) => outbox === 0);
    await again.untilHeld('src/auth.ts#login');
    await again.daemon.close();
  });
}

for (const [what, spoil] of [
  ['overwritten', (path: string) => overwrite(path, 0, 8_192)],
  ['replaced', (path: string) => (rmSync(path), writeFileSync(path, 'x'.repeat(9_000)))],
  ['deleted', (path: string) => rmSync(path)],
  ['made a folder', (path: string) => (rmSync(path), mkdirSync(path))],
] as const) {
  test(`DUR-6 a replica file that is ${what} under a running daemon is made anew, with all that waits in it`, async (context) => {
    const { relay, home, start } = context;
    const daemon = await start();
    await daemon.hook('sessionStart', 'conv');
    await relay.stop();
    await offlineEdit(daemon, 'login');
    spoil(stateFile(home, database));
    await offlineEdit(daemon, 'logout');
    assert.is((await daemon.status()).outbox, 2);
    await daemon.until('all on disk', ({ disk_problems: left = [] }) => left.length === 0);
    await daemon.daemon.close();
    await relay.start();
    const again = await start();
    await again.until('the relay has both', ({ outbox }) => outbox === 0);
    await again.untilHeld('src/auth.ts#login');
    await again.untilHeld('src/auth.ts#logout');
    await again.daemon.close();
  });

  test(`DUR-6 an index file that is ${what} under a running daemon is made anew`, async (context) => {
    const { home, start } = context;
    const daemon = await start();
    await daemon.hook('sessionStart', 'conv');
    await daemon.indexed();
    spoil(stateFile(home, index));
    await offlineEdit(daemon, 'login');
    await daemon.untilHeld('src/auth.ts#login');
    await daemon.indexed();
    await daemon.daemon.close();
    const again = await start();
    await again.indexed();
    await again.daemon.close();
  });
}

for (const [what, spoil] of [
  ['damaged', (path: string) => writeFileSync(path, 'no database '.repeat(1_000))],
  ['torn', (path: string) => truncateSync(path, 5_000)],
  ['a folder', (path: string) => (rmSync(path), mkdirSync(path))],
  ['a link that leads nowhere', (path: string) => (rmSync(path), symlinkSync('/nowhere/x', path))],
  ['a FIFO', (path: string) => (rmSync(path), execFileSync('mkfifo', [path]))],
] as const) {
  test(`DUR-6 an index file that is ${what} is made anew, and the old one is kept aside`, async (context) => {
    const { home, start } = context;
    const first = await start();
    await first.indexed();
    await first.daemon.close();
    const path = stateFile(home, index);
    spoil(path);
    const again = await start();
    await again.indexed();
    await again.daemon.close();
    assert.ok(readdirSync(join(path, '..')).some((name) => /^index-\w+\.db\.damaged$/.test(name)));
    const file = new Sqlite(path);
    assert.is(file.prepare('SELECT count(*) FROM files').pluck().get(), 1);
    file.close();
  });
}

/** A state with one command that the relay has not seen. */
async function withQueued({ relay, home, start }: Context): Promise<string> {
  const daemon = await start();
  await daemon.hook('sessionStart', 'conv');
  await relay.stop();
  await offlineEdit(daemon);
  await daemon.daemon.close();
  await relay.start();
  return stateFile(home, database);
}

test('DUR-7 a replica of which only the cached part is damaged is made anew with the outbox', async (context) => {
  const path = await withQueued(context);
  damageCachedPart(path);
  const again = await context.start();
  await again.until('the relay has it', ({ outbox }) => outbox === 0);
  await again.untilHeld('src/auth.ts#login');
  await again.daemon.close();
  assert.ok(existsSync(`${path}.damaged`));
});

/** What SQLite does not see, and the daemon does. */
function damageCachedPart(path: string): void {
  const file = new Sqlite(path);
  file.exec("INSERT INTO sessions VALUES ('sess_1', '[')");
  file.close();
}

if (canFillDisk()) {
  test('DUR-7 a damaged replica on a full disk keeps its outbox, where the daemon ends before there is room', async (context) => {
    const path = await withQueued(context);
    damageCachedPart(path);
    const before = readFileSync(path);
    fillDisk();
    try {
      const daemon = await context.start();
      const { outbox, disk_problems: [problem] = [] } = await daemon.status();
      assert.is(outbox, 1);
      assert.match(problem?.message ?? '', 'daemon.db');
      await daemon.daemon.close();
    } finally {
      freeDisk();
    }
    assert.ok(before.equals(readFileSync(path)));
    const again = await context.start();
    await again.until('the relay has it', ({ outbox }) => outbox === 0);
    await again.untilHeld('src/auth.ts#login');
    await again.daemon.close();
  });

  test('DUR-7 a replica that is damaged under a daemon on a full disk stays in its place until there is room', async (context) => {
    const { relay, home, start } = context;
    const daemon = await start();
    await daemon.hook('sessionStart', 'conv');
    await relay.stop();
    await offlineEdit(daemon, 'login');
    const path = stateFile(home, database);
    rmSync(`${path}-wal`);
    const before = readFileSync(path);
    fillDisk();
    try {
      await daemon.hook('postToolUse', 'conv', { file_path: 'src/other.ts', symbol_ids: [] });
      assert.is.not((await daemon.status()).disk_problems?.length ?? 0, 0);
      assert.ok(before.equals(readFileSync(path)));
    } finally {
      freeDisk();
    }
    await daemon.until('all on disk', ({ disk_problems: left = [] }) => left.length === 0);
    assert.ok(existsSync(`${path}.damaged`));
    await daemon.daemon.close();
  });
}

test('DUR-7 a new file that is complete takes the place of the damaged one, where the daemon was killed before', async (context) => {
  const path = await withQueued(context);
  cpSync(path, `${path}.made`);
  writeFileSync(path, 'no database '.repeat(1_000));
  const again = await context.start();
  await again.until('the relay has it', ({ outbox }) => outbox === 0);
  await again.daemon.close();
  assert.ok(existsSync(`${path}.damaged`));
});

test('DUR-7 a damaged outbox is refused with what to do, and left as it is', async (context) => {
  const path = await withQueued(context);
  const file = new Sqlite(path);
  file.exec('UPDATE outbox SET value = substr(value, 3)');
  file.close();
  for (const spoil of [() => undefined, () => overwrite(path, 0, 100)]) {
    spoil();
    const before = readFileSync(path);
    const refused = await context.tryStart();
    assert.ok(isRefusal(refused));
    assert.match(refused.message, path);
    assert.match(refused.message, 'mv ');
    assert.ok(before.equals(readFileSync(path)));
  }
});

test('DUR-2 a daemon refuses a store of a newer version', async (context) => {
  const path = await withQueued(context);
  const file = new Sqlite(path);
  file.pragma('user_version = 999');
  file.close();
  const refused = await context.tryStart();
  assert.ok(isRefusal(refused));
  assert.match(refused.message, 'newer version of coord');
});

test.run();

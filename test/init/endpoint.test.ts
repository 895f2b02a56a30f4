import { mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findDaemon } from '../../cli/connection/find-daemon.ts';
import {
  endpointTexts,
  PublishedEndpoint,
} from '../../daemon/local-api/endpoint/published-endpoint.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { parseEndpoint, readEndpoint } from '../../shared/node/endpoint.ts';
import { canFillDisk, fillDisk, freeDisk } from '../support/full-disk.ts';
import { eventually } from '../support/waiting.ts';
import {
  endpointAt,
  FakeDaemon,
  fakeToken,
  git,
  goneProcess,
  makeRepository,
  publish,
  read,
  remove,
} from './support.ts';

interface Context {
  folder: string;
  gitDir: string;
}

const test = suite<Context>("init: the daemon's endpoint files");
const servers: Server[] = [];

test.before.each(async (context) => {
  const { folder, top } = await makeRepository();
  Object.assign(context, { folder, gitDir: join(top, '.git') });
});

test.after.each(async ({ folder }) => {
  for (const server of servers.splice(0)) server.close();
  await remove(folder);
});

/** What a daemon of the repository would publish, with a socket that answers. */
async function living(gitDir: string, name: string) {
  const server = createServer((_request, response) => response.end());
  servers.push(server);
  const socket = join(gitDir, name, 'daemon.sock');
  await mkdir(join(gitDir, name), { mode: 0o700 });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const endpoint = { ...endpointAt(socket), repository: gitDir };
  const notices: string[] = [];
  const options = {
    commonDir: gitDir,
    endpoint,
    token: fakeToken,
    onNotice: (sentence: string) => void notices.push(sentence),
    everyMs: 20,
  };
  const published = new PublishedEndpoint(options);
  return {
    published,
    notices,
    socket,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function socketPublished(gitDir: string): string | undefined {
  const endpoint = readEndpoint(gitDir);
  return isRefusal(endpoint) ? endpoint.message : endpoint?.socket;
}

function untilPublished(gitDir: string, socket: string): Promise<unknown> {
  return eventually(socket, async () => (socketPublished(gitDir) === socket ? true : undefined));
}

test('LOC-3: only their owner can read them, and no secret stands in them', async ({ gitDir }) => {
  await mkdir(join(gitDir, 'coord'), { mode: 0o755 });
  await writeFile(join(gitDir, 'coord', 'said-down-codex'), '');
  await publish(gitDir, endpointAt('/run/coord.sock'));
  assert.is(await modeOf(join(gitDir, 'coord')), 0o700);
  const names = (await readdir(join(gitDir, 'coord'))).toSorted();
  assert.equal(names, ['address', 'daemon.json']);
  for (const name of names) assert.is(await modeOf(join(gitDir, 'coord', name)), 0o600, name);
  assert.is(await read(gitDir, 'coord/address'), `${gitDir}\n/run/coord.sock\n`);
  assert.equal(JSON.parse(await read(gitDir, 'coord/daemon.json')), {
    repository: gitDir,
    url: 'http://127.0.0.1:1',
    socket: '/run/coord.sock',
    token_file: '/nowhere/token',
    pid: goneProcess,
    version: '0.1.0',
  });
});

test('LOC-3: what earlier versions left, with a token, goes', async ({ gitDir }) => {
  await mkdir(join(gitDir, 'coord'));
  await writeFile(join(gitDir, 'coord', 'hook-address'), '4177\nold-token\n1\n');
  await writeFile(join(gitDir, 'coord', 'address'), 'header = "Authorization: Bearer x"\n');
  await publish(gitDir, endpointAt('/run/coord.sock'));
  assert.equal((await readdir(join(gitDir, 'coord'))).toSorted(), ['address', 'daemon.json']);
});

test('LOC-3: a daemon publishes nothing through a link', async ({ gitDir, folder }) => {
  await mkdir(join(folder, 'elsewhere'));
  await symlink(join(folder, 'elsewhere'), join(gitDir, 'coord'));
  const { published } = await living(gitDir, 'one.sock');
  const refusal = await published.start();
  assert.match(refusal?.message ?? '', `${join(gitDir, 'coord')} is a symbolic link`);
  await published.withdraw();
  assert.equal(await readdir(join(folder, 'elsewhere')), []);
});

test('a daemon withdraws its own files and nothing else', async ({ gitDir }) => {
  const { published } = await living(gitDir, 'one.sock');
  assert.is(await published.start(), undefined);
  await writeFile(join(gitDir, 'coord', 'deny-when-down'), '');
  await published.withdraw();
  assert.equal(await readdir(join(gitDir, 'coord')), ['deny-when-down']);
  await published.withdraw();
});

test('LOC-5: when the second daemon stops, the first is found again at once', async ({
  gitDir,
}) => {
  const [first, second] = [await living(gitDir, 'one.sock'), await living(gitDir, 'two.sock')];
  await first.published.start();
  await second.published.start();
  assert.is(socketPublished(gitDir), second.socket);
  await second.published.withdraw();
  assert.is(socketPublished(gitDir), first.socket);
  await first.published.withdraw();
  assert.equal(await readdir(join(gitDir, 'coord')), []);
});

test('LOC-5: when the second daemon dies, the first is found again', async ({ gitDir }) => {
  const [first, second] = [await living(gitDir, 'one.sock'), await living(gitDir, 'two.sock')];
  await first.published.start();
  await publish(gitDir, endpointAt(second.socket));
  await second.stop();
  await untilPublished(gitDir, first.socket);
  await rename(join(gitDir, 'coord'), join(gitDir, 'away'));
  await untilPublished(gitDir, first.socket);
  await first.published.withdraw();
});

test('LOC-5: while a daemon is found that lives, the others write nothing', async ({ gitDir }) => {
  const [first, second] = [await living(gitDir, 'one.sock'), await living(gitDir, 'two.sock')];
  await first.published.start();
  await second.published.start();
  const { mtimeMs, ino } = await stat(join(gitDir, 'coord', 'address'));
  await pause(200);
  const later = await stat(join(gitDir, 'coord', 'address'));
  assert.equal([later.mtimeMs, later.ino], [mtimeMs, ino]);
  assert.is(socketPublished(gitDir), second.socket);
  await second.published.withdraw();
  await first.published.withdraw();
});

test('LOC-5: a daemon whose repository was moved away makes no new one in its place', async (context) => {
  const { gitDir } = context;
  const { published } = await living(gitDir, 'one.sock');
  await published.start();
  await rename(gitDir, `${gitDir}.moved`);
  await pause(100);
  assert.is(await stat(gitDir).catch(() => undefined), undefined);
  await published.withdraw();
});

test('LOC-3: a forged description sends no file of the user’s anywhere', async ({
  gitDir,
  folder,
}) => {
  await git(folder, 'init', '--quiet', join(folder, 'repo'));
  const secret = join(folder, 'secret');
  await writeFile(secret, 'key-of-another-service', { mode: 0o600 });
  const place = { directory: join(folder, 'repo'), environment: process.env };
  const find = async (socket: string) => {
    await publish(gitDir, { ...endpointAt(socket), token_file: secret });
    const found = await findDaemon(place);
    return isRefusal(found) ? found.message : found.token;
  };
  const daemon = new FakeDaemon(join(folder, 'real', 'daemon.sock'));
  const other = new FakeDaemon(join(folder, 'real', 'agent.sock'));
  for (const one of [daemon, other]) await one.start(gitDir);
  const file = join(folder, 'real', 'authorization');
  const refused = `The daemon's token ${file} cannot be read. Is it yours?`;
  assert.is(await find(daemon.socket), fakeToken, 'only what lies beside the socket');
  assert.is(await find(other.socket), refused, 'the socket of another program');
  for (const text of [
    'key',
    'Authorization: Bearer key\n',
    `Authorization: Basic ${fakeToken}\n`,
  ]) {
    await writeFile(file, text);
    assert.is(await find(daemon.socket), refused, text);
  }
  await rm(file);
  assert.is(await find(daemon.socket), refused, 'none');
  await symlink(secret, file);
  assert.match(await find(daemon.socket), `${file} is a symbolic link`);
  for (const one of [daemon, other]) await one.stop();
});

test('LOC-5: a description that names its repository by a path that fits every folder counts for none', async ({
  gitDir,
}) => {
  await publish(gitDir, endpointAt('/run/coord.sock'));
  assert.is(socketPublished(gitDir), '/run/coord.sock');
  await symlink(gitDir, join(gitDir, 'same'));
  for (const repository of [join(gitDir, 'same'), `${gitDir}/.`, '.', 'relative']) {
    await publish(gitDir, { ...endpointAt('/run/coord.sock'), repository });
    assert.is(socketPublished(gitDir), undefined, repository);
  }
});

test('what is no description of a daemon is none', async ({ gitDir }) => {
  await publish(gitDir, endpointAt('/run/coord.sock'));
  const text = await read(gitDir, 'coord/daemon.json');
  assert.is(parseEndpoint(text)?.socket, '/run/coord.sock');
  const odd = ['', 'null', '[]', '{', '{"url":1}', text.replace('"pid"', '"id"')];
  for (const other of [...odd, text.replace('"repository"', '"folder"')])
    assert.is(parseEndpoint(other), undefined, other);
});

test('no path adds a line to the address', () => {
  const paths = { repository: '/r\noutput = "x"', socket: '/a "b"\\c\rd' };
  const { address } = endpointTexts({ ...endpointAt(''), ...paths });
  assert.equal(address.split('\n'), ['/r?output = "x"', '/a "b"\\c?d', '']);
});

test('LOC-3: a daemon puts its authorization beside its socket, again where it is gone, and takes it back', async ({
  gitDir,
}) => {
  const { published, socket } = await living(gitDir, 'one.sock');
  const file = join(socket, '..', 'authorization');
  const there = () => read(file, '').catch(() => undefined);
  await published.start();
  assert.is(await there(), `Authorization: Bearer ${fakeToken}\n`);
  assert.is(await modeOf(file), 0o600);
  await rm(file);
  await eventually('the authorization', there);
  await published.withdraw();
  assert.is(await there(), undefined);
});

test('a folder in the place of a published file is refused with what to do', async ({ gitDir }) => {
  for (const name of ['daemon.json', 'address']) {
    const { published } = await living(gitDir, `by-${name}`);
    const path = join(gitDir, 'coord', name);
    await mkdir(path, { recursive: true });
    const refusal = await published.start();
    assert.is(refusal?.message, `${path} is not a file. Remove it, then start: coord daemon`);
    await published.withdraw();
    await rm(path, { recursive: true });
  }
});

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

if (canFillDisk()) {
  test('DUR-4: with a full disk a daemon says once that it is not found, and is found when there is room', async ({
    gitDir,
  }) => {
    const { published, notices, socket, stop } = await living(gitDir, 'one');
    fillDisk();
    try {
      assert.is(await published.start(), undefined);
      await pause(100);
    } finally {
      freeDisk();
    }
    assert.is(notices.length, 1);
    assert.match(notices.join(), 'cannot find this daemon');
    assert.match(notices.join(), 'authorization cannot be written');
    await untilPublished(gitDir, socket);
    await published.withdraw();
    await stop();
  });
}

test.run();

import { mkdir, readdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { curlConfig } from '../../daemon/local-api/endpoint-files.ts';
import { PublishedEndpoint } from '../../daemon/local-api/published-endpoint.ts';
import { silentLogger } from '../../daemon/kernel/logger.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { parseEndpoint, readEndpoint } from '../../shared/node/endpoint.ts';
import { eventually } from '../support/waiting.ts';
import { endpointAt, goneProcess, makeRepository, publish, read, remove } from './support.ts';

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

/** What a daemon of the repository would publish, with a socket that takes connections. */
async function living(gitDir: string, name: string) {
  const server = createServer((connection) => connection.destroy());
  servers.push(server);
  const socket = join(gitDir, name);
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const endpoint = { ...endpointAt(socket), repository: gitDir };
  const options = { commonDir: gitDir, endpoint, logger: silentLogger, everyMs: 20 };
  const published = new PublishedEndpoint(options);
  return { published, socket, stop: () => new Promise((resolve) => server.close(resolve)) };
}

function socketPublished(gitDir: string): string | undefined {
  const endpoint = readEndpoint(gitDir);
  return isRefusal(endpoint) ? endpoint.message : endpoint?.socket;
}

function untilPublished(gitDir: string, socket: string): Promise<unknown> {
  return eventually(socket, async () => (socketPublished(gitDir) === socket ? true : undefined));
}

test('only their owner can read them, and the token stands in that of the hook alone', async ({
  gitDir,
}) => {
  await mkdir(join(gitDir, 'coord'), { mode: 0o755 });
  await writeFile(join(gitDir, 'coord', 'said-down'), '');
  await publish(gitDir, endpointAt('/run/coord.sock'));
  assert.is(await modeOf(join(gitDir, 'coord')), 0o700);
  const names = (await readdir(join(gitDir, 'coord'))).toSorted();
  assert.equal(names, ['curlrc', 'daemon.json']);
  for (const name of names) assert.is(await modeOf(join(gitDir, 'coord', name)), 0o600, name);
  assert.equal(JSON.parse(await read(gitDir, 'coord/daemon.json')), {
    repository: gitDir,
    url: 'http://127.0.0.1:1',
    socket: '/run/coord.sock',
    token_file: '/nowhere/token',
    pid: goneProcess,
    version: '0.1.0',
  });
});

test('LOC-3: the address that an earlier version left, with its token, goes', async ({
  gitDir,
}) => {
  await mkdir(join(gitDir, 'coord'));
  await writeFile(join(gitDir, 'coord', 'hook-address'), '4177\nold-token\n1\n');
  await publish(gitDir, endpointAt('/run/coord.sock'));
  assert.equal((await readdir(join(gitDir, 'coord'))).toSorted(), ['curlrc', 'daemon.json']);
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
  const { mtimeMs, ino } = await stat(join(gitDir, 'coord', 'curlrc'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const later = await stat(join(gitDir, 'coord', 'curlrc'));
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
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.is(await stat(gitDir).catch(() => undefined), undefined);
  await published.withdraw();
});

test('what is no description of a daemon is none', async ({ gitDir }) => {
  await publish(gitDir, endpointAt('/run/coord.sock'));
  const text = await read(gitDir, 'coord/daemon.json');
  assert.is(parseEndpoint(text)?.socket, '/run/coord.sock');
  const odd = ['', 'null', '[]', '{', '{"url":1}', text.replace('"pid"', '"id"')];
  for (const other of [...odd, text.replace('"repository"', '"folder"')])
    assert.is(parseEndpoint(other), undefined, other);
});

test('what is special to curl is quoted, and no path makes a setting', () => {
  const paths = { repository: '/r\noutput = "x"', socket: '/a "b"\\c\nd' };
  const lines = curlConfig({ ...paths, token: 't\r\n"x' }).split('\n');
  assert.equal(lines.slice(0, 4), [
    '# /r?output = "x"',
    '# /a "b"\\c?d',
    'unix-socket = "/a \\"b\\"\\\\c\\nd"',
    'header = "Authorization: Bearer t\\r\\n\\"x"',
  ]);
});

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

test.run();

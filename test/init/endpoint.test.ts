import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  curlConfig,
  hookAddress,
  publishEndpoint,
  withdrawEndpoint,
} from '../../daemon/local-api/endpoint-files.ts';
import { parseEndpoint } from '../../shared/node/endpoint.ts';
import { endpointAt, goneProcess, makeRepository, read, remove } from './support.ts';

interface Context {
  folder: string;
  gitDir: string;
}

const test = suite<Context>("init: the daemon's endpoint files");

test.before.each(async (context) => {
  const { folder, top } = await makeRepository();
  Object.assign(context, { folder, gitDir: join(top, '.git') });
});

test.after.each(async ({ folder }) => remove(folder));

test('only their owner can read them, and the token stands in those of the hook alone', async ({
  gitDir,
}) => {
  await mkdir(join(gitDir, 'coord'), { mode: 0o755 });
  await writeFile(join(gitDir, 'coord', 'said-down'), '');
  await publishEndpoint(gitDir, endpointAt('/run/coord.sock'));
  assert.is(await modeOf(join(gitDir, 'coord')), 0o700);
  const names = (await readdir(join(gitDir, 'coord'))).toSorted();
  assert.equal(names, ['curlrc', 'daemon.json', 'hook-address']);
  for (const name of names) assert.is(await modeOf(join(gitDir, 'coord', name)), 0o600, name);
  assert.is(await read(gitDir, 'coord/hook-address'), `1\nsecret-token\n${goneProcess}\n`);
  assert.equal(JSON.parse(await read(gitDir, 'coord/daemon.json')), {
    url: 'http://127.0.0.1:1',
    socket: '/run/coord.sock',
    token_file: '/nowhere/token',
    pid: goneProcess,
    version: '0.1.0',
  });
});

test('a daemon withdraws its own files and not those of its successor', async ({ gitDir }) => {
  await publishEndpoint(gitDir, endpointAt('/run/coord.sock'));
  await writeFile(join(gitDir, 'coord', 'deny-when-down'), '');
  await withdrawEndpoint(gitDir, 1);
  assert.is((await readdir(join(gitDir, 'coord'))).length, 4);
  await withdrawEndpoint(gitDir, goneProcess);
  assert.equal(await readdir(join(gitDir, 'coord')), ['deny-when-down']);
  await withdrawEndpoint(gitDir, goneProcess);
});

test('what is no description of a daemon is none', async ({ gitDir }) => {
  await publishEndpoint(gitDir, endpointAt('/run/coord.sock'));
  const text = await read(gitDir, 'coord/daemon.json');
  assert.is(parseEndpoint(text)?.socket, '/run/coord.sock');
  for (const odd of ['', 'null', '[]', '{', '{"url":1}', text.replace('"pid"', '"id"')])
    assert.is(parseEndpoint(odd), undefined, odd);
});

test('what is special to curl is quoted', () => {
  const [socket, header] = curlConfig('/a "b"\\c\nd', 't\r\n"x').split('\n');
  assert.is(socket, 'unix-socket = "/a \\"b\\"\\\\c\\nd"');
  assert.is(header, 'header = "Authorization: Bearer t\\r\\n\\"x"');
});

test("the hook's address has the port that the URL means, and a token of one line", () => {
  const daemon = { url: 'http://127.0.0.1', token: 't0k_en', pid: 7 };
  assert.is(hookAddress(daemon), '80\nt0k_en\n7\n');
  for (const token of ['', 'a b', 'a\nb', 'a\rb', 'é']) {
    assert.throws(() => hookAddress({ ...daemon, token }), 'printable ASCII');
  }
});

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

test.run();

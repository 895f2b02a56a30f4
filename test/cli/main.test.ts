import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { version } from '../../shared/version.ts';
import { makePlace, type Place } from './support.ts';

const test = suite<{ place: Place }>('the process');

test.before.each(async (context) => {
  context.place = await makePlace();
});
test.after.each(({ place }) => place.remove());

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

function launch(args: readonly string[], { repository, home }: Place) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, COORD_HOME: home };
  // Resolved here, because the command runs in a folder from which the loader cannot be found.
  const loader = import.meta.resolve('tsx');
  return spawn(process.execPath, ['--import', loader, main, ...args], { cwd: repository, env });
}

async function finish(args: readonly string[], place: Place) {
  const child = launch(args, place);
  const taken = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (taken.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (taken.err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...taken };
}

test('exit codes reach the shell, and answers and errors their own streams', async ({ place }) => {
  assert.equal(await finish(['--version'], place), { code: 0, out: `${version}\n`, err: '' });
  const unknown = await finish(['nonsense'], place);
  assert.is(unknown.code, 2);
  assert.is(unknown.out, '');
  const refused = await finish(['status'], place);
  assert.is(refused.code, 1);
  assert.match(refused.err, /^coord: .*coord daemon\n$/);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} ends a server well`, async ({ place }) => {
    const relay = launch(['relay', '--port', '0', '--json'], place);
    const [line] = (await once(createInterface({ input: relay.stdout }), 'line')) as [string];
    assert.is((JSON.parse(line) as { ready: boolean }).ready, true);
    relay.kill(signal);
    assert.equal(await once(relay, 'close'), [0, null]);
  });
}

test('a hook needs no more than its client and its event, and its help is there too', async ({
  place,
}) => {
  const child = launch(['hook', 'claude-code', 'UserPromptSubmit'], place);
  const taken: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => taken.push(chunk.toString()));
  child.stdin.end('{}');
  assert.equal(await once(child, 'close'), [0, null]);
  assert.match(taken.join(''), '"systemMessage":"coord: the daemon is not running');
  assert.match((await finish(['hook', '--help'], place)).out, 'coord hook');
  assert.is((await finish(['hook'], place)).code, 2);
});

test('mcp without a daemon starts, answers, and ends with its input', async ({ place }) => {
  const mcp = launch(['mcp'], place);
  const lines = createInterface({ input: mcp.stdout });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'sync' } };
  mcp.stdin.write(`${JSON.stringify(call)}\n`);
  const [line] = (await once(lines, 'line')) as [string];
  assert.match(line, 'coord daemon');
  mcp.stdin.end();
  assert.equal(await once(mcp, 'close'), [0, null]);
});

test('a reader that stops reading is no failure', async ({ place }) => {
  const child = launch(['--help'], place);
  child.stdout.destroy();
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  assert.equal(await once(child, 'close'), [0, null]);
  assert.equal(errors, []);
});

test.run();

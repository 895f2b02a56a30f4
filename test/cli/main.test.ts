import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { version } from '../../shared/version.ts';
import { makeSandbox, type Sandbox } from './support.ts';
import { builtCoord } from '../support/built-coord.ts';

const test = suite<{ sandbox: Sandbox }>('the process');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

function launch(args: readonly string[], { repository, home }: Sandbox) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, COORD_HOME: home };
  return spawn(process.execPath, [builtCoord, ...args], { cwd: repository, env });
}

async function finish(args: readonly string[], sandbox: Sandbox) {
  const child = launch(args, sandbox);
  const taken = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (taken.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (taken.err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...taken };
}

test('exit codes reach the shell, and answers and errors their own streams', async ({
  sandbox,
}) => {
  assert.equal(await finish(['--version'], sandbox), { code: 0, out: `${version}\n`, err: '' });
  const unknown = await finish(['nonsense'], sandbox);
  assert.is(unknown.code, 2);
  assert.is(unknown.out, '');
  const refused = await finish(['status'], sandbox);
  assert.is(refused.code, 1);
  assert.match(refused.err, /^coord: .*coord daemon\n$/);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} ends a server well`, async ({ sandbox }) => {
    const relay = launch(['relay', '--port', '0', '--json'], sandbox);
    const [line] = (await once(createInterface({ input: relay.stdout }), 'line')) as [string];
    assert.is((JSON.parse(line) as { ready: boolean }).ready, true);
    relay.kill(signal);
    assert.equal(await once(relay, 'close'), [0, null]);
  });
}

test('a hook needs no more than its client and its event, and its help is there too', async ({
  sandbox,
}) => {
  const child = launch(['hook', 'claude-code', 'UserPromptSubmit'], sandbox);
  const taken: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => taken.push(chunk.toString()));
  child.stdin.end('{}');
  assert.equal(await once(child, 'close'), [0, null]);
  assert.match(taken.join(''), '"systemMessage":"coord: the daemon is not running');
  assert.match((await finish(['hook', '--help'], sandbox)).out, 'coord hook');
  assert.is((await finish(['hook'], sandbox)).code, 2);
});

test('mcp without a daemon starts, answers, and ends with its input', async ({ sandbox }) => {
  const mcp = launch(['mcp'], sandbox);
  const lines = createInterface({ input: mcp.stdout });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'sync' } };
  mcp.stdin.write(`${JSON.stringify(call)}\n`);
  const [line] = (await once(lines, 'line')) as [string];
  assert.match(line, 'coord daemon');
  mcp.stdin.end();
  assert.equal(await once(mcp, 'close'), [0, null]);
});

test('a reader that stops reading is no failure', async ({ sandbox }) => {
  const child = launch(['--help'], sandbox);
  child.stdout.destroy();
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  assert.equal(await once(child, 'close'), [0, null]);
  assert.equal(errors, []);
});

test.run();

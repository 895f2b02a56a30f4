import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lineReader } from '../../daemon/mcp/line-transport.ts';
import { runMcp } from '../../daemon/mcp/main.ts';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import { limits } from '../../shared/contract/fields.ts';
import { makeSandbox, type Sandbox } from '../cli/support.ts';
import { LineClient, StandInDaemon, standInHost, temporaryFolder } from '../mcp/support.ts';
import { builtCoord } from '../support/built-coord.ts';

const test = suite<{ sandbox: Sandbox }>('coord mcp and what it is sent');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

/** `coord mcp` as a process of its own, where no daemon runs. */
function launch({ repository, home }: Sandbox): ChildProcessWithoutNullStreams {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, COORD_HOME: home };
  return spawn(process.execPath, [builtCoord, 'mcp'], { cwd: repository, env });
}

/** `coord mcp` on streams of this process, in front of a daemon whose calls are never answered. */
async function startStuck(graceMs: number) {
  const folder = await temporaryFolder();
  const socket = join(folder, 'daemon.sock');
  const stuck = standInHost({ call: () => new Promise(() => undefined) });
  const daemon = await new StandInDaemon(socket, stuck).start();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const done = runMcp({
    input,
    output,
    graceMs,
    conversationId: undefined,
    version: '1.2.3',
    findDaemon: async () => ({ socket, token: 'token-1' }),
  });
  const close = async () => {
    await done;
    await daemon.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { client: new LineClient(input, output), input, close };
}

const call = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'sync' },
});

test('CON-2 coord mcp ends when its input ends while a call is under way, and says that it was not answered', async () => {
  const { client, input, close } = await startStuck(50);
  client.send(call(1));
  input.end();
  await close();
  const { id, result } = await client.next();
  assert.is(id, 1);
  assert.is(result?.isError, true);
  assert.match(result?.content?.[0]?.text ?? '', 'ended before this call was answered');
});

test('CON-2 also when its input breaks instead of ending', async () => {
  const { client, input, close } = await startStuck(50);
  client.send(call(1));
  input.destroy();
  await close();
});

const oddIds: Readonly<Record<string, string>> = {
  'an infinite number': '1e400',
  'an object': '{"a":1}',
  'a list': '[1]',
  nothing: 'null',
  'a fraction': '1.5',
  'a number that loses its digits': '12345678901234567890',
  'a huge number': '1e300',
  'a truth value': 'true',
};

test('CON-3 an id that cannot be sent back is an Invalid Request, and coord mcp ends with its input', async ({
  sandbox,
}) => {
  const mcp = launch(sandbox);
  const client = new LineClient(mcp.stdin, mcp.stdout);
  for (const [what, id] of Object.entries(oddIds)) {
    client.sendText(
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"sync"}}\n`,
    );
    const answer = await client.next();
    assert.is(answer.error?.code, -32600, what);
    assert.is(answer.id, null, what);
  }
  mcp.stdin.end();
  assert.equal(await once(mcp, 'close'), [0, null]);
});

test('CON-3 a batch, a call without its version and a call of another kind are answered as JSON-RPC says', async ({
  sandbox,
}) => {
  const mcp = launch(sandbox);
  const client = new LineClient(mcp.stdin, mcp.stdout);
  const wrong: [unknown, number][] = [
    [[call(1), call(2)], -32600],
    [{ ...call(1), jsonrpc: undefined }, -32600],
    [{ ...call(1), jsonrpc: '1.0' }, -32600],
    [{ jsonrpc: '2.0', id: 7, method: 'notifications/initialized' }, -32601],
  ];
  for (const [message, code] of wrong) {
    client.send(message);
    assert.is((await client.next()).error?.code, code, JSON.stringify(message));
  }
  // A call without an id is a notification, which is never answered: the next answer is the ping's.
  client.send({ ...call(undefined) });
  assert.equal((await client.request('ping', {})).result, {});
  mcp.stdin.end();
  assert.equal(await once(mcp, 'close'), [0, null]);
});

test('CON-3 an id that a call under way has is refused, and is free again after its answer', async () => {
  const { client, input, close } = await startStuck(50);
  client.send(call('one'));
  client.send(call('one'));
  const refused = await client.next();
  assert.is(refused.id, null);
  assert.match(refused.error?.message ?? '', '"one" is that of a call under way');
  input.end();
  await close();
});

test('CON-3 a line of 50 MB is refused with the reason and kept in no memory, and the next one is answered', async ({
  sandbox,
}) => {
  const mcp = launch(sandbox);
  const client = new LineClient(mcp.stdin, mcp.stdout);
  await client.initialize();
  const before = peakMemoryOf(mcp.pid);
  const piece = 'a'.repeat(1_048_576);
  for (let count = 0; count < 50; count += 1) {
    if (!mcp.stdin.write(piece)) await once(mcp.stdin, 'drain');
  }
  client.sendText('\n');
  const refused = await client.next();
  assert.is(refused.error?.code, -32600);
  assert.match(refused.error?.message ?? '', '1,048,576 bytes');
  assert.equal((await client.request('ping', {})).result, {});
  const grown = peakMemoryOf(mcp.pid) - before;
  assert.ok(grown < 40 * 1_024, `the memory grew by ${grown} KiB`);
  mcp.stdin.end();
  assert.equal(await once(mcp, 'close'), [0, null]);
});

/** In KiB; 0 where the system does not tell. */
function peakMemoryOf(pid: number | undefined): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
}

test('CON-3 lines are the same however they are cut, and one that is too long is left out', () => {
  const long = 'x'.repeat(30);
  const text = `one\n\n${long}\ntwo\n${'y'.repeat(19)}\nrest`;
  for (const size of [1, 2, 3, 7, 16, text.length]) {
    const lines: string[] = [];
    const read = lineReader((line) => lines.push(line.toString()), {
      maxBytes: 20,
      onTooLong: () => lines.push('too long'),
    });
    for (let at = 0; at < text.length; at += size) read(Buffer.from(text.slice(at, at + size)));
    assert.equal(lines, ['one\n', '\n', 'too long', 'two\n', `${'y'.repeat(19)}\n`], `${size}`);
  }
});

test('CON-3 a line of single bytes takes no longer than one in a piece', () => {
  let length = 0;
  const read = lineReader((line) => (length = line.length), {
    maxBytes: limits.bodyBytes,
    onTooLong: () => undefined,
  });
  const letter = Buffer.from('a');
  const started = performance.now();
  for (let count = 1; count < limits.bodyBytes; count += 1) read(letter);
  read(Buffer.from('\n'));
  assert.is(length, limits.bodyBytes);
  assert.ok(performance.now() - started < 2_000);
});

test('CON-4 of 10,000 calls at once 64 are taken, and the others are told at once when to try again', async () => {
  const { client, input, close } = await startStuck(50);
  const many = 10_000;
  client.sendText(
    Array.from({ length: many }, (_, id) => `${JSON.stringify(call(id))}\n`).join(''),
  );
  for (let count = connectionLimits.toolCallsUnderWay; count < many; count += 1) {
    const { id, result } = await client.next();
    assert.is(id, count);
    assert.match(result?.content?.[0]?.text ?? '', /^RateLimited: .*again in a second/);
  }
  input.end();
  await close();
});

test.run();

import { EventEmitter, once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runMcp } from '../../daemon/mcp/main.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { ToolHost } from '../../shared/api/tools.ts';
import { LineClient, notThere, StandInDaemon, standInHost, temporaryFolder } from './support.ts';

const test = suite('mcp over stdio');

/** `coord mcp` on streams of this process, in front of a stand-in daemon (none without a host). */
async function start(host: ToolHost | undefined, conversationId?: string) {
  const folder = await temporaryFolder();
  const socket = join(folder, 'daemon.sock');
  let daemon = host && (await new StandInDaemon(socket, host).start());
  const [input, output] = [new PassThrough(), new PassThrough()];
  const done = runMcp({
    input,
    output,
    conversationId,
    version: '1.2.3',
    findDaemon: async () => (daemon === undefined ? notThere : { socket, token: 'token-1' }),
  });
  return {
    client: new LineClient(input, output),
    daemon: () => daemon,
    startDaemon: async (next: ToolHost) => {
      daemon = await new StandInDaemon(socket, next).start();
    },
    stopDaemon: async () => {
      await daemon?.stop();
      daemon = undefined;
    },
    end: async () => {
      input.end();
      await done;
      await daemon?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test('it introduces itself, lists the tools and answers pings', async () => {
  const { client, end } = await start(standInHost());
  const hello = await client.initialize();
  assert.is(hello.result?.['protocolVersion'], '2025-06-18');
  assert.equal(hello.result?.['serverInfo'], { name: 'coord', version: '1.2.3' });
  client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const { result } = await client.request('tools/list', {});
  const tools = result?.['tools'] as { name: string }[];
  assert.ok(tools.some(({ name }) => name === 'sync'));
  assert.equal((await client.request('ping', {})).result, {});
  await end();
});

test('a tool call reaches the daemon with the conversation of the client, and comes back', async () => {
  const { client, daemon, end } = await start(standInHost(), 'conv ü 1');
  await client.initialize();
  const { result } = await client.request('tools/call', {
    name: 'sync',
    arguments: { task: 'Zoë: räume auf 🧹' },
  });
  const answer = result?.['structuredContent'] as Record<string, unknown>;
  assert.is(answer['task'], 'Zoë: räume auf 🧹');
  assert.equal(JSON.parse(result?.content?.[0]?.text ?? ''), answer);
  assert.equal(daemon()?.callers, [{ conversationId: 'conv ü 1', toolUseId: undefined }]);
  await end();
});

test('each call says which call of its client it is', async () => {
  const { client, daemon, end } = await start(standInHost(), 'one');
  const known = [{ 'claudecode/toolUseId': 'toolu_1' }, { callId: 'call_1' }];
  for (const _meta of [...known, { 'claudecode/toolUseId': 7 }, null])
    await client.request('tools/call', { name: 'sync', arguments: {}, _meta });
  assert.equal(
    daemon()?.callers.map(({ toolUseId }) => toolUseId),
    ['toolu_1', 'call_1', undefined, undefined],
  );
  await end();
});

test('MCP-4: without a daemon a call answers how to start one, and the next finds the one started since', async () => {
  const { client, startDaemon, end } = await start(undefined);
  await client.initialize();
  const down = await client.request('tools/call', { name: 'sync', arguments: {} });
  assert.is(down.result?.isError, true);
  assert.match(down.result?.content?.[0]?.text ?? '', 'coord daemon');
  await startDaemon(standInHost());
  const up = await client.request('tools/call', { name: 'sync', arguments: {} });
  assert.is(up.result?.isError, undefined);
  await end();
});

test('MCP-4: a daemon that stops while it works on a call does not leave the client waiting', async () => {
  const calls = new EventEmitter();
  const stuck = standInHost({
    call: () => {
      calls.emit('call');
      return new Promise(() => undefined);
    },
  });
  const { client, stopDaemon, startDaemon, end } = await start(stuck);
  const called = once(calls, 'call');
  const answer = client.request('tools/call', { name: 'sync', arguments: {} });
  await called;
  await stopDaemon();
  assert.is((await answer).result?.isError, true);
  await startDaemon(standInHost());
  const again = await client.request('tools/call', { name: 'sync', arguments: {} });
  assert.is(again.result?.isError, undefined);
  await end();
});

test('MTG-15: prompts are listed without the daemon, and filled in by it', async () => {
  const meeting = { id: 'mtg_1', title: 'Login', status: 'completed', participants: [] };
  const host = standInHost({ call: async () => ({ ...meeting, transcript: 'Ann: We use JWT.' }) });
  const { client, startDaemon, end } = await start(undefined);
  const hello = await client.initialize();
  assert.match(JSON.stringify(hello.result?.['capabilities']), 'prompts');
  const { result } = await client.request('prompts/list', {});
  assert.match(JSON.stringify(result?.['prompts']), '"name":"read_meeting"');
  const asked = { name: 'read_meeting', arguments: { meeting: 'mtg_1' } };
  const down = await client.request('prompts/get', asked);
  assert.match(down.error?.message ?? '', 'coord daemon');
  await startDaemon(host);
  const filled = await client.request('prompts/get', asked);
  assert.match(JSON.stringify(filled.result), 'Ann: We use JWT.');
  const unknown = await client.request('prompts/get', { name: 'nothing', arguments: {} });
  assert.is(unknown.error?.code, -32602);
  const unnamed = await client.request('prompts/get', { name: 'read_meeting' });
  assert.match(unnamed.error?.message ?? '', 'name the meeting');
  await end();
});

test('unknown tools, unknown methods and lines that are no messages get JSON-RPC errors', async () => {
  const { client, end } = await start(standInHost());
  const wrong: [string, number][] = [
    [
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } }),
      -32602,
    ],
    [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call' }), -32602],
    [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'nothing/here' }), -32601],
    ['{"half', -32700],
    ['[]', -32600],
    ['null', -32600],
  ];
  for (const [line, code] of wrong) {
    client.sendText(`${line}\n`);
    assert.is((await client.next()).error?.code, code, line);
  }
  await end();
});

test('CON-3: arguments that are nested too deep are refused, and the connection lives on', async () => {
  const { client, daemon, end } = await start(standInHost());
  await client.request('tools/call', { name: 'sync' });
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const call = (id: string, params: string) =>
    client.sendText(`{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":${params}}\n`);
  for (const levels of [limits.jsonDepth, 8_000, 300_000]) {
    call('deep', `{"name":"sync","arguments":{"task":${nested(levels)}}}`);
    const { result } = await client.next();
    assert.is(result?.isError, true);
    assert.match(result?.content?.[0]?.text ?? '', 'ValidationError: arguments must not be nested');
  }
  call('fits', `{"name":"sync","arguments":{"unknown":${nested(limits.jsonDepth - 1)}}}`);
  assert.is((await client.next()).result?.isError, undefined);
  const asked = `"method":"prompts/get","params":{"name":"read_meeting","arguments":{"a":${nested(8_000)}}}`;
  client.sendText(`{"jsonrpc":"2.0","id":"prompt",${asked}}\n`);
  assert.match((await client.next()).error?.message ?? '', 'nested deeper than 100');
  assert.is(daemon()?.callers.length, 2, 'what is too deep does not reach it');
  await end();
});

test('ANS-2 a bug behind a call is an internal error, and the next call works', async () => {
  let calls = 0;
  const host = standInHost({
    call: async () => {
      calls += 1;
      if (calls === 1) throw new Error('bug');
      return { session_id: 'sess_1' };
    },
  });
  const { client, daemon, end } = await start(host);
  const failed = await client.request('tools/call', { name: 'sync' });
  assert.is(failed.error?.code, -32603);
  assert.is(daemon()?.errors.length, 1);
  const { result } = await client.request('tools/call', { name: 'sync' });
  assert.equal(result?.['structuredContent'], { session_id: 'sess_1' });
  await end();
});

test('MCP-4: many calls at once, in pieces and in one piece, are each answered once', async () => {
  const { client, end } = await start(standInHost());
  const ids = Array.from({ length: 200 }, (_, index) => `call-${index}`);
  const text = ids
    .map((id) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'sync' } }),
    )
    .join('\n');
  for (let at = 0; at < text.length; at += 701) client.sendText(text.slice(at, at + 701));
  client.sendText('\n');
  const answered = await Promise.all(ids.map(() => client.next()));
  assert.equal(answered.map(({ id }) => String(id)).sort(), [...ids].sort());
  await end();
});

test('MCP-4: a client that writes null, or what is no object, where MCP has something else, is answered under its id', async () => {
  const { client, end } = await start(standInHost());
  const given = (args: unknown) => ({ name: 'sync', arguments: args, _meta: null });
  const { result } = await client.request('tools/call', given(null));
  assert.is(result?.isError, undefined);
  const listed = await client.request('tools/call', given([]));
  assert.is(listed.result?.content?.[0]?.text, 'ValidationError: arguments must be an object.');
  client.send({ jsonrpc: '2.0', id: 'none', method: 'tools/call', params: null });
  assert.equal(await client.next(), {
    jsonrpc: '2.0',
    id: 'none',
    error: { code: -32602, message: 'params.name must be the name of a tool.' },
  });
  client.send({ jsonrpc: '2.0', id: 'odd', method: 'tools/call', params: 'sync' });
  const odd = await client.next();
  assert.equal([odd.id, odd.error?.code], ['odd', -32600]);
  await end();
});

test('MCP-4: a call that the client takes back is answered all the same, because it was done', async () => {
  const { client, end } = await start(standInHost());
  client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'sync' } });
  const params = { requestId: 1, reason: 'changed my mind' };
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  assert.is((await client.next()).id, 1);
  client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'sync' } });
  assert.is((await client.next()).id, 1);
  await end();
});

test('MCP-4: calls that are on their way when the input ends are still answered', async () => {
  const { client, end } = await start(standInHost());
  client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'sync' } });
  await end();
  assert.is((await client.next()).id, 1);
});

test.run();

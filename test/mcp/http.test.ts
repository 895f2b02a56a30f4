import { mcpServerFactory } from '../../shared/node/mcp/server.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { handleMcp } from '../../shared/node/mcp/over-http.ts';
import { standInHost } from './support.ts';

const test = suite('mcp over http');

const createMcpServer = mcpServerFactory('1.2.3');
async function serve(host = standInHost()) {
  const bugs: unknown[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    await handleMcp(request, response, {
      body,
      host,
      onBug: (error) => bugs.push(error),
      createServer: createMcpServer,
      caller: {
        client: undefined,
        isGiven: request.headers['mcp-session-id'] !== undefined,
        isUnknown: request.headers['mcp-session-id'] === 'unknown',
        newSessionId: (name) => `given-to-${name}`,
      },
      end: () => Promise.resolve(),
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    bugs,
    url: `http://127.0.0.1:${port}/mcp`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function post(url: string, message: unknown, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      connection: 'close',
      ...headers,
    },
    body: JSON.stringify(message),
  });
}

test('MCP-8: every request can be answered by any process: introduction, tools and a call, each answered with one JSON body', async () => {
  const { url, close } = await serve();
  const hello = await post(url, {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    },
  });
  assert.match(hello.headers.get('content-type') ?? '', 'application/json');
  assert.is(hello.headers.get('mcp-session-id'), 'given-to-t');
  const list = await post(url, { jsonrpc: '2.0', id: 2, method: 'tools/list' });
  assert.is(list.headers.get('mcp-session-id'), null);
  const { result: listed } = (await list.json()) as { result: { tools: { name: string }[] } };
  assert.ok(listed.tools.some(({ name }) => name === 'sync'));
  const call = await post(url, {
    jsonrpc: '2.0',
    id: 3,
    method: 'tools/call',
    params: { name: 'sync', arguments: { task: 'x' } },
  });
  const { result } = (await call.json()) as { result: { structuredContent: { id: string } } };
  assert.is(result.structuredContent.id, 'ws_1');
  await close();
});

test('an unknown tool is an error of the protocol, a notification is accepted without an answer', async () => {
  const { url, close } = await serve();
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'nothing' } };
  const { error } = (await (await post(url, call)).json()) as { error: { code: number } };
  assert.is(error.code, -32602);
  const note = await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.is(note.status, 202);
  await note.arrayBuffer();
  await close();
});

test('ANS-2 a bug behind a call is an internal error without its words, which the log has', async () => {
  const secret = new Error('at /srv/coord/relay.js:1');
  const { url, bugs, close } = await serve(standInHost({ call: () => Promise.reject(secret) }));
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'sync' } };
  const { error } = (await (await post(url, call)).json()) as { error: unknown };
  assert.equal(error, { code: -32603, message: 'Internal error' });
  assert.equal(bugs, [secret]);
  await close();
});

test('other methods than POST and DELETE are not offered', async () => {
  const { url, close } = await serve();
  for (const method of ['GET', 'PUT']) {
    const response = await fetch(url, { method, headers: { connection: 'close' } });
    assert.is(response.status, 405);
    assert.is(response.headers.get('allow'), 'POST, DELETE');
    await response.arrayBuffer();
  }
  await close();
});

test.run();

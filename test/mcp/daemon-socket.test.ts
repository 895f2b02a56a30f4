/** The daemon's end of `coord mcp`, spoken to as any MCP server is: by the SDK's own client. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { request } from 'node:http';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SocketTransport } from '../../daemon/mcp/line-transport.ts';
import type { ToolHost } from '../../shared/api/tools.ts';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import { StandInDaemon, standInHost, temporaryFolder } from './support.ts';
import { eventually } from '../support/waiting.ts';

const test = suite('MCP at the socket of the daemon');

async function withDaemon(host: ToolHost, check: (daemon: StandInDaemon) => Promise<void>) {
  const folder = await temporaryFolder();
  const daemon = await new StandInDaemon(join(folder, 'daemon.sock'), host).start();
  await check(daemon);
  await daemon.stop();
  await rm(folder, { recursive: true, force: true });
}

function upgraded({ socket: socketPath }: StandInDaemon): Promise<Duplex> {
  const headers = {
    authorization: 'Bearer token-1',
    connection: 'Upgrade',
    upgrade: 'coord-tools',
  };
  const asked = request({ socketPath, path: '/mcp/channel', headers });
  return new Promise((resolve, reject) => {
    asked.on('upgrade', (_response, socket) => resolve(socket));
    asked.on('error', reject);
    asked.end();
  });
}

async function connected(daemon: StandInDaemon): Promise<Client> {
  const streams = { head: Buffer.alloc(0), maxBytes: 1_048_576 };
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new SocketTransport(await upgraded(daemon), streams));
  return client;
}

test('MCP-4 the daemon answers coord mcp as an MCP server: introduction, lists, calls and prompts', () =>
  withDaemon(standInHost(), async (daemon) => {
    const client = await connected(daemon);
    assert.is(client.getServerVersion()?.name, 'coord');
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === 'sync'));
    const { structuredContent } = await client.callTool({ name: 'sync', arguments: {} });
    assert.is((structuredContent as Record<string, unknown>)['session_id'], 'sess_1');
    const { prompts } = await client.listPrompts();
    assert.equal(
      prompts.map(({ name }) => name),
      ['read_meeting'],
    );
    await client.close();
  }));

test('CON-4 a client that reads no answers is read no further', async () => {
  let called = 0;
  const host = standInHost({
    call: async () => {
      called += 1;
      return { text: 'x'.repeat(1_048_576) };
    },
  });
  const { toolCallsUnderWay } = connectionLimits;
  await withDaemon(host, async (daemon) => {
    const silent = await upgraded(daemon);
    const params = { name: 'sync', _meta: { padding: 'y'.repeat(8_192) } };
    for (let id = 0; id < 10 * toolCallsUnderWay; id += 1)
      silent.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    await eventually('as many calls as may be under way', async () =>
      called >= toolCallsUnderWay ? true : undefined,
    );
    const other = await connected(daemon);
    for (let count = 0; count < 100; count += 1) await other.ping();
    // What has arrived in one piece is taken whole.
    assert.ok(called < 2 * toolCallsUnderWay, `${called} calls were taken`);
    await other.close();
    silent.destroy();
  });
});

test('a line that is no message ends the connection, and the daemon answers the next one', () =>
  withDaemon(standInHost(), async (daemon) => {
    const socket = await upgraded(daemon);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    socket.write('[1]\n');
    await closed;
    const next = await connected(daemon);
    assert.equal(await next.ping(), {});
    await next.close();
  }));

test.run();

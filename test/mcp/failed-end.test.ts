/** MCP-8, DUR-5: the end of a client's session that cannot be stored. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { storeRefusal } from '../../relay/kernel/disk-refusal.ts';
import type { ToolHost } from '../../shared/api/tools.ts';
import { handleMcp } from '../../shared/node/mcp/over-http.ts';
import { mcpServerFactory } from '../../shared/node/mcp/server.ts';
import { mcpCallerOf, newMcpSessionId, sessionHeader } from '../../shared/node/mcp/session-id.ts';
import { send } from '../support/http.ts';

const userId = 'user_1';
const headers = { [sessionHeader]: newMcpSessionId(userId, 'zed') };

/** What a DELETE is answered whose end fails so, and what the operator is told. */
async function endedWith(failure: Error) {
  const told: unknown[] = [];
  const server = createServer((request, response) => {
    void handleMcp(request, response, {
      body: undefined,
      host: {} as ToolHost,
      createServer: mcpServerFactory('1.0.0'),
      caller: mcpCallerOf(userId, request.headers),
      end: () => Promise.reject(failure),
      onBug: (error) => told.push(error),
      refusalOf: storeRefusal,
    }).catch((error: unknown) => told.push('not answered', error));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const to = `http://127.0.0.1:${port}`;
  const answer = await Promise.race([
    send(to, { method: 'DELETE', path: '/mcp', headers }),
    delay(2_000, undefined, { ref: false }),
  ]);
  server.closeAllConnections();
  server.close();
  return { answer, told };
}

test('MCP-8, DUR-5 a DELETE that cannot be stored is a 503 that says why', async () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const { answer, told } = await endedWith(full);
  assert.is(answer?.status, 503);
  assert.match(answer?.text ?? '', 'cannot store anything: its disk is full');
  assert.equal(told, [full]);
});

test('MCP-8 a DELETE that meets a bug is a 500 that says nothing of it', async () => {
  const { answer, told } = await endedWith(new Error('secret detail'));
  assert.is(answer?.status, 500);
  assert.not.match(answer?.text ?? '', 'secret');
  assert.is(told.length, 1);
});

test.run();

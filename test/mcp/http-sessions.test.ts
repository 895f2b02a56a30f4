/** MCP over HTTP at a relay, with a real client of the SDK. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { mcpClientOf, newMcpSessionId } from '../../shared/node/mcp/session-id.ts';
import type { World } from '../support/harness.ts';
import type { Answer } from '../support/http.ts';
import { onDaemon, onPostgres, relayScenario, scenario } from '../support/scenario.ts';
import { callTool, tool } from '../support/tools.ts';
import { eventually } from '../support/waiting.ts';
import { emptyCommit } from '../daemon/support.ts';

type Sync = Output<'sync'> & { readonly message?: string };

const sessionMs = 5 * 60_000;

/** A commit for the gate: a daemon looks it up, a relay takes it as it is. */
function commitOf(world: World, person: 'cleo'): string {
  return onDaemon(world.target) ? emptyCommit(world.treeOf(person)) : 'a'.repeat(40);
}

/** An agent of this person, behind the SDK's own client. */
async function agent(world: World, person: string, { name = 'zed', via = '' } = {}) {
  const { account } = world.as(person);
  const base = via === '' ? await world.as(person).base() : via;
  const headers = {
    authorization: `Bearer ${account.key}`,
    'x-coord-workspace': world.workspace.slug,
    connection: 'close',
  };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', base), {
    requestInit: { headers },
  });
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  const call = async <T>(called: string, args: Record<string, unknown> = {}): Promise<T> => {
    const result = await client.callTool({ name: called, arguments: args });
    assert.not.ok(result.isError, JSON.stringify(result.content));
    return result.structuredContent as T;
  };
  return {
    call,
    id: () => transport.sessionId ?? '',
    sync: () => call<Sync>('sync', { task: 'x' }),
    async end() {
      await transport.terminateSession();
      await client.close();
    },
  };
}

function post(
  world: World,
  person: string,
  { id, via }: { id?: string; via?: string } = {},
): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-coord-workspace': world.workspace.slug,
    ...(id !== undefined && { 'mcp-session-id': id }),
  };
  const params = { name: 'sync', arguments: { task: 'x' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return world.as(person).send({ method: 'POST', path: '/mcp', headers, body }, { via });
}

function sessionIn({ body }: Answer): string {
  return (body as { result: { structuredContent: Sync } }).result.structuredContent.session_id;
}

scenario('MCP-8', 'two clients of one user are two sessions, until each ends', async (world) => {
  const [one, two] = [await agent(world, 'bob'), await agent(world, 'bob', { name: 'amp' })];
  assert.equal(await world.as('bob').sessions(), [], 'an introduction opens nothing');
  const first = await one.sync();
  assert.is((await one.sync()).session_id, first.session_id);
  const second = await eventually('the task of the other', async () => {
    const seen = await two.sync();
    return seen.agents[0]?.current_task === 'x' ? seen : undefined;
  });
  assert.is.not(first.session_id, second.session_id);
  assert.equal(
    second.agents.map((seen) => [seen.session_id, seen.agent_type, seen.current_task]),
    [[first.session_id, 'zed', 'x']],
  );
  await one.end();
  const left = await world.as('cleo').sessions();
  assert.equal(
    left.map(({ id, agent_type }) => [id, agent_type]),
    [[second.session_id, 'amp']],
  );
  await two.end();
});

scenario(
  'MCP-8',
  'an agent that has only MCP joins, confirms, negotiates and is told',
  async (world) => {
    const [bob, cleo] = [await agent(world, 'bob'), await agent(world, 'cleo')];
    const { session_id: bobs } = await bob.sync();
    await world.as('bob').hook({
      ...{ event: 'postToolUse', session_id: bobs, agent_type: 'zed' },
      ...{ file_path: 'notes.txt', symbol_ids: ['*'] },
    });
    await cleo.call('workstream_start', { title: 'Cart', slug: 'cart' });
    const ready = await cleo.call<Output<'confirmReady'>>('confirm_ready', {
      commit_sha: commitOf(world, 'cleo'),
      touched_files: ['src/cart.ts'],
    });
    assert.is(ready.phase, 'discover');
    const asked = await cleo.call<Output<'openNegotiation'>>('negotiate_open', {
      ...{ file: 'notes.txt', rationale: 'I need it' },
    });
    assert.is(asked.counterparty_session, bobs);
    // At a daemon what waits for a session with hooks goes with one of them (MCP-7).
    const check = { event: 'file_check' as const, session_id: bobs, agent_type: 'zed' };
    const told: unknown[] = [];
    for (let left = 50; told.length === 0 && left > 0; left -= 1)
      told.push(
        ...[
          (await bob.sync()).message ?? (await world.as('bob').hook(check))['message'] ?? [],
        ].flat(),
      );
    assert.match(told.join(), 'I need it');
    await bob.end();
    await cleo.end();
  },
);

scenario(
  'MCP-8',
  'an Mcp-Session-Id is good for its user, and unknown ones are 404',
  async (world) => {
    const bob = await agent(world, 'bob');
    const own = await post(world, 'bob', { id: bob.id() });
    assert.is(own.status, 200);
    assert.is(sessionIn(own), (await bob.sync()).session_id);
    const changed = `${bob.id().slice(0, -1)}${bob.id().endsWith('A') ? 'B' : 'A'}`;
    for (const [person, id] of [
      ['cleo', bob.id()],
      ['bob', changed],
      ['bob', 'nonsense'],
      ['bob', `${'a'.repeat(20)}..${'a'.repeat(22)}`],
    ] as const) {
      const answer = await post(world, person, { id });
      assert.is(answer.status, 404, `${person} ${id}`);
      assert.match(answer.text, 'initialize');
    }
    const foreign = { 'mcp-session-id': bob.id() };
    const ended = await world.as('cleo').send({ method: 'DELETE', path: '/mcp', headers: foreign });
    assert.is(ended.status, 404);
    assert.is((await world.as('bob').sessions()).length, 1);
    await bob.end();
  },
);

relayScenario('MCP-8', 'any process of the relay takes it', async (world) => {
  const bob = await agent(world, 'bob');
  const { session_id } = await bob.sync();
  // Two relays at once need PostgreSQL; a relay that was started again knows as little of the other.
  if (onPostgres(world.target)) {
    const { url: via } = await world.startRelay();
    assert.is(sessionIn(await post(world, 'bob', { id: bob.id(), via })), session_id);
  }
  await world.restart();
  assert.is((await bob.sync()).session_id, session_id);
  await bob.end();
});

scenario('SES-4', 'a call of an expired session over MCP opens it again', async (world) => {
  const bob = await agent(world, 'bob');
  const { session_id } = await bob.sync();
  await world.pass(sessionMs + 1);
  assert.equal(await world.as('bob').sessions(), []);
  assert.is((await bob.sync()).session_id, session_id);
  await world.pass(sessionMs + 1);
  const named = await tool<Sync>(world, 'bob', { tool: 'sync', args: { session_id } });
  assert.is(named.session_id, session_id, 'one that is named is opened too');
  await bob.end();
});

scenario(
  'MCP-5',
  'a script without a session is the only one, else one of its key',
  async (world) => {
    const key = sessionIn(await post(world, 'bob'));
    assert.match(key, /^sess_/);
    assert.is(sessionIn(await post(world, 'bob')), key);
    await world.pass(sessionMs + 1);
    const only = await world.as('bob').agent('one').start('Cart');
    assert.is(sessionIn(await post(world, 'bob')), only);
    await world.as('bob').agent('two').start('Payment');
    assert.is(sessionIn(await post(world, 'bob')), key, 'of two none is taken');
    await world.pass(sessionMs + 1);
    const other = await agent(world, 'bob');
    const { session_id: others } = await other.sync();
    assert.is.not(sessionIn(await post(world, 'bob')), others, 'another client’s is never taken');
    await other.end();
  },
);

scenario('MCP-5', 'a script that only reads opens no session', async (world) => {
  await tool(world, 'bob', { tool: 'workstream_list', args: {} });
  assert.equal(await world.as('bob').sessions(), []);
  const foreign = await world.as('cleo').agent().start();
  const refused = await callTool(world, world.as('bob'), {
    tool: 'sync',
    args: { session_id: foreign },
  });
  assert.ok(refused.isError, 'nobody acts in the session of another user');
  assert.match(refused.text, 'NotFound');
});

for (const names of [true, false])
  scenario(
    'SES-2',
    `calls of tools keep a session with hooks alive${names ? ' that they name' : ''}`,
    async (world) => {
      const session_id = await world.as('bob').agent('one').start('Cart');
      const args = names ? { session_id, task: 'x' } : { task: 'x' };
      for (let left = 3; left > 0; left -= 1) {
        await world.pass(0.6 * sessionMs);
        const live = await world.as('bob').sessions();
        assert.equal(
          live.map(({ id, agent_type }) => [id, agent_type]),
          [[session_id, 'claude-code']],
        );
        await tool(world, 'bob', { tool: 'sync', args });
      }
    },
  );

test('MCP-8 an Mcp-Session-Id says the client’s name, cleaned, and nothing else fits it', () => {
  const id = newMcpSessionId('usr_1', 'zed\u202e\u001b[1m\n');
  assert.match(id, /^[\w.-]+$/);
  const client = mcpClientOf('usr_1', id);
  assert.not.ok(isRefusal(client));
  assert.match(client?.agentType ?? '', /^zed/);
  assert.not.match(client?.agentType ?? '', /[\u202e\u001b\n]/);
  const secret = newMcpSessionId('usr_1', `zed ghp_${'aB3dE6gH9k'.repeat(4).slice(0, 36)}`);
  assert.match(mcpClientOf('usr_1', secret)?.agentType ?? '', 'zed [GitHub token removed]');
  assert.is(mcpClientOf('usr_2', id), undefined);
  assert.is(mcpClientOf('usr_1', newMcpSessionId('usr_1', '')) && 'ok', 'ok');
  assert.ok(newMcpSessionId('usr_1', '名'.repeat(500)).length < 600);
  assert.is(mcpClientOf('usr_1', newMcpSessionId('usr_1', '名'.repeat(500)))?.agentType.length, 80);
});

test.run();

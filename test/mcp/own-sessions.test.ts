/** Agents that have only MCP over stdio, with a real client of the SDK, on `coord mcp` and a real daemon. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runMcp } from '../../daemon/mcp/main.ts';
import type { Output } from '../../shared/api/operations.ts';
import { defaultDurations } from '../../shared/sessions/rules.ts';
import { Sandbox, TestDaemon } from '../daemon/support.ts';
import { eventually } from '../support/waiting.ts';

const test = suite('sessions of agents that have only MCP');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const home = sandbox.folder('home');
let daemon: TestDaemon;

test.before(async () => {
  daemon = await TestDaemon.start(root, home);
});
test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

interface Introduction {
  readonly name?: string;
  readonly conversationId?: string;
}

type Sync = Output<'sync'> & { readonly message?: string };

/** An agent behind the SDK's own client. */
async function agent({ name = 'some-agent', conversationId }: Introduction = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const done = runMcp({
    ...{ input, output, conversationId, directory: root, version: '1.2.3' },
    findDaemon: async () => ({ socket: daemon.daemon.socket, token: daemon.token }),
  });
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(new Pipe(input, output));
  const call = async <T>(tool: string, args: Record<string, unknown> = {}, _meta?: object) => {
    const params = { name: tool, arguments: args, ...(_meta && { _meta: { ..._meta } }) };
    const result = await client.callTool(params);
    assert.not.ok(result.isError, JSON.stringify(result.content));
    return result.structuredContent as T;
  };
  return {
    call,
    sync: (args: Record<string, unknown> = {}) => call<Sync>('sync', args),
    async end() {
      await client.close();
      input.end();
      await done;
    },
  };
}

/** The SDK's client on a pair of streams. */
class Pipe implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  constructor(
    private readonly input: PassThrough,
    output: PassThrough,
  ) {
    let rest = '';
    output.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.onmessage?.(JSON.parse(line) as JSONRPCMessage);
    });
  }
  async start(): Promise<void> {}
  async send(message: JSONRPCMessage): Promise<void> {
    this.input.write(`${JSON.stringify(message)}\n`);
  }
  async close(): Promise<void> {
    this.onclose?.();
  }
}

type Sessions = Output<'listSessions'>;

async function sessions(): Promise<Sessions> {
  const { body } = await daemon.send('GET', `/workspaces/${daemon.workspaceId}/sessions`);
  return body as unknown as Sessions;
}

function isGone(id: string): Promise<true> {
  return eventually('the session to end', async () =>
    (await sessions()).every((session) => session.id !== id) ? true : undefined,
  );
}

test('MCP-6 two agents that have only MCP are two sessions, and each sees the other', async () => {
  const [one, two] = [await agent({ name: 'zed' }), await agent({ name: 'amp\u001b[31m\n' })];
  assert.equal(await sessions(), [], 'an introduction opens nothing');
  const first = await one.sync({ task: 'Cart' });
  const second = await two.sync({ task: 'Payment' });
  assert.match(first.session_id, /^sess_/);
  assert.is.not(first.session_id, second.session_id);
  const seen = await eventually('the first to be seen', async () =>
    (await two.sync()).agents.find(({ session_id: id }) => id === first.session_id),
  );
  assert.is(seen.agent_type, 'zed');
  await eventually('its task to be seen', async () => {
    const [{ current_task: task } = { current_task: '' }] = (await two.sync()).agents;
    return task === 'Cart' ? true : undefined;
  });
  const clean = (await one.sync()).agents.find(({ session_id: id }) => id === second.session_id);
  assert.match(clean?.agent_type ?? '', /^amp[^\u001b\n]*$/);
  for (const again of [await one.sync(), await one.sync({ task: 'y' })])
    assert.is(again.session_id, first.session_id);
  await one.end();
  await isGone(first.session_id);
  await two.end();
  await isGone(second.session_id);
});

test('MCP-6 an agent that has only MCP joins, passes the gate and negotiates, and is told', async () => {
  const [holder, other] = [await agent({ name: 'zed' }), await agent({ name: 'amp' })];
  const { session_id: holds } = await holder.sync();
  const { session_id: wants } = await other.sync();
  await daemon.send('POST', '/workspaces/sessions/hook', {
    ...{ event: 'postToolUse', agent_type: 'zed', workspace_slug: daemon.slug },
    ...{ session_id: holds, file_path: 'notes.txt', symbol_ids: ['*'] },
  });
  const asked = await other.call<Output<'openNegotiation'>>('negotiate_open', {
    ...{ file: 'notes.txt', rationale: 'I need it' },
  });
  assert.is(asked.initiator_session, wants);
  assert.is(asked.counterparty_session, holds);
  await other.call('workstream_start', { title: 'Cart', slug: 'cart' });
  const ready = await other.call<Output<'confirmReady'>>('confirm_ready');
  assert.is(ready.phase, 'discover', 'it knows the workstream that it works in');
  const { active_workstream: active } = await other.sync();
  assert.equal(
    active?.members.map(({ session_id: id }) => id),
    [wants],
  );
  await holder.end();
  await other.end();
  await isGone(wants);
});

test('MCP-7 an agent without hooks is told with an answer what waits for it, once', async () => {
  const [holder, other] = [await agent({ name: 'zed' }), await agent({ name: 'amp' })];
  const { session_id: holds } = await holder.sync();
  await other.call('workstream_start', { title: 'Told', slug: 'told' });
  await other.call('delegate_task', { workstream: 'told', title: 'Do it', to_session: holds });
  const told = await eventually('the message', async () => (await holder.sync()).message);
  assert.match(told, 'Do it');
  assert.is((await holder.sync()).message, undefined);
  await holder.end();
  await other.end();
  await isGone(holds);
});

test('MCP-5 a conversation without hooks is itself, and the same when a hook comes later', async () => {
  const { session_id: hooked } = await daemon.hook('sessionStart', 'hooked', {
    agent_type: 'claude-code',
  });
  const itself = await agent({ name: 'claude-code', conversationId: 'unhooked' });
  const { session_id: id } = await itself.sync();
  assert.is.not(id, hooked, "nobody is given another conversation's session");
  const listed = (await sessions()).find((session) => session.id === id);
  assert.is(listed?.conversation_id, 'unhooked');
  const later = await daemon.hook('sessionStart', 'unhooked', { agent_type: 'claude-code' });
  assert.is(later['session_id'], id);
  await itself.end();
  assert.ok(
    (await sessions()).some((session) => session.id === id),
    'its hooks end it',
  );
  for (const conversation of ['hooked', 'unhooked']) await daemon.hook('sessionEnd', conversation);
});

test('MCP-5 a client that names nothing is the one session that its hooks have here', async () => {
  const cursor = { agent_type: 'cursor', cwd: root };
  const { session_id: first } = await daemon.hook('sessionStart', 'cursor-1', cursor);
  const [one, two] = [
    await agent({ name: 'cursor-vscode' }),
    await agent({ name: 'cursor-vscode' }),
  ];
  const [foreign, zed] = [await agent({ name: 'windsurf-client' }), await agent({ name: 'zed' })];
  assert.is((await one.sync()).session_id, first);
  const others = await Promise.all([two, foreign, zed].map((each) => each.sync()));
  const ids = others.map(({ session_id: id }) => id);
  assert.is(
    new Set([...ids, first]).size,
    4,
    'a session is taken by one connection, of its client',
  );
  await daemon.hook('sessionStart', 'cursor-2', cursor);
  assert.is((await one.sync()).session_id, first, 'it stays while that lives');
  await one.end();
  assert.ok(
    (await sessions()).some(({ id }) => id === first),
    'its hooks end it',
  );
  const third = await agent({ name: 'cursor-vscode' });
  const { session_id: own } = await third.sync();
  const hooked = (await sessions()).filter(({ conversation_id: id }) => id.startsWith('cursor-'));
  assert.not.ok(
    hooked.some(({ id }) => id === own),
    'of two sessions none is taken',
  );
  await Promise.all([two, foreign, zed, third].map((each) => each.end()));
  for (const id of [...ids, own]) await isGone(id);
  for (const conversation of ['cursor-1', 'cursor-2'])
    await daemon.hook('sessionEnd', conversation);
});

test('MCP-5 a call that a hook announced is that conversation’s, whatever it names', async () => {
  const start = { agent_type: 'claude-code', cwd: root };
  const { session_id: other } = await daemon.hook('sessionStart', 'other', start);
  const payload = {
    ...{ session_id: 'speaker', cwd: root, hook_event_name: 'PreToolUse' },
    ...{ tool_name: 'mcp__coord__sync', tool_input: {}, tool_use_id: 'toolu_1' },
  };
  await daemon.send('POST', '/hooks/claude-code', payload);
  const client = await agent({ name: 'claude-code', conversationId: 'other' });
  const meta = { 'claudecode/toolUseId': 'toolu_1' };
  const announced = await client.call<Sync>('sync', { session_id: other }, meta);
  const speaker = (await sessions()).find(({ conversation_id: id }) => id === 'speaker');
  assert.is(announced.session_id, speaker?.id);
  assert.is((await client.sync()).session_id, other);
  await client.end();
  for (const conversation of ['other', 'speaker']) await daemon.hook('sessionEnd', conversation);
});

test('SES-4 a call of a session that was ended opens it again, whoever else is there by then', async () => {
  const alone = await agent({ name: 'cursor-vscode' });
  const { session_id } = await alone.sync();
  await daemon.hook('sessionStart', 'later', { agent_type: 'cursor', cwd: root });
  assert.is((await alone.sync()).session_id, session_id);
  const reference = { workspace_slug: daemon.slug, session_id };
  await daemon.send('POST', '/workspaces/sessions/end', reference);
  await isGone(session_id);
  assert.is((await alone.sync()).session_id, session_id);
  assert.ok((await sessions()).some(({ id }) => id === session_id));
  await alone.end();
  await isGone(session_id);
  await daemon.hook('sessionEnd', 'later');
});

test('MCP-6 SES-2 a session lives as long as its connection, without any call; one with hooks lives by its calls', async () => {
  const brief = { ...defaultDurations, sessionTtlMs: 1_000 };
  await daemon.daemon.close();
  daemon = await TestDaemon.start(root, home, { kind: 'embedded' }, { durations: brief });
  const zed = await agent({ name: 'zed' });
  const { session_id } = await zed.sync();
  const { session_id: hooked } = await daemon.hook('sessionStart', 'quiet', { cwd: root });
  const quiet = await agent({ name: 'claude-code', conversationId: 'quiet' });
  // That nothing happens can only be seen in time that goes by.
  for (let left = 12; left > 0; left -= 1) {
    await setTimeout(brief.sessionTtlMs / 4);
    await quiet.sync();
    const live = (await sessions()).map(({ id }) => id);
    assert.ok(live.includes(session_id) && live.includes(String(hooked)));
  }
  await quiet.end();
  await zed.end();
  await isGone(session_id);
  await daemon.daemon.close();
  daemon = await TestDaemon.start(root, home);
});

test('MCP-6 a daemon that stops ends no session: the client goes on in it with the next daemon', async () => {
  const zed = await agent({ name: 'zed' });
  const { session_id } = await zed.sync();
  await daemon.daemon.close();
  daemon = await TestDaemon.start(root, home);
  assert.is((await zed.sync()).session_id, session_id);
  await zed.end();
  await isGone(session_id);
});

test.run();

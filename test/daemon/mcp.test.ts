import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runMcp } from '../../daemon/mcp/main.ts';
import { LineClient } from '../mcp/support.ts';
import { recordedPayload, Sandbox, TestDaemon } from './support.ts';

const test = suite('the tools at the daemon');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const conversation = String(recordedPayload('SessionStart')['session_id']);
const agent = String(recordedPayload('SubagentStart')['agent_id']);
const hookName = 'PreToolUse-mcp__coord__note';
const toolUseId = String(recordedPayload(hookName)['tool_use_id']);
let daemon: TestDaemon;

test.before(async () => {
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

/** `coord mcp` as a client starts it for a conversation. */
function startMcp(conversationId: string | undefined) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { socket } = daemon.daemon;
  const findDaemon = async () => ({ socket, token: daemon.token });
  const done = runMcp({ input, output, conversationId, version: '0', findDaemon });
  const client = new LineClient(input, output);
  return {
    /** The session in whose name the call was made. */
    async sync(id?: string, args: object = {}): Promise<unknown> {
      const _meta = id === undefined ? {} : { 'claudecode/toolUseId': id };
      const params = { name: 'sync', arguments: { task: 'x', ...args }, _meta };
      const { result } = await client.request('tools/call', params);
      const answer = result as { structuredContent: { session_id: string } };
      return answer.structuredContent.session_id;
    },
    async end(): Promise<void> {
      input.end();
      await done;
    },
    done,
  };
}

async function sessionOf(conversationId: string, agentId?: string): Promise<string> {
  const { sessions } = await daemon.status();
  const found = sessions.find(
    (one) => one.conversation_id === conversationId && one.agent_id === agentId,
  );
  assert.ok(found, `${conversationId} ${agentId}`);
  return found.id;
}

test('a call counts for the agent whose hook announced it, whatever its server was started for', async () => {
  await daemon.recorded('SessionStart');
  await daemon.recorded('SubagentStart');
  await daemon.claude('SessionStart', 'stale');
  const mcp = startMcp('stale');
  assert.is((await daemon.recorded(hookName)).text, '');
  await daemon.recorded(hookName, { agent_id: agent, tool_use_id: 'toolu_sub' });
  assert.is(await mcp.sync(toolUseId), await sessionOf(conversation));
  assert.is(await mcp.sync('toolu_sub'), await sessionOf(conversation, agent));
  assert.is(await mcp.sync('toolu_unknown'), await sessionOf('stale'));
  assert.is(await mcp.sync(), await sessionOf('stale'));
  const named = await sessionOf('stale');
  assert.is(await mcp.sync(toolUseId, { session_id: named }), named);
  await mcp.end();
});

test('a conversation that is over is not taken: the only session is', async () => {
  await daemon.claude('SessionEnd', 'stale', { reason: 'clear' });
  await daemon.recorded('SubagentStop');
  await daemon.until('one session', ({ sessions }) => sessions.length === 1);
  const mcp = startMcp('stale');
  assert.is(await mcp.sync(), await sessionOf(conversation));
  await mcp.end();
});

test('a hook before the call opens a session that is not known yet (SES-4)', async () => {
  await daemon.claude('PreToolUse', 'new', {
    tool_name: 'mcp__coord__sync',
    tool_use_id: 'toolu_new',
    tool_input: {},
  });
  const mcp = startMcp(undefined);
  assert.is(await mcp.sync('toolu_new'), await sessionOf('new'));
  await mcp.end();
});

test('a daemon stops at once while a client is connected, and the client is told', async () => {
  const other = sandbox.repository('other');
  const stopping = await TestDaemon.start(other, join(sandbox.folder('home'), 'other'));
  const first = daemon;
  daemon = stopping;
  const mcp = startMcp(undefined);
  await mcp.sync();
  const stopped = stopping.daemon.close().then(() => 'stopped');
  const late = new Promise((resolve) => setTimeout(resolve, 5_000, 'still running').unref());
  assert.is(await Promise.race([stopped, late]), 'stopped');
  daemon = first;
  await mcp.end();
});

test.run();

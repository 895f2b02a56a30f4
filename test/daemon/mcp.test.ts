import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runMcp } from '../../daemon/mcp/main.ts';
import { LineClient } from '../mcp/support.ts';
import { eventually } from '../support/waiting.ts';
import { Sandbox, TestDaemon, TestRelay } from './support.ts';

const test = suite('coord mcp in front of a real daemon');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const home = sandbox.folder('home');

test.after(() => sandbox.remove());

/** Longer than any clean stop, shorter than the grace for connections that do not end. */
const promptMs = 1_500;

test('conventions are proposed and listed by tools, and apply at the daemon at once', async () => {
  const daemon = await TestDaemon.start(root, home);
  const agent = await connect(() => daemon);
  const rule = { title: 'No edits', tier: 'must', affected_files: 'gen/**, *.lock' };
  const proposed = await agent.tool('convention_propose', rule);
  assert.equal(proposed['affected_files'], ['gen/**', '*.lock']);
  await eventually('the convention to apply', async () => {
    const answer = await daemon.hook('preToolUse', 'a', { file_path: 'gen/api.ts' });
    return answer['permission'] === 'deny' ? true : undefined;
  });
  const { conventions } = await agent.tool('convention_list', { file: 'gen/api.ts' });
  assert.equal(
    (conventions as { id: string }[]).map(({ id }) => id),
    [proposed['id']],
  );
  await agent.end();
  await daemon.daemon.close();
});

test('a daemon stops at once while an agent is connected, and the agent goes on with the next one', async () => {
  let daemon = await TestDaemon.start(root, home);
  const agent = await connect(() => daemon);
  assert.ok(await agent.tool('sync', { task: 'first' }));
  const began = performance.now();
  await daemon.daemon.close();
  const tookMs = performance.now() - began;
  assert.ok(tookMs < promptMs, `the stop took ${Math.round(tookMs)} ms`);
  daemon = await TestDaemon.start(root, home);
  assert.ok(await agent.tool('sync', { task: 'second' }));
  await agent.end();
  await daemon.daemon.close();
});

test('OFF-1 a tool says which service is away, and that nothing was recorded', async () => {
  const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
  await relay.start();
  const { url } = relay;
  const { key } = await relay.join('Ana');
  const remote = { kind: 'remote', url, key } as const;
  const daemon = await TestDaemon.start(root, sandbox.folder('remote'), remote);
  const agent = await connect(() => daemon);
  await agent.tool('sync', {});
  await relay.stop();
  await daemon.until('the relay to be away', (status) => status.relay.state === 'offline');
  const refused = await agent.refused('decide', { title: 'Later', rationale: 'It is away' });
  assert.match(refused, `Unavailable: The relay ${url} cannot be reached (ECONNREFUSED).`);
  assert.match(refused, 'Nothing was recorded. Try again when coord status says');
  assert.not.match(await agent.refused('ask', { question: 'Why?' }), 'recorded');
  await agent.end();
  await daemon.daemon.close();
});

/** An agent's MCP client on `coord mcp`, which finds whatever daemon runs. */
async function connect(running: () => TestDaemon) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const done = runMcp({
    input,
    output,
    conversationId: undefined,
    version: '1.2.3',
    findDaemon: async () => ({ socket: running().daemon.socket, token: running().token }),
  });
  const client = new LineClient(input, output);
  await client.initialize();
  return {
    async tool(name: string, args: object): Promise<Record<string, unknown>> {
      const { result } = await client.request('tools/call', { name, arguments: args });
      assert.not.ok(result?.['isError'], JSON.stringify(result));
      return result?.['structuredContent'] as Record<string, unknown>;
    },
    async refused(name: string, args: object): Promise<string> {
      const { result } = await client.request('tools/call', { name, arguments: args });
      assert.ok(result?.['isError'], JSON.stringify(result));
      const content = result?.['content'] as { text: string }[] | undefined;
      return content?.map(({ text }) => text).join('') ?? '';
    },
    async end() {
      input.end();
      await done;
    },
  };
}

test.run();

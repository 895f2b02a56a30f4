/**
 * Which product files one request passes through, by a real run: a daemon with its relay in this process, V8's precise
 * coverage around the request. A file counts when one of its functions ran; loading a file does not count. What the daemon and
 * the relay do in the background meanwhile counts too, so a figure varies by a few.
 */
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runMcp } from '../../daemon/mcp/main.ts';
import { edit, Sandbox, TestDaemon } from '../daemon/support.ts';
import { LineClient } from '../mcp/support.ts';
import { layers, root } from './sources.ts';

export interface Passes {
  /** One edit of Claude Code: the hook before it and the hook after it, until the second is answered: the relay has granted. */
  readonly write: readonly string[];
  /** One call of the tool `decide` through `coord mcp`, until it is answered. */
  readonly decide: readonly string[];
}

/** Longer than the background work of a request. */
const quietMs = 1_000;

export async function filesPassed(): Promise<Passes> {
  const sandbox = new Sandbox();
  const daemon = await TestDaemon.start(sandbox.repository('shop'), sandbox.folder('home'));
  await daemon.indexed();
  const mcp = await startMcp(daemon);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  // The first time loads modules and fills caches; the second is what every further request does.
  await write(daemon, 'gone');
  await decide(mcp.client, 'Sessions end on logout');
  await delay(quietMs);
  const passes = {
    write: await during(session, () => write(daemon, 'remembered')),
    decide: await during(session, () => decide(mcp.client, 'Logins are remembered for a day')),
  };
  await mcp.end();
  await daemon.daemon.close();
  sandbox.remove();
  return passes;
}

async function write(daemon: TestDaemon, field: string): Promise<void> {
  const [before, after] = [`${field}: false`, `${field}: true`];
  const tool_input = {
    file_path: `${daemon.root}/src/auth.ts`,
    old_string: before,
    new_string: after,
  };
  const call = { tool_name: 'Edit', tool_use_id: `toolu_${field}`, tool_input };
  await daemon.claude('PreToolUse', 'agent-1', call);
  edit(daemon.root, 'src/auth.ts', before, after);
  await daemon.claude('PostToolUse', 'agent-1', { ...call, tool_response: {} });
}

async function decide(client: LineClient, title: string): Promise<void> {
  const args = { title, rationale: 'as agreed', files: 'src/auth.ts' };
  const { result } = await client.request('tools/call', { name: 'decide', arguments: args });
  if (result?.['isError'] === true) throw new Error(JSON.stringify(result));
}

async function startMcp(daemon: TestDaemon) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const done = runMcp({
    input,
    output,
    conversationId: 'agent-1',
    version: '0.0.0',
    findDaemon: async () => ({ socket: daemon.daemon.socket, token: daemon.token }),
  });
  const client = new LineClient(input, output);
  await client.initialize();
  return {
    client,
    async end() {
      input.end();
      await done;
    },
  };
}

async function during(session: Session, run: () => Promise<void>): Promise<string[]> {
  await session.post('Profiler.takePreciseCoverage');
  await run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url, functions }) => url.startsWith('file:') && functions.some(hasRun))
    .map(({ url }) => relative(root, fileURLToPath(url.split('?')[0] ?? url)))
    .filter((path) => layers.some((layer) => path.startsWith(`${layer}/`)))
    .sort();
}

/** The module itself is the function without a name at offset 0. */
function hasRun(one: { functionName: string; ranges: { startOffset: number; count: number }[] }) {
  const [range] = one.ranges;
  const isModule = one.functionName === '' && range?.startOffset === 0;
  return !isModule && (range?.count ?? 0) > 0;
}

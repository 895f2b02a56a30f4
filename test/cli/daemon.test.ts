/** One daemon for a repository, and the commands that ask it. */
import { readFile, writeFile } from 'node:fs/promises';
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { version } from '../../shared/version.ts';
import { LineClient } from '../mcp/support.ts';
import { PassThrough } from 'node:stream';
import { eventually } from '../support/waiting.ts';
import { json, makeSandbox, run, start, type Sandbox } from './support.ts';
import { hook, startDaemon } from './with-daemon.ts';
import { builtCoord } from '../support/built-coord.ts';

const test = suite<{ sandbox: Sandbox }>('commands with a daemon');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

test('the ready line says all, and only one daemon serves a repository', async ({ sandbox }) => {
  const { ready, stop } = await startDaemon(sandbox);
  assert.equal(Object.keys(ready).sort(), [
    'key_file',
    'ready',
    'url',
    'version',
    'workspace_id',
    'workspace_slug',
  ]);
  assert.is(ready.workspace_slug, 'shop');
  assert.match(await readFile(ready.key_file, 'utf8'), /^coord_/);
  const second = await run(['daemon', '--port', '0'], sandbox);
  assert.is(second.code, 1);
  assert.match(second.err, ready.url);
  await stop();
});

test('LOC-5: of two daemons with two state folders, the first is found again after the second', async ({
  sandbox,
}) => {
  const first = await startDaemon(sandbox);
  const other = { ...sandbox, home: join(sandbox.folder, 'other home') };
  const second = await startDaemon(other);
  await second.stop();
  assert.is((await published(sandbox)).url, first.ready.url, 'after it was stopped');
  const killed = await startProcess(other);
  await eventually(
    'the second',
    async () => (await published(sandbox)).pid === killed.pid || undefined,
  );
  killed.kill('SIGKILL');
  await eventually(
    'the first',
    async () => (await published(sandbox)).url === first.ready.url || undefined,
  );
  assert.is((await run(['status'], sandbox)).code, 0);
  await first.stop();
});

async function published({ repository }: Sandbox): Promise<{ url: string; pid: number }> {
  return JSON.parse(await readFile(join(repository, '.git', 'coord', 'daemon.json'), 'utf8'));
}

/** A daemon in a process of its own, which can be killed. */
async function startProcess({ repository, home }: Sandbox): Promise<ChildProcess> {
  const args = [builtCoord, 'daemon', '--port', '0', '--json'];
  const env = { ...process.env, COORD_HOME: home };
  const child = spawn(process.execPath, args, { cwd: repository, env, stdio: 'pipe' });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

test('status shows what an agent reported by its hooks, to people and to machines', async ({
  sandbox,
}) => {
  const { stop } = await startDaemon(sandbox);
  const started = await hook(sandbox, 'SessionStart', { source: 'startup' });
  assert.match(started.out, 'additionalContext');
  await hook(sandbox, 'UserPromptSubmit', { prompt: 'Write the manual' });
  const file = join(sandbox.repository, 'MANUAL.md');
  await writeFile(file, 'First, plug it in.\n');
  const tool = {
    tool_name: 'Write',
    tool_input: { file_path: file, content: 'x' },
    tool_use_id: 't1',
  };
  await hook(sandbox, 'PostToolUse', { ...tool, tool_response: { filePath: file } });
  const { code, out } = await run(['status'], sandbox);
  assert.is(code, 0);
  assert.match(out, /claude-code on main/);
  assert.match(out, 'Write the manual');
  assert.match(out, /MANUAL\.md \(whole file\) +10 min left/);
  const status = await json<{ reservations: { file_path: string }[] }>(['status'], sandbox);
  assert.equal(
    status.reservations.map((held) => held.file_path),
    ['MANUAL.md'],
  );
  const denied = await hook(sandbox, 'PreToolUse', {
    ...tool,
    session_id: 'conv-2',
    tool_use_id: 't2',
  });
  assert.match(denied.out, '"permissionDecision":"deny"');
  await stop();
});

test('status --watch shows changes until it is stopped', async ({ sandbox }) => {
  const { stop } = await startDaemon(sandbox);
  const watching = start(['status', '--watch', '--json'], sandbox);
  const first = JSON.parse(await watching.line()) as { sessions: unknown[] };
  assert.is(first.sessions.length, 0);
  await hook(sandbox, 'SessionStart', { source: 'startup' });
  let sessions: unknown[] = [];
  while (sessions.length === 0) {
    ({ sessions } = JSON.parse(await watching.line()) as { sessions: unknown[] });
  }
  watching.stop();
  assert.is((await watching.finished).code, 0);
  await stop();
});

test('keys and workspaces are asked of the daemon, which asks its relay', async ({ sandbox }) => {
  const { stop } = await startDaemon(sandbox);
  const { keys } = await json<{ keys: unknown[] }>(['key', 'list'], sandbox);
  assert.is(keys.length, 1);
  assert.match((await run(['workspace', 'members'], sandbox)).out, 'owner');
  const feed = await run(['feed', '--no-follow', '--since', '0'], sandbox);
  assert.is(feed.code, 0);
  await stop();
});

test('mcp calls the daemon and takes the session of the client that started it', async ({
  sandbox,
}) => {
  const { stop } = await startDaemon(sandbox);
  await hook(sandbox, 'SessionStart', { source: 'startup' });
  const environment = { CLAUDE_CODE_SESSION_ID: 'conv-1', CLAUDE_PROJECT_DIR: sandbox.repository };
  const mcp = start(['mcp'], sandbox, { environment, directory: sandbox.folder });
  const answers = new PassThrough();
  const client = new LineClient(mcp.input, answers);
  const relayLines = (async () => {
    for (let at = 0; at < 2; at += 1) answers.write(`${await mcp.line()}\n`);
  })();
  await client.initialize();
  const { result } = await client.request('tools/call', { name: 'sync', arguments: { task: 'x' } });
  await relayLines;
  const { sessions } = await json<{ sessions: { id: string }[] }>(['status'], sandbox);
  const answer = result?.['structuredContent'] as { session_id: string };
  assert.is(answer.session_id, sessions[0]?.id);
  mcp.input.end();
  assert.is((await mcp.finished).code, 0);
  await stop();
});

test('the version of the command and of the daemon are the same', async ({ sandbox }) => {
  const { ready, stop } = await startDaemon(sandbox);
  const { version: running } = (await (await fetch(`${ready.url}/health`)).json()) as {
    version: string;
  };
  assert.is(running, version);
  await stop();
});

test.run();

import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding } from '../../shared/clients/common/finding.ts';
import { version } from '../../shared/version.ts';
import { LineClient } from '../mcp/support.ts';
import { PassThrough } from 'node:stream';
import { eventually } from '../support/waiting.ts';
import {
  json,
  makeSandbox,
  run,
  start,
  type Finished,
  type Sandbox,
  type Running,
} from './support.ts';

const test = suite<{ sandbox: Sandbox }>('commands with a daemon');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

interface Ready {
  url: string;
  workspace_id: string;
  workspace_slug: string;
  key_file: string;
}

/** A daemon with an embedded relay, until `stop`, which has to end it well. */
async function startDaemon(
  sandbox: Sandbox,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ ready: Ready; stop: () => Promise<void> }> {
  const options = { environment };
  const daemon: Running = start(['daemon', '--port', '0', '--json'], sandbox, options);
  const ready = JSON.parse(await daemon.line()) as Ready;
  return {
    ready,
    stop: async () => {
      daemon.stop();
      assert.is((await daemon.finished).code, 0);
    },
  };
}

function hook(sandbox: Sandbox, event: string, fields: object = {}): Promise<Finished> {
  return hookOf('claude-code', sandbox, event, fields);
}

function hookOf(client: string, sandbox: Sandbox, event: string, fields: object = {}) {
  const session = { session_id: 'conv-1', cwd: sandbox.repository, hook_event_name: event };
  const input = JSON.stringify({ ...session, ...fields });
  return run(['hook', client, event], sandbox, { input });
}

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
  const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
  const args = ['--import', import.meta.resolve('tsx'), main, 'daemon', '--port', '0', '--json'];
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

test('without a daemon a hook lets the agent work and says so once, or denies where the team wants it', async ({
  sandbox,
}) => {
  const { stop } = await startDaemon(sandbox);
  await stop();
  const started = JSON.parse((await hook(sandbox, 'SessionStart')).out) as {
    hookSpecificOutput: { hookEventName: string; additionalContext: string };
  };
  assert.is(started.hookSpecificOutput.hookEventName, 'SessionStart');
  assert.match(started.hookSpecificOutput.additionalContext, 'coord daemon');
  assert.match((await hook(sandbox, 'SessionStart')).out, 'coord daemon', 'each agent is told');
  for (const _ of ['first', 'second'])
    assert.match((await hook(sandbox, 'PostToolUse')).out, /"coord: .* is not reserved/, 'HKS-6');
  for (const event of ['Stop', 'SubagentStop', 'PostToolUse-Bash'])
    assert.equal(await hook(sandbox, event), { code: 0, out: '', err: '' }, event);
  const first = await hook(sandbox, 'PreToolUse');
  assert.is(first.code, 0);
  assert.match((JSON.parse(first.out) as { systemMessage: string }).systemMessage, 'coord daemon');
  assert.equal(await hook(sandbox, 'PreToolUse'), { code: 0, out: '', err: '' });
  await writeFile(join(sandbox.repository, '.git', 'coord', 'deny-when-down'), '');
  const denied = await hook(sandbox, 'PreToolUse');
  assert.is(denied.code, 2);
  assert.match(denied.err, 'coord daemon');
  assert.is((await hook(sandbox, 'PostToolUse')).code, 0);
  const outside = await run(['hook', 'claude-code'], sandbox, {
    input: '{}',
    directory: sandbox.folder,
  });
  assert.equal(outside, { code: 0, out: '', err: '' });
});

test('HKS-1 coord hook says to Cursor what the script says', async ({ sandbox }) => {
  const { stop } = await startDaemon(sandbox);
  const allowed = { code: 0, out: '{"permission":"allow"}\n', err: '' };
  assert.equal(await hookOf('cursor', sandbox, 'preToolUse'), allowed);
  await stop();
  const first = await hookOf('cursor', sandbox, 'preToolUse');
  assert.is(first.code, 0);
  assert.match(
    first.out,
    /^{"permission":"allow","user_message":"coord: the daemon is not running/,
  );
  assert.equal(await hookOf('cursor', sandbox, 'preToolUse'), allowed);
  assert.match((await hookOf('cursor', sandbox, 'sessionStart')).out, /^{"additional_context":/);
  await writeFile(join(sandbox.repository, '.git', 'coord', 'deny-when-down'), '');
  const denied = await hookOf('cursor', sandbox, 'preToolUse');
  assert.is(denied.code, 0);
  assert.match(denied.out, /^{"permission":"deny"/);
});

test('coord hook denies Windsurf by its exit code', async ({ sandbox }) => {
  const { stop } = await startDaemon(sandbox);
  const file_path = join(sandbox.repository, 'notes.md');
  const ask = (event: string, trajectory_id: string) => {
    const fields = { agent_action_name: event, trajectory_id, tool_info: { file_path } };
    return hookOf('windsurf', sandbox, event, fields);
  };
  const nothing = { code: 0, out: '', err: '' };
  assert.equal(await ask('post_write_code', 'holder'), nothing);
  assert.equal(await ask('pre_write_code', 'holder'), nothing);
  const denied = await ask('pre_write_code', 'other');
  assert.is(denied.code, 2);
  assert.match(denied.err, 'notes.md is held by');
  await stop();
});

interface Report {
  healthy: boolean;
  findings: Finding[];
}

async function examine(sandbox: Sandbox): Promise<Report & { code: number; broken: string[] }> {
  const { code, out } = await run(['doctor', '--json'], sandbox);
  const report = JSON.parse(out) as Report;
  const broken = report.findings
    .filter(({ state }) => state === 'broken')
    .map(({ check }) => check);
  return { ...report, code, broken };
}

test('doctor finds what is missing, says how to mend it, and is content when it is', async ({
  sandbox,
}) => {
  const before = await examine(sandbox);
  assert.is(before.code, 1);
  assert.is(before.healthy, false);
  assert.equal(before.broken, ['hooks', 'mcp', 'hook script', 'daemon']);
  assert.ok(before.findings.every(({ state, fix }) => state !== 'broken' || fix !== undefined));

  const { ready, stop } = await startDaemon(sandbox);
  await run(['init', '--client', 'claude-code'], sandbox);
  const after = await examine(sandbox);
  assert.equal(after.broken, []);
  assert.is(after.code, 0);
  const text = await run(['doctor'], sandbox);
  assert.match(text.out, /ok +daemon socket +answers/);
  assert.match(text.out, /ok +clock/);
  assert.match(text.out, /ok +watcher +the system tells of changes/);

  const script = join(sandbox.repository, '.coord', 'hook');
  const current = await readFile(script, 'utf8');
  await writeFile(script, current.replace('set -u', 'set -eu'));
  const outdated = await examine(sandbox);
  assert.equal(outdated.broken, ['hooks']);
  const finding = outdated.findings.find(({ check }) => check === 'hooks');
  assert.match(finding?.detail ?? '', '.coord/hook not as needed');
  assert.is(finding?.fix, 'Run: coord init');
  await writeFile(script, current);

  const token = join(ready.key_file, '..', 'token');
  await chmod(token, 0o644);
  await chmod(join(sandbox.repository, '.coord', 'hook'), 0o644);
  assert.equal((await examine(sandbox)).broken, ['hooks', 'hook script', 'token']);
  await stop();
});

test('DUR-9: COORD_WATCH=poll has the files looked at, and doctor says so', async ({ sandbox }) => {
  const { stop } = await startDaemon(sandbox, { COORD_WATCH: 'poll' });
  const hasRead = async (files: string) => {
    const { findings } = await examine(sandbox);
    return findings.find(({ check, detail }) => check === 'index' && detail === `${files} read`);
  };
  for (const [path, files] of [
    ['one.ts', '1 file'],
    ['two.ts', '2 files'],
  ] as const) {
    await writeFile(join(sandbox.repository, path), 'export const later = 1;\n');
    await eventually(`${path} in the index`, () => hasRead(files));
  }
  const { out } = await run(['doctor'], sandbox);
  assert.match(out, /ok +watcher +files are looked at every second: COORD_WATCH says so/);
  await stop();

  const refused = await run(['daemon'], sandbox, { environment: { COORD_WATCH: 'often' } });
  assert.is(refused.code, 2);
  assert.match(refused.err, 'COORD_WATCH must be native or poll');
});

test('doctor warns in a folder below the top, where Claude Code finds no hooks', async ({
  sandbox,
}) => {
  const directory = join(sandbox.repository, 'src');
  await mkdir(directory);
  const { out } = await run(['doctor'], sandbox, { directory });
  assert.match(
    out,
    /warning +repository +.*shop; Claude Code and Gemini CLI started in a folder below it/,
  );
  const { out: atTop } = await run(['doctor'], sandbox);
  assert.match(atTop, /ok +repository/);
});

test('doctor names one cause once: that no daemon runs, or runs any more', async ({ sandbox }) => {
  const { stop } = await startDaemon(sandbox);
  const description = join(sandbox.repository, '.git', 'coord', 'daemon.json');
  const text = await readFile(description, 'utf8');
  const { socket } = JSON.parse(text) as { socket: string };
  const authorization = join(socket, '..', 'authorization');
  const secret = await readFile(authorization, 'utf8');
  const ofDaemon = async () =>
    (await examine(sandbox)).findings.flatMap(({ check, state, detail }) =>
      state !== 'ok' && `${check} ${detail}`.includes('daemon') ? [`${state} ${check}`] : [],
    );
  await stop();
  assert.equal(await ofDaemon(), ['broken daemon', 'skipped daemon']);
  // As a daemon leaves them that was killed.
  await writeFile(description, text, { mode: 0o600 });
  await writeFile(authorization, secret, { mode: 0o600 });
  assert.equal(await ofDaemon(), ['broken daemon', 'skipped daemon']);
  assert.match(
    (await run(['doctor'], sandbox)).out,
    'It has ended, or does not answer: nothing comes from',
  );
});

test('doctor outside of a repository says so', async ({ sandbox }) => {
  const { code, out } = await run(['doctor'], sandbox, { directory: sandbox.folder });
  assert.is(code, 1);
  assert.match(out, 'not inside a Git repository');
});

test('init shows what it writes, takes it out again, and changes nothing in a dry run', async ({
  sandbox,
}) => {
  const dry = await run(['init', '--client', 'claude-code', '--dry-run'], sandbox);
  assert.match(dry.out, /\.mcp\.json +would make/);
  await stat(join(sandbox.repository, '.mcp.json')).then(
    () => assert.unreachable('a dry run wrote a file'),
    () => undefined,
  );
  const written = await run(['init', '--client', 'claude-code'], sandbox);
  assert.is(written.code, 0);
  assert.match(written.out, /\.mcp\.json +made/);
  assert.match((await run(['init', '--client', 'claude-code'], sandbox)).out, 'in place already');
  assert.match((await run(['init', '--undo'], sandbox)).out, /\.mcp\.json +removed/);
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

import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding } from '../../cli/doctor/finding.ts';
import { version } from '../../shared/version.ts';
import { LineClient } from '../mcp/support.ts';
import { PassThrough } from 'node:stream';
import { json, makePlace, run, start, type Finished, type Place, type Running } from './support.ts';

const test = suite<{ place: Place }>('commands with a daemon');

test.before.each(async (context) => {
  context.place = await makePlace();
});
test.after.each(({ place }) => place.remove());

interface Ready {
  url: string;
  workspace_id: string;
  workspace_slug: string;
  key_file: string;
}

/** A daemon with an embedded relay, until `stop`, which has to end it well. */
async function startDaemon(place: Place): Promise<{ ready: Ready; stop: () => Promise<void> }> {
  const daemon: Running = start(['daemon', '--port', '0', '--json'], place);
  const ready = JSON.parse(await daemon.line()) as Ready;
  return {
    ready,
    stop: async () => {
      daemon.stop();
      assert.is((await daemon.finished).code, 0);
    },
  };
}

function hook(place: Place, event: string, fields: object = {}): Promise<Finished> {
  return hookOf('claude-code', place, event, fields);
}

function hookOf(client: string, place: Place, event: string, fields: object = {}) {
  const session = { session_id: 'conv-1', cwd: place.repository, hook_event_name: event };
  const input = JSON.stringify({ ...session, ...fields });
  return run(['hook', client, event], place, { input });
}

test('the ready line says all, and only one daemon serves a repository', async ({ place }) => {
  const { ready, stop } = await startDaemon(place);
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
  const second = await run(['daemon', '--port', '0'], place);
  assert.is(second.code, 1);
  assert.match(second.err, ready.url);
  await stop();
});

test('status shows what an agent reported by its hooks, to people and to machines', async ({
  place,
}) => {
  const { stop } = await startDaemon(place);
  const started = await hook(place, 'SessionStart', { source: 'startup' });
  assert.match(started.out, 'additionalContext');
  await hook(place, 'UserPromptSubmit', { prompt: 'Write the manual' });
  const file = join(place.repository, 'MANUAL.md');
  await writeFile(file, 'First, plug it in.\n');
  const tool = {
    tool_name: 'Write',
    tool_input: { file_path: file, content: 'x' },
    tool_use_id: 't1',
  };
  await hook(place, 'PostToolUse', { ...tool, tool_response: { filePath: file } });
  const { code, out } = await run(['status'], place);
  assert.is(code, 0);
  assert.match(out, /claude-code on main/);
  assert.match(out, 'Write the manual');
  assert.match(out, /MANUAL\.md \(whole file\) +10 min left/);
  const status = await json<{ reservations: { file_path: string }[] }>(['status'], place);
  assert.equal(
    status.reservations.map((held) => held.file_path),
    ['MANUAL.md'],
  );
  const denied = await hook(place, 'PreToolUse', {
    ...tool,
    session_id: 'conv-2',
    tool_use_id: 't2',
  });
  assert.match(denied.out, '"permissionDecision":"deny"');
  await stop();
});

test('status --watch shows changes until it is stopped', async ({ place }) => {
  const { stop } = await startDaemon(place);
  const watching = start(['status', '--watch', '--json'], place);
  const first = JSON.parse(await watching.line()) as { sessions: unknown[] };
  assert.is(first.sessions.length, 0);
  await hook(place, 'SessionStart', { source: 'startup' });
  let sessions: unknown[] = [];
  while (sessions.length === 0) {
    ({ sessions } = JSON.parse(await watching.line()) as { sessions: unknown[] });
  }
  watching.stop();
  assert.is((await watching.finished).code, 0);
  await stop();
});

test('keys and workspaces are asked of the daemon, which asks its relay', async ({ place }) => {
  const { stop } = await startDaemon(place);
  const { keys } = await json<{ keys: unknown[] }>(['key', 'list'], place);
  assert.is(keys.length, 1);
  assert.match((await run(['workspace', 'members'], place)).out, 'owner');
  const feed = await run(['feed', '--no-follow', '--since', '0'], place);
  assert.is(feed.code, 0);
  await stop();
});

test('mcp calls the daemon and takes the session of the client that started it', async ({
  place,
}) => {
  const { stop } = await startDaemon(place);
  await hook(place, 'SessionStart', { source: 'startup' });
  const environment = { CLAUDE_CODE_SESSION_ID: 'conv-1', CLAUDE_PROJECT_DIR: place.repository };
  const mcp = start(['mcp'], place, { environment, directory: place.folder });
  const answers = new PassThrough();
  const client = new LineClient(mcp.input, answers);
  const relayLines = (async () => {
    for (let at = 0; at < 2; at += 1) answers.write(`${await mcp.line()}\n`);
  })();
  await client.initialize();
  const { result } = await client.request('tools/call', { name: 'sync', arguments: { task: 'x' } });
  await relayLines;
  const { sessions } = await json<{ sessions: { id: string }[] }>(['status'], place);
  const answer = result?.['structuredContent'] as { session_id: string };
  assert.is(answer.session_id, sessions[0]?.id);
  mcp.input.end();
  assert.is((await mcp.finished).code, 0);
  await stop();
});

test('without a daemon a hook lets the agent work and says so once, or denies where the team wants it', async ({
  place,
}) => {
  const { stop } = await startDaemon(place);
  await stop();
  const started = JSON.parse((await hook(place, 'SessionStart')).out) as {
    hookSpecificOutput: { hookEventName: string; additionalContext: string };
  };
  assert.is(started.hookSpecificOutput.hookEventName, 'SessionStart');
  assert.match(started.hookSpecificOutput.additionalContext, 'coord daemon');
  assert.match((await hook(place, 'SessionStart')).out, 'coord daemon', 'each agent is told');
  for (const event of ['Stop', 'SubagentStop', 'PostToolUse'])
    assert.equal(await hook(place, event), { code: 0, out: '', err: '' }, event);
  const first = await hook(place, 'PreToolUse');
  assert.is(first.code, 0);
  assert.match((JSON.parse(first.out) as { systemMessage: string }).systemMessage, 'coord daemon');
  assert.equal(await hook(place, 'PreToolUse'), { code: 0, out: '', err: '' });
  await writeFile(join(place.repository, '.git', 'coord', 'deny-when-down'), '');
  const denied = await hook(place, 'PreToolUse');
  assert.is(denied.code, 2);
  assert.match(denied.err, 'coord daemon');
  assert.is((await hook(place, 'PostToolUse')).code, 0);
  const outside = await run(['hook', 'claude-code'], place, {
    input: '{}',
    directory: place.folder,
  });
  assert.equal(outside, { code: 0, out: '', err: '' });
});

test('coord hook says to Cursor what the script says', async ({ place }) => {
  const { stop } = await startDaemon(place);
  const allowed = { code: 0, out: '{"permission":"allow"}\n', err: '' };
  assert.equal(await hookOf('cursor', place, 'preToolUse'), allowed);
  await stop();
  assert.equal(await hookOf('cursor', place, 'preToolUse'), allowed);
  assert.match((await hookOf('cursor', place, 'sessionStart')).out, /^{"additional_context":/);
  await writeFile(join(place.repository, '.git', 'coord', 'deny-when-down'), '');
  const denied = await hookOf('cursor', place, 'preToolUse');
  assert.is(denied.code, 0);
  assert.match(denied.out, /^{"permission":"deny"/);
});

test('coord hook denies Windsurf by its exit code', async ({ place }) => {
  const { stop } = await startDaemon(place);
  const file_path = join(place.repository, 'notes.md');
  const ask = (event: string, trajectory_id: string) => {
    const fields = { agent_action_name: event, trajectory_id, tool_info: { file_path } };
    return hookOf('windsurf', place, event, fields);
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

async function examine(place: Place): Promise<Report & { code: number; broken: string[] }> {
  const { code, out } = await run(['doctor', '--json'], place);
  const report = JSON.parse(out) as Report;
  const broken = report.findings
    .filter(({ state }) => state === 'broken')
    .map(({ check }) => check);
  return { ...report, code, broken };
}

test('doctor finds what is missing, says how to mend it, and is content when it is', async ({
  place,
}) => {
  const before = await examine(place);
  assert.is(before.code, 1);
  assert.is(before.healthy, false);
  assert.equal(before.broken, ['hooks', 'mcp', 'hook script', 'daemon']);
  assert.ok(before.findings.every(({ state, fix }) => state !== 'broken' || fix !== undefined));

  const { ready, stop } = await startDaemon(place);
  await run(['init', '--client', 'claude-code'], place);
  const after = await examine(place);
  assert.equal(after.broken, []);
  assert.is(after.code, 0);
  const text = await run(['doctor'], place);
  assert.match(text.out, /ok +daemon socket +answers/);
  assert.match(text.out, /ok +clock/);

  const token = join(ready.key_file, '..', 'token');
  await chmod(token, 0o644);
  await chmod(join(place.repository, '.coord', 'hook'), 0o644);
  assert.equal((await examine(place)).broken, ['hooks', 'hook script', 'token']);
  await stop();
});

test('doctor warns in a folder below the top, where Claude Code finds no hooks', async ({
  place,
}) => {
  const directory = join(place.repository, 'src');
  await mkdir(directory);
  const { out } = await run(['doctor'], place, { directory });
  assert.match(
    out,
    /warning +repository +.*shop; Claude Code and Gemini CLI started in a folder below it/,
  );
  const { out: atTop } = await run(['doctor'], place);
  assert.match(atTop, /ok +repository/);
});

test('doctor outside of a repository says so', async ({ place }) => {
  const { code, out } = await run(['doctor'], place, { directory: place.folder });
  assert.is(code, 1);
  assert.match(out, 'not inside a Git repository');
});

test('init shows what it writes, takes it out again, and changes nothing in a dry run', async ({
  place,
}) => {
  const dry = await run(['init', '--client', 'claude-code', '--dry-run'], place);
  assert.match(dry.out, /\.mcp\.json +would make/);
  await stat(join(place.repository, '.mcp.json')).then(
    () => assert.unreachable('a dry run wrote a file'),
    () => undefined,
  );
  const written = await run(['init', '--client', 'claude-code'], place);
  assert.is(written.code, 0);
  assert.match(written.out, /\.mcp\.json +made/);
  assert.match((await run(['init', '--client', 'claude-code'], place)).out, 'in place already');
  assert.match((await run(['init', '--undo'], place)).out, /\.mcp\.json +removed/);
});

test('the version of the command and of the daemon are the same', async ({ place }) => {
  const { ready, stop } = await startDaemon(place);
  const { version: running } = (await (await fetch(`${ready.url}/health`)).json()) as {
    version: string;
  };
  assert.is(running, version);
  await stop();
});

test.run();

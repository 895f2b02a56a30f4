import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import { eventually } from '../support/waiting.ts';
import { edit, git, recordedPayload, Sandbox, TestDaemon, write } from './support.ts';

const test = suite('the sessions of Claude Code, by what it really sends');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const conversation = String(recordedPayload('SessionStart')['session_id']);
const agent = String(recordedPayload('SubagentStart')['agent_id']);
let daemon: TestDaemon;

test.before(async () => {
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  await daemon.indexed();
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

test.before.each(async () => {
  await daemon.recorded('SessionStart');
  await daemon.recorded('UserPromptSubmit');
});

test.after.each(async () => {
  await daemon.recorded('SessionEnd');
  await daemon.until('no session', ({ sessions }) => sessions.length === 0);
});

async function sessions(): Promise<readonly SessionRecord[]> {
  return (await daemon.status()).sessions;
}

test('what the client says to itself does not replace the task', async () => {
  await daemon.recorded('UserPromptSubmit-notification');
  assert.equal(
    (await sessions()).map((one) => one.current_task),
    ['Make login remember the user.'],
  );
});

test('SES-1: the end of an agent that never started opens no session', async () => {
  assert.is((await daemon.recorded('SubagentStop-internal')).text, '');
  assert.equal(
    (await sessions()).map((one) => one.agent_id),
    [undefined],
  );
  const feed = await daemon.send('GET', `/workspaces/${daemon.workspaceId}/sessions`);
  assert.is((feed.body as unknown as unknown[]).length, 1, 'at the relay neither');
});

test('SES-4: an agent that writes is known, whether or not its start was reported', async () => {
  edit(root, 'src/auth.ts', 'gone: false', 'gone: true');
  await daemon.recorded('PostToolUse-Edit-subagent');
  edit(root, 'src/auth.ts', 'gone: true', 'gone: false');
  await daemon.until('the agent', ({ sessions: all }) => all.some((one) => one.agent_id === agent));
  await daemon.untilHeld('src/auth.ts#logout');
  await daemon.recorded('SubagentStop');
  await daemon.until('the end of the agent', ({ sessions: all }) => all.length === 1);
});

test("SES-3, RSV-4: what an agent wrote is its conversation's when the agent stops, and at no moment free", async () => {
  await daemon.recorded('SubagentStart');
  edit(root, 'src/auth.ts', 'gone: false', 'gone: true');
  await daemon.recorded('PostToolUse-Edit-subagent', { tool_use_id: 'toolu_another_call' });
  await daemon.untilHeld('src/auth.ts#logout');
  const change = { old_string: 'gone: true', new_string: 'gone: 1' };
  const others = { file_path: 'src/auth.ts', tool_name: 'Edit', tool_input: change };
  const asks = async () => (await daemon.hook('preToolUse', 'other', others))['permission'];
  const stopped = daemon.recorded('SubagentStop');
  const answers = [await asks(), await asks(), await asks()];
  await stopped;
  await daemon.until('the end of the agent', ({ sessions: all }) =>
    all.every((one) => one.agent_id === undefined),
  );
  answers.push(await asks());
  assert.equal(new Set(answers), new Set(['deny']));
  const main = (await sessions()).find((one) => one.conversation_id === conversation);
  const { reservations } = await daemon.status();
  assert.equal(
    reservations.map((one) => [one.symbol_ids, one.session_id]),
    [[['src/auth.ts#logout'], main?.id]],
  );
  assert.equal(main?.reserved_files, ['src/auth.ts']);
  const own = { ...recordedPayload('PreToolUse-Edit-subagent', root), agent_id: undefined };
  assert.is((await daemon.recorded('PreToolUse-Edit', own)).text, '', 'its own next edit');
  edit(root, 'src/auth.ts', 'gone: true', 'gone: false');
  await daemon.hook('sessionEnd', 'other');
});

test('SES-4: shortening and resuming a conversation keep its session, task and reservations', async () => {
  const [before] = await sessions();
  edit(root, 'src/auth.ts', 'remembered: false', 'remembered: true');
  await daemon.recorded('PostToolUse-Edit');
  edit(root, 'src/auth.ts', 'remembered: true', 'remembered: false');
  const briefed = await daemon.recorded('SessionStart-compact');
  assert.match(briefed.text, '"hookEventName":"SessionStart"');
  await daemon.recorded('SessionStart', { source: 'resume' });
  const [after] = await sessions();
  assert.is(after?.id, before?.id);
  assert.is(after?.current_task, 'Make login remember the user.');
  await daemon.untilHeld('src/auth.ts#login');
});

test('PTH-3: a work tree inside the main one is found as soon as a hook names a path in it', async () => {
  const inner = join(root, '.claude/worktrees', `agent-${agent}`);
  const written = recordedPayload('PreToolUse-Write-worktree', root);
  const { file_path: path } = written['tool_input'] as { file_path: string };
  assert.is(dirname(dirname(path)), inner);
  await daemon.recorded('PreToolUse-Write-worktree');
  await daemon.until('the agent', ({ sessions: all }) => all.length === 2);

  git(root, 'worktree', 'add', '-q', '-b', 'inner', inner);
  write(inner, 'src/new.ts', 'export {};\n');
  await daemon.recorded('PreToolUse-Write-worktree', { hook_event_name: 'PostToolUse' });
  const own = (await sessions()).find((one) => one.agent_id === agent);
  assert.is(own?.branch, 'inner');

  write(inner, 'src/auth.ts', 'export function login() {}\n');
  const tool = { file_path: join(inner, 'src/auth.ts') };
  await daemon.hook('postToolUse', 'inner', tool);
  const asked = await daemon.hook('preToolUse', 'outer', { file_path: 'src/auth.ts' });
  assert.is(asked['permission'], 'deny');
  const paths = (await daemon.status()).reservations.map((held) => held.file_path);
  assert.ok(
    paths.every((held) => !held.includes('worktrees')),
    paths.join(),
  );
  await daemon.hook('sessionEnd', 'inner');
  await daemon.hook('sessionEnd', 'outer');
});

test('what a shell writes in a work tree inside the main one is held under its own path', async () => {
  const inner = join(root, '.claude/worktrees/shell');
  git(root, 'worktree', 'add', '-q', '-b', 'shell', inner);
  const stateFolder = dirname(daemon.daemon.tokenFile);
  const indexes = () => readdirSync(stateFolder).filter((name) => /^index-.*\.db$/.test(name));
  const before = indexes();
  await daemon.recorded('PreToolUse-Bash', { cwd: inner });
  const [own] = indexes().filter((name) => !before.includes(name));
  assert.ok(own, 'its index is opened');
  let times = 0;
  await eventually('the write to be seen, once it is being watched', async () => {
    write(inner, 'src/auth.ts', `export function login() { return ${times++}; }\n`);
    await pass(200);
    const { reservations } = await daemon.status();
    return reservations.some((held) => held.symbol_ids.includes('src/auth.ts#login')) || undefined;
  });
  await daemon.recorded('PostToolUse-Bash', { cwd: inner });

  git(root, 'worktree', 'remove', '--force', inner);
  const next = join(root, '.claude/worktrees/next');
  git(root, 'worktree', 'add', '-q', '-b', 'next', next);
  await daemon.recorded('PreToolUse-Bash', { cwd: next });
  await daemon.recorded('PostToolUse-Bash', { cwd: next });
  await daemon.until('the index of what is gone to go', () => !existsSync(join(stateFolder, own)));
});

test('nothing is printed at the end of a turn, also when a message waits', async () => {
  for (const name of ['Stop', 'SubagentStop', 'SubagentStop-internal']) {
    assert.is((await daemon.recorded(name, { session_id: conversation })).text, '', name);
  }
});

test.run();

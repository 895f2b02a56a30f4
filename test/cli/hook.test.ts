/** `coord hook`: what it answers each client, with a daemon and without one. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeSandbox, run, type Sandbox } from './support.ts';
import { hook, hookOf, startDaemon } from './with-daemon.ts';

const test = suite<{ sandbox: Sandbox }>('coord hook');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

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

test.run();

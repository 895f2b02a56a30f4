/** Each client is told and denied in its own form. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { runHook } from '../support.ts';
import { warning, hookSuite } from './support.ts';

const test = hookSuite('forms of clients');

test('HKS-1: daemon down: Gemini’s user is told at Gemini’s events', async ({ script, top }) => {
  for (const event of ['BeforeAgent', 'BeforeTool', 'BeforeTool-shell', 'BeforeTool-mcp']) {
    await rm(join(top, '.git/coord/said-down-gemini'), { force: true });
    const answer = await runHook(script, { args: ['gemini', event], cwd: top });
    assert.match(answer.stdout, warning, event);
  }
});

test('HKS-1: daemon down: Cursor is told in its own form, and its closed hook stays open', async ({
  script,
  top,
}) => {
  const run = (event: string) => runHook(script, { args: ['cursor', event], cwd: top });
  const started = JSON.parse((await run('sessionStart')).stdout);
  assert.equal(Object.keys(started), ['additional_context']);
  assert.match(started.additional_context, 'the daemon is not running');
  const told = JSON.parse((await run('preToolUse')).stdout);
  assert.is(told.permission, 'allow');
  assert.match(told.user_message, 'the daemon is not running');
  assert.is(told.agent_message, told.user_message);
  const allowed = { code: 0, stdout: '{"permission":"allow"}\n', stderr: '' };
  assert.equal(await run('preToolUse'), allowed);
  for (const event of ['preToolUse-Shell', 'afterFileEdit', 'beforeSubmitPrompt', 'stop'])
    assert.equal(await run(event), { code: 0, stdout: '', stderr: '' }, event);
});

test('HKS-2: deny-when-down denies in Cursor’s own form', async ({ script, top }) => {
  await mkdir(join(top, '.git', 'coord'));
  await writeFile(join(top, '.git', 'coord', 'deny-when-down'), '');
  const run = (event: string) => runHook(script, { args: ['cursor', event], cwd: top });
  const { code, stdout } = await run('preToolUse');
  assert.is(code, 0);
  const { permission, agent_message } = JSON.parse(stdout);
  assert.is(permission, 'deny');
  assert.match(agent_message, 'Start it with: coord daemon');
  assert.equal(await run('preToolUse-Shell'), { code: 0, stdout: '', stderr: '' });
});

test('HKS-1: daemon down: Copilot CLI and VS Code, which run one file, are told in the form of each', async (context) => {
  const { script, top } = context;
  const run = (event: string, env: Record<string, string>) =>
    runHook(script, { args: ['copilot', event], cwd: top, env });
  const cli = { COPILOT_CLI: '1' };
  const answer = JSON.parse((await run('SessionStart', cli)).stdout);
  assert.equal(Object.keys(answer), ['additionalContext']);
  const nested = JSON.parse((await run('SessionStart', {})).stdout);
  assert.is(nested.hookSpecificOutput.hookEventName, 'SessionStart');
  const told = JSON.parse((await run('UserPromptSubmit', cli)).stdout);
  assert.match(told.additionalContext, 'is not running', 'Copilot CLI shows it to the agent');
  assert.match((await run('UserPromptSubmit', {})).stdout, warning, 'VS Code shows it to the user');
  await writeFile(join(top, '.git', 'coord', 'deny-when-down'), '');
  const denied = await run('PreToolUse', cli);
  assert.is(denied.code, 0);
  assert.is(JSON.parse(denied.stdout).permissionDecision, 'deny');
  assert.is((await run('PreToolUse-Bash', cli)).stdout, '');
  assert.is((await run('PreToolUse', {})).code, 2);
});

test('Windsurf is denied by the exit code, with the daemon’s answer as the reason', async (context) => {
  const { daemon, script, top } = context;
  await daemon.start(join(top, '.git'));
  const run = () => runHook(script, { args: ['windsurf', 'pre_write_code'], cwd: top });
  daemon.answer.body = 'a.ts is held\nby 100% "Ana"';
  assert.equal(await run(), { code: 2, stdout: '', stderr: 'a.ts is held\nby 100% "Ana"\n' });
  daemon.answer.body = '';
  assert.equal(await run(), { code: 0, stdout: '', stderr: '' });
  daemon.answer = { status: 500, body: 'broken' };
  assert.equal(await run(), { code: 0, stdout: '', stderr: '' }, 'an error is no reason');
});

test('HKS-1: daemon down: Windsurf shows its user the very text, once', async ({ script, top }) => {
  const run = (event: string) => runHook(script, { args: ['windsurf', event], cwd: top });
  assert.is((await run('pre_write_code')).code, 0);
  assert.match((await run('pre_user_prompt')).stdout, /^coord: the daemon is not running/);
  assert.equal(await run('pre_user_prompt'), { code: 0, stdout: '', stderr: '' });
  await writeFile(join(top, '.git', 'coord', 'deny-when-down'), '');
  assert.is((await run('pre_write_code')).code, 2);
  assert.is((await run('pre_run_command')).code, 0);
});

test('HKS-1: daemon down: each client that runs here is told, and once', async ({
  script,
  top,
}) => {
  const events = {
    'claude-code': 'PreToolUse',
    codex: 'UserPromptSubmit',
    gemini: 'BeforeTool',
    cursor: 'preToolUse',
    copilot: 'PreToolUse',
    windsurf: 'pre_user_prompt',
    cline: 'PreToolUse',
  };
  for (const [client, event] of Object.entries(events)) {
    const call = { args: [client, event], cwd: top, env: { COPILOT_CLI: '1' } };
    assert.match((await runHook(script, call)).stdout, 'is not running', client);
    assert.not.match((await runHook(script, call)).stdout, 'is not running', client);
  }
});

test('HOK-5: a call that the daemon refuses is not passed in silence where a hook fails closed', async (context) => {
  const { daemon, script, top } = context;
  await daemon.start(join(top, '.git'));
  daemon.answer = { status: 400, body: '{"error":"ValidationError"}' };
  for (const _ of [1, 2]) {
    const { stdout } = await runHook(script, { args: ['cursor', 'preToolUse'], cwd: top });
    const { permission, user_message } = JSON.parse(stdout);
    assert.is(permission, 'allow');
    assert.match(user_message, 'the daemon refused this call, so it was not checked');
  }
});

test.run();

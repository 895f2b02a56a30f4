/** What the user and the agent are told when the daemon is down, and what is denied then. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { sentencesFor } from '../../../cli/hook-answers/sentences.ts';
import {
  hookScript,
  endpointAt,
  installHook,
  publish,
  runHook,
  startRawDaemon,
} from '../support.ts';
import { hookAnswerWithinSeconds } from '../../../shared/node/endpoint.ts';
import { warning, hookSuite } from './support.ts';

const test = hookSuite('daemon down');

test('HKS-1: daemon down: the agent works, and the user is told once', async ({ script, top }) => {
  const call = { args: ['claude-code', 'PreToolUse'], cwd: top };
  const first = await runHook(script, call);
  assert.is(first.code, 0);
  assert.match(first.stdout, warning);
  assert.type(JSON.parse(first.stdout).systemMessage, 'string');
  assert.equal(await runHook(script, call), { code: 0, stdout: '', stderr: '' });
  await publish(join(top, '.git'), endpointAt(join(top, 'gone.sock')));
  assert.match((await runHook(script, call)).stdout, warning);
});

test('HKS-1: daemon down: of many hooks at once, one tells the user', async ({ script, top }) => {
  const call = { args: ['claude-code', 'UserPromptSubmit'], cwd: top };
  const runs = await Promise.all(Array.from({ length: 8 }, () => runHook(script, call)));
  assert.is(runs.filter((result) => result.stdout !== '').length, 1);
});

test('HKS-1: daemon down: at the start of a session each agent is told, and the user later', async ({
  script,
  top,
}) => {
  const run = (event: string) => runHook(script, { args: ['claude-code', event], cwd: top });
  const started = JSON.parse((await run('SessionStart')).stdout);
  assert.equal(Object.keys(started), ['hookSpecificOutput']);
  const { hookEventName, additionalContext } = started.hookSpecificOutput;
  assert.is(hookEventName, 'SessionStart');
  assert.match(additionalContext, 'the daemon is not running');
  assert.match((await run('SessionStart')).stdout, 'is not running', 'each agent is told');
  assert.match((await run('PreToolUse-mcp')).stdout, warning);
  assert.is((await run('UserPromptSubmit')).stdout, '');
});

test('HKS-1: daemon down: at other events a client would misunderstand what is said', async ({
  script,
  top,
}) => {
  const events = ['PostToolUseFailure', 'SubagentStart', 'SubagentStop', 'Stop', 'SessionEnd'];
  for (const event of [...events, '']) {
    const result = await runHook(script, { args: ['claude-code', event], cwd: top });
    assert.equal(result, { code: 0, stdout: '', stderr: '' }, event);
  }
});

const nested = (hookEventName: string) => (additionalContext: string) => ({
  hookSpecificOutput: { hookEventName, additionalContext },
});

/** By client, its event after a write, and the form in which it gives a text to its agent then. */
const afterWrite: [string, string, (text: string) => object][] = [
  ['claude-code', 'PostToolUse', nested('PostToolUse')],
  ['codex', 'PostToolUse', nested('PostToolUse')],
  ['gemini', 'AfterTool', nested('AfterTool')],
  ['cursor', 'postToolUse', (text) => ({ additional_context: text })],
  ['copilot', 'PostToolUse', (text) => ({ additionalContext: text })],
  ['cline', 'PostToolUse', (text) => ({ contextModification: text })],
];

test('HKS-6: daemon down: after each write the agent is told that it is not reserved', async ({
  script,
  top,
}) => {
  const text = sentencesFor('is not running').unreserved;
  for (const [client, event, form] of afterWrite) {
    const call = { args: [client, event], cwd: top, env: { COPILOT_CLI: '1' } };
    const expected = { code: 0, stdout: `${JSON.stringify(form(text))}\n`, stderr: '' };
    for (const _ of ['first', 'second']) assert.equal(await runHook(script, call), expected);
  }
  const silent = [
    ['claude-code', 'PostToolUse-Bash'],
    ['gemini', 'AfterTool-shell'],
    ['copilot', 'PostToolUse'],
    ['windsurf', 'post_write_code'],
  ];
  for (const args of silent)
    assert.equal(await runHook(script, { args, cwd: top }), { code: 0, stdout: '', stderr: '' });
});

test('HKS-6: a daemon that does not answer may have reserved what was written', async ({ top }) => {
  const limit = `--max-time ${hookAnswerWithinSeconds}`;
  const script = await installHook(top, hookScript.replace(limit, '--max-time 1'));
  const silent = await startRawDaemon(join(top, '.git'), (connection) => connection.pause());
  const { stdout } = await runHook(script, { args: ['claude-code', 'PostToolUse'], cwd: top });
  assert.match(stdout, 'does not answer, so what this call wrote may not be reserved');
  await silent.stop();
});

test('HKS-2: deny-when-down denies what comes before a write, and only that', async ({
  script,
  top,
}) => {
  await mkdir(join(top, '.git', 'coord'));
  await writeFile(join(top, '.git', 'coord', 'deny-when-down'), '');
  const said = `${Math.floor(Date.now() / 1_000)}\n`;
  await writeFile(join(top, '.git', 'coord', 'said-down-claude-code'), said);
  for (const args of [
    ['claude-code', 'PreToolUse'],
    ['codex', 'PreToolUse'],
    ['gemini', 'BeforeTool'],
  ]) {
    const denied = await runHook(script, { args, cwd: top });
    assert.is(denied.code, 2);
    assert.is(denied.stdout, '');
    assert.match(denied.stderr, 'Start it with: coord daemon');
  }
  const events = ['PreToolUse-Bash', 'PreToolUse-mcp', 'PostToolUse-Bash', 'Stop', ''];
  const geminis = ['BeforeTool-shell', 'BeforeTool-mcp', 'AfterTool-shell', 'AfterAgent'];
  for (const event of [...events, ...geminis]) {
    const result = await runHook(script, { args: ['claude-code', event], cwd: top });
    assert.equal(result, { code: 0, stdout: '', stderr: '' }, event);
  }
  const running = await runHook(script, { args: ['claude-code'], cwd: top });
  assert.is(running.code, 0);
});

test.run();

import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { throughScript } from './script.ts';
import { hooksOf } from '../support/client-examples.ts';
import { edit, type TestDaemon, type Reply, withDaemon } from './support.ts';

const claudeCode = hooksOf('claude-code');
const copilot = hooksOf('copilot');
const vscode = hooksOf('vscode');

const test = suite('VS Code');
let daemon: TestDaemon;
let calls = 0;
const root = withDaemon(test, (started) => (daemon = started));

/** As VS Code documents its payloads. */
function payload(event: string, session: string, fields: object = {}): object {
  return {
    timestamp: '2026-11-21T10:00:00.000Z',
    cwd: root,
    session_id: session,
    hook_event_name: event,
    transcript_path: '/transcripts/one.jsonl',
    ...fields,
  };
}

/** Its hooks call the script as Copilot's, because both run those of one file. */
function hook(event: string, session: string, fields: object = {}): Promise<Reply> {
  return daemon.send('POST', '/hooks/copilot', payload(event, session, fields));
}

function toolUse(tool_name: string, tool_input: object) {
  return { tool_name, tool_input, tool_use_id: `call-${calls++}` };
}

function replacing([oldString, newString]: readonly [string, string]) {
  const filePath = join(root, 'src/auth.ts');
  return toolUse('replace_string_in_file', { filePath, oldString, newString });
}

async function edits(session: string, change: readonly [string, string]): Promise<string> {
  const tool = replacing(change);
  const asked = await hook('PreToolUse', session, tool);
  if (asked.text.includes('"deny"')) return asked.text;
  edit(root, 'src/auth.ts', ...change);
  await hook('PostToolUse', session, { ...tool, tool_response: 'done' });
  return asked.text;
}

function read(event: string, fields: object = {}) {
  const call = vscode.read(payload(event, 'conv', fields));
  assert.ok(call, event);
  return call;
}

const effects: Record<string, string> = {
  SessionStart: 'start',
  UserPromptSubmit: 'prompt',
  PreCompact: 'heartbeat',
  Stop: 'end',
};

for (const [event, effect] of Object.entries(effects)) {
  test(`${event} means ${effect}, whoever’s hooks it comes through`, () => {
    assert.is(read(event).effect, effect);
    for (const adapter of [copilot, claudeCode]) {
      const call = adapter.read(payload(event, 'conv'));
      assert.is(call?.effect, effect);
      assert.is(call?.agentType, 'vscode');
    }
  });
}

const replaced = { kind: 'replace', oldText: 'a', newText: 'b', all: false };
const inputs: readonly [string, object, object[]][] = [
  [
    'create_file',
    { filePath: '/r/a.ts', content: 'x' },
    [{ path: '/r/a.ts', edits: [{ kind: 'write', content: 'x' }] }],
  ],
  [
    'replace_string_in_file',
    { filePath: 'a.ts', oldString: 'a', newString: 'b' },
    [{ path: join(root, 'a.ts'), edits: [replaced] }],
  ],
  [
    'multi_replace_string_in_file',
    { replacements: [{ filePath: '/r/a.ts', oldString: 'a', newString: 'b' }, 3] },
    [{ path: '/r/a.ts', edits: [replaced] }],
  ],
  [
    'editFiles',
    { files: ['/r/a.ts', '/r/b.ts'] },
    [
      { path: '/r/a.ts', edits: undefined },
      { path: '/r/b.ts', edits: undefined },
    ],
  ],
  [
    'apply_patch',
    { input: '*** Delete File: /r/a.ts\n' },
    [{ path: '/r/a.ts', edits: [{ kind: 'delete' }] }],
  ],
];

for (const [tool, input, files] of inputs) {
  test(`${tool} writes the files that it names`, () => {
    const call = read('PreToolUse', toolUse(tool, input));
    assert.ok(call.effect === 'check');
    assert.equal(call.files, files);
  });
}

test('every tool arrives: what writes nothing is a sign of life, a terminal begins and ends', () => {
  const reading = toolUse('read_file', { filePath: '/r/a.ts' });
  assert.is(read('PreToolUse', reading).effect, 'heartbeat');
  const began = read('PreToolUse', toolUse('run_in_terminal', { command: 'ls' }));
  assert.ok(began.effect === 'heartbeat');
  assert.is(began.shell, 'began');
});

test('what is written has the form that VS Code takes', () => {
  const call = read('PreToolUse', toolUse('create_file', { filePath: '/r/a.ts', content: '' }));
  assert.equal(JSON.parse(vscode.write(call, { permission: 'deny', message: 'held' })), {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'held',
    },
  });
  assert.is(vscode.write(call, { permission: 'allow' }), '');
  const answer: HookAnswer = { ok: true, session_id: 's', message: 'look' };
  assert.equal(JSON.parse(copilot.write(read('SessionStart'), answer)), {
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'look' },
  });
  for (const event of ['Stop', 'UserPromptSubmit', 'SubagentStop'])
    assert.is(vscode.write(read(event), answer), '', event);
});

test('HOK-5: a session is known in both spellings', () => {
  const call = vscode.read({ hook_event_name: 'PreToolUse', sessionId: 'camel', tool_name: 'x' });
  assert.is(call?.conversation.conversationId, 'camel');
});

test('ANS-2: whatever comes, it is a call or nothing, and never a 500', async () => {
  for (const body of ['null', '[]', '3', '{}', '{"session_id":1,"hook_event_name":"Stop"}']) {
    assert.is(vscode.read(JSON.parse(body)), undefined, body);
    const { status } = await daemon.send('POST', '/hooks/vscode', body);
    assert.is(status, !body.startsWith('{}') ? 400 : 204, body);
  }
  const odd = [{ filePath: 3 }, { files: 'x' }, { files: [null, 3] }, { replacements: {} }, {}];
  for (const input of odd)
    assert.equal(checked(read('PreToolUse', toolUse('editFiles', input))), []);
});

test('RSV-4, RSV-3: a held symbol is denied, another symbol of the file is not', async () => {
  await hook('SessionStart', 'one', { source: 'new' });
  await hook('UserPromptSubmit', 'one', { prompt: 'Remember the user' });
  assert.is(await edits('one', ['remembered: false', 'remembered: true']), '');
  const denied = await edits('two', ['remembered: true', 'remembered: 1']);
  assert.match(
    denied,
    'src/auth.ts#login is held by Ana, by another agent of the same person (task: “Remember the user”), 10 minutes',
  );
  assert.is(await edits('two', ['gone: false', 'gone: true']), '');
});

test('SES-3, SES-5: the end of a turn ends the session, also when it is reported twice', async () => {
  await daemon.untilHeld('src/auth.ts#login');
  await hook('Stop', 'one', { stop_hook_active: false });
  const again = payload('Stop', 'one', { stop_hook_active: false });
  await daemon.send('POST', '/hooks/claude-code', again);
  await daemon.untilHeld('src/auth.ts#login', false);
  const { sessions } = await daemon.status();
  assert.not(sessions.some((one) => one.conversation_id === 'one'));
});

test('SES-5: one call through both families of hooks counts once', async () => {
  const tool = toolUse('create_file', { filePath: join(root, 'both.md'), content: 'x' });
  const body = payload('PostToolUse', 'both', tool);
  assert.equal(claudeCode.read(body), { ...copilot.read(body), canNotify: false });
  const clients = ['copilot', 'claude-code', 'vscode'];
  await Promise.all(clients.map((client) => daemon.send('POST', `/hooks/${client}`, body)));
  const { sessions, reservations } = await daemon.status();
  assert.is(sessions.filter((one) => one.conversation_id === 'both').length, 1);
  assert.is(reservations.filter((one) => one.file_path === 'both.md').length, 1);
});

test('the script denies as VS Code takes it', async () => {
  const tool = toolUse('create_file', { filePath: join(root, 'script.md'), content: 'x' });
  await hook('PostToolUse', 'holder', tool);
  const asked = payload('PreToolUse', 'other', tool);
  const call = { client: 'copilot', event: 'PreToolUse', payload: asked };
  const { code, stdout } = await throughScript(root, call);
  assert.is(code, 0);
  assert.is(JSON.parse(stdout).hookSpecificOutput.permissionDecision, 'deny');
});

/** HOK-5: the files of a check: none where the call names none that can be read. */
function checked(call: HookCall) {
  return call.effect === 'check' ? call.files : undefined;
}

test('HOK-5 its common fields are also read by the names of version 1.109', () => {
  for (const event of ['SessionStart', 'Stop']) {
    const { session_id, hook_event_name, ...common } = payload(event, 'one') as Record<
      string,
      string
    >;
    const renamed = { ...common, sessionId: session_id, hookEventName: hook_event_name };
    const call = copilot.read(renamed);
    assert.is(call?.agentType, 'vscode', event);
    assert.equal(call, copilot.read(payload(event, 'one')));
  }
});

test.run();

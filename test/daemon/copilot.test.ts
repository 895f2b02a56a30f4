import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { throughScript } from './script.ts';
import { hooksOf } from '../support/client-examples.ts';
import { edit, type TestDaemon, write, type Reply, withDaemon } from './support.ts';

const claudeCode = hooksOf('claude-code');
const copilot = hooksOf('copilot');

const test = suite('Copilot CLI, by what it really sends');
let daemon: TestDaemon;
let moments = 0;
const root = withDaemon(test, (started) => (daemon = started));

/** As version 1.0.102 sends it; every hook of one call names the same moment. */
function payload(event: string, session: string, fields: object = {}): object {
  const timestamp = new Date(Date.UTC(2026, 10, 21) + moments++).toISOString();
  return { hook_event_name: event, session_id: session, timestamp, cwd: root, ...fields };
}

function hook(event: string, session: string, fields: object = {}): Promise<Reply> {
  return daemon.send('POST', '/hooks/copilot', payload(event, session, fields));
}

function editing(path: string, [old_str, new_str]: readonly [string, string]) {
  return { tool_name: 'Edit', tool_input: { path: join(root, path), old_str, new_str } };
}

function creating(path: string, file_text = 'x\n') {
  return { tool_name: 'Write', tool_input: { path: join(root, path), file_text } };
}

const patch =
  '*** Begin Patch\n*** Update File: src/auth.ts\n@@\n-a\n+b\n*** Move to: src/in.ts\n*** Add File: b.txt\n+x\n*** End Patch\n';
const done = { tool_result: { result_type: 'success', text_result_for_llm: 'done' } };

/** Asks, writes if allowed, reports. Answers what the first hook printed. */
async function edits(session: string, change: readonly [string, string]): Promise<string> {
  const tool = editing('src/auth.ts', change);
  const asked = await hook('PreToolUse', session, tool);
  if (asked.text.includes('"deny"')) return asked.text;
  edit(root, 'src/auth.ts', ...change);
  await hook('PostToolUse', session, { ...tool, ...done });
  return asked.text;
}

function read(event: string, fields: object = {}) {
  const call = copilot.read(payload(event, 'conv', fields));
  assert.ok(call, event);
  return call;
}

function filesIn(call: HookCall | undefined) {
  return call?.effect === 'check' ? call.files : undefined;
}

const subagent = { agent_id: 'sub', agent_type: 'general-purpose', parent_agent_id: 'conv' };
const startOfSubagent = {
  sessionId: 'conv',
  timestamp: 1795298948228,
  cwd: root,
  agentName: 'general-purpose',
  ...subagent,
};

const effects: Record<string, string> = {
  SessionStart: 'start',
  UserPromptSubmit: 'prompt',
  Stop: 'heartbeat',
  PostToolUseFailure: 'heartbeat',
  SomethingNew: 'heartbeat',
  SessionEnd: 'end',
};

for (const [event, effect] of Object.entries(effects)) {
  test(`${event} means ${effect}`, () => {
    assert.is(read(event, { stop_reason: 'end_turn' }).effect, effect);
  });
}

test('the edit and the path are read', () => {
  const edited = read('PreToolUse', editing('a.ts', ['one', 'two']));
  assert.ok(edited.effect === 'check');
  const replaced = { kind: 'replace', oldText: 'one', newText: 'two', all: false };
  assert.equal(edited.files, [{ path: join(root, 'a.ts'), edits: [replaced] }]);
  const created = read('PostToolUse', creating('b.ts', 'text'));
  assert.ok(created.effect === 'acquire');
  assert.equal(created.files[0]?.edits, [{ kind: 'write', content: 'text' }]);
});

test('a patch is every file that it names, with what it does to it', () => {
  const call = read('PreToolUse', { tool_name: 'Edit', tool_input: patch });
  assert.ok(call.effect === 'check');
  assert.equal(call.files, [
    { path: join(root, 'src/auth.ts'), edits: [{ kind: 'delete', moves: true }] },
    { path: join(root, 'src/in.ts'), edits: undefined },
    { path: join(root, 'b.txt'), edits: [{ kind: 'write', content: 'x\n' }] },
  ]);
});

test('SES-1: a subagent has its parent’s conversation and an id of its own', () => {
  const conversation = { conversationId: 'conv', agentId: 'sub' };
  const started = copilot.read(startOfSubagent);
  assert.is(started?.effect, 'start');
  assert.equal(started?.conversation, conversation);
  const own = { ...subagent, session_id: 'sub' };
  for (const event of ['PreToolUse', 'UserPromptSubmit', 'Stop'])
    assert.equal(read(event, own).conversation, conversation, event);
  const stopped = read('SubagentStop', subagent);
  assert.is(stopped.effect, 'end');
  assert.equal(stopped.conversation, conversation);
  assert.is(read('SubagentStop').effect, 'heartbeat');
});

test('a shell begins and ends', () => {
  const tool = { tool_name: 'Bash', tool_input: { command: 'ls' } };
  for (const [event, shell] of Object.entries({ PreToolUse: 'began', PostToolUse: 'ended' })) {
    const call = read(event, tool);
    assert.ok(call.effect === 'heartbeat');
    assert.is(call.shell, shell);
  }
});

/** As version 1.0.102 sends it where the event is configured by Copilot's own name, and as people write it from the documents. */
const otherForms: Record<string, object> = {
  'own names': { toolName: 'edit', toolArgs: { path: 'a.ts', old_str: 'a', new_str: 'b' } },
  'arguments as JSON': {
    toolName: 'edit',
    toolArgs: '{"path":"a.ts","old_str":"a","new_str":"b"}',
  },
  'its tool under Claude Code’s fields': {
    hook_event_name: 'PreToolUse',
    tool_name: 'str_replace',
    tool_input: { file_path: 'a.ts', old_str: 'a', new_str: 'b' },
  },
  'the path in another spelling': {
    hook_event_name: 'preToolUse',
    tool_name: 'edit',
    tool_use_id: 'call_1',
    timestamp: '2026-11-21T00:00:00.000Z',
    tool_input: { filePath: 'a.ts', old_str: 'a', new_str: 'b' },
  },
  'a patch': {
    toolName: 'apply_patch',
    toolArgs: '*** Begin Patch\n*** Update File: a.ts\n-a\n+b\n',
  },
};

for (const [what, fields] of Object.entries(otherForms))
  test(`HOK-5: a write is read in every form that is known: ${what}`, () => {
    const call = copilot.read({
      sessionId: 'conv',
      timestamp: 1795438031402,
      cwd: root,
      ...fields,
    });
    const replaced = { kind: 'replace', oldText: 'a', newText: 'b', all: false };
    const chunk = { headings: [], additions: 'inPlace' };
    const edit = what === 'a patch' ? { ...replaced, chunk } : replaced;
    assert.equal(filesIn(call), [{ path: join(root, 'a.ts'), edits: [edit] }]);
    assert.is(call?.agentType, 'copilot');
  });

test('under its own names of the events, what a call carries says which event it is', () => {
  const tool = { sessionId: 'conv', toolName: 'create', toolArgs: { path: 'a.ts' } };
  const eventOf = (fields: object) => copilot.read({ ...tool, ...fields })?.event;
  assert.is(eventOf({}), 'PreToolUse');
  assert.is(eventOf({ toolResult: { resultType: 'success' } }), 'PostToolUse');
  assert.is(eventOf({ error: 'no' }), 'PostToolUseFailure');
});

test('HOK-5: a write that cannot be read is told to the agent once, and one without a session is refused', async () => {
  const odd = { tool_name: 'edit', tool_input: { where: 'src/auth.ts' } };
  const told = await hook('PreToolUse', 'odd', odd);
  assert.match(JSON.parse(told.text).additionalContext, 'so it was not checked.');
  assert.is((await hook('PreToolUse', 'odd', odd)).text, '');
  const nobody = { toolName: 'edit', toolArgs: { path: 'src/auth.ts' } };
  assert.is((await daemon.send('POST', '/hooks/copilot', nobody)).status, 400);
  const run = await throughScript(root, {
    ...{ client: 'copilot', event: 'PreToolUse', payload: nobody },
    env: { COPILOT_CLI: '1' },
  });
  assert.match(JSON.parse(run.stdout).additionalContext, 'so it was not checked.');
});

test('a deny and a context have the forms that it takes, and an allow is silent', () => {
  const call = read('PreToolUse', creating('a.ts'));
  assert.equal(JSON.parse(copilot.write(call, { permission: 'deny', message: 'held' })), {
    permissionDecision: 'deny',
    permissionDecisionReason: 'held',
  });
  assert.is(copilot.write(call, { permission: 'allow' }), '');
  const answer: HookAnswer = { ok: true, session_id: 's', message: 'look' };
  const output = { additionalContext: 'look' };
  for (const event of ['SessionStart', 'PostToolUse'])
    assert.equal(JSON.parse(copilot.write(read(event), answer)), output);
  for (const event of ['UserPromptSubmit', 'Stop', 'SessionEnd', 'SubagentStop'])
    assert.is(copilot.write(read(event), answer), '', event);
});

test('ANS-2: whatever comes, it is a call or nothing, and never a 500', async () => {
  const odd = ['null', '[]', '3', '{}', '{"session_id":"x"}', '{"hook_event_name":"Stop"}'];
  for (const body of odd) {
    assert.is(copilot.read(JSON.parse(body)), undefined, body);
    const { status } = await daemon.send('POST', '/hooks/copilot', body);
    assert.is(status, !body.startsWith('{') ? 400 : 204, body);
  }
  for (const tool_input of [null, 3, [], '', { path: 3 }, 'no patch'])
    assert.equal(filesIn(read('PreToolUse', { tool_name: 'Edit', tool_input })), []);
});

test('RSV-4, RSV-3: a held symbol is denied, another symbol of the file is not', async () => {
  await hook('SessionStart', 'one', { source: 'new', initial_prompt: 'Remember the user' });
  await hook('UserPromptSubmit', 'one', { prompt: 'Remember the user' });
  assert.is(await edits('one', ['remembered: false', 'remembered: true']), '');
  const denied = await edits('two', ['remembered: true', 'remembered: 1']);
  assert.match(
    denied,
    'src/auth.ts#login is held by Ana, by another agent of the same person (task: “Remember the user”), 10 minutes',
  );
  assert.is(await edits('two', ['gone: false', 'gone: true']), '');
  const patched = await hook('PreToolUse', 'two', { tool_name: 'Edit', tool_input: patch });
  assert.match(patched.text, '"permissionDecision":"deny"');
});

test('RSV-1: of a patch the symbols that really changed are held', async () => {
  write(root, 'src/pair.ts', 'export function a() { return 1; }\nexport function b() {}\n');
  await daemon.until('pair.ts to be indexed', ({ index }) => index.files >= 2);
  const tool_input = '*** Begin Patch\n*** Update File: src/pair.ts\n@@\n-1\n+2\n*** End Patch\n';
  const tool = { tool_name: 'Edit', tool_input };
  assert.is((await hook('PreToolUse', 'patcher', tool)).text, '');
  edit(root, 'src/pair.ts', 'return 1', 'return 2');
  await hook('PostToolUse', 'patcher', { ...tool, ...done });
  const { reservations } = await daemon.status();
  const held = reservations.filter((one) => one.file_path === 'src/pair.ts');
  assert.equal(
    held.flatMap((one) => one.symbol_ids),
    ['src/pair.ts#a'],
  );
});

test('SES-3: the end of a turn keeps what is held, the end of the session frees it', async () => {
  await hook('Stop', 'one', { stop_reason: 'end_turn', stop_hook_active: false });
  await daemon.untilHeld('src/auth.ts#login');
  await hook('SessionEnd', 'one', { reason: 'complete' });
  await daemon.untilHeld('src/auth.ts#login', false);
});

test('SES-5: one call through its own hooks and through Claude Code’s settings counts once', async () => {
  const body = payload('PostToolUse', 'both', { ...creating('both.md'), ...done });
  const own = copilot.read(body);
  const guest = claudeCode.read(body);
  assert.equal(guest, { ...own, canNotify: false });
  await Promise.all(
    ['copilot', 'claude-code'].map((client) => daemon.send('POST', `/hooks/${client}`, body)),
  );
  const { sessions, reservations } = await daemon.status();
  const types = sessions.filter((one) => one.conversation_id === 'both');
  assert.equal(
    types.map((one) => one.agent_type),
    ['copilot'],
  );
  assert.is(reservations.filter((one) => one.file_path === 'both.md').length, 1);
});

test('the script denies in the form that Copilot CLI reads the reason of', async () => {
  await hook('PostToolUse', 'holder', { ...creating('script.md'), ...done });
  const ask = (session: string) => {
    const asked = payload('PreToolUse', session, creating('script.md'));
    return throughScript(root, { client: 'copilot', event: 'PreToolUse', payload: asked });
  };
  const denied = await ask('other');
  assert.is(denied.code, 0);
  const { permissionDecisionReason } = JSON.parse(denied.stdout);
  assert.match(permissionDecisionReason, 'script.md is held by Ana');
  assert.equal(await ask('holder'), { code: 0, stdout: '', stderr: '' });
});

test.run();

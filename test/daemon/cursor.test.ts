import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { throughScript } from './script.ts';
import { hooksOf } from '../support/client-examples.ts';
import { edit, type TestDaemon, type Reply, withDaemon } from './support.ts';

const cursor = hooksOf('cursor');
const claudeCode = hooksOf('claude-code');

const test = suite('Cursor');
let daemon: TestDaemon;
const root = withDaemon(test, (started) => (daemon = started));

/** As Cursor documents its payloads. */
function payload(event: string, conversation: string, fields: object = {}): object {
  return {
    conversation_id: conversation,
    generation_id: 'gen-1',
    model: 'composer',
    hook_event_name: event,
    cursor_version: '3.2.0',
    workspace_roots: [root],
    user_email: null,
    transcript_path: null,
    ...fields,
  };
}

function hook(event: string, conversation: string, fields: object = {}): Promise<Reply> {
  return daemon.send('POST', '/hooks/cursor', payload(event, conversation, fields));
}

function toolUse(id: string, tool_name: string, tool_input: object): object {
  return { tool_name, tool_input, tool_use_id: id, cwd: '' };
}

/** Cursor sends the whole new text of a file. */
function writing(id: string, [before, after]: readonly [string, string]): object {
  const file_path = join(root, 'src/auth.ts');
  const content = readFileSync(file_path, 'utf8').replace(before, after);
  return toolUse(id, 'Write', { file_path, content });
}

/** Asks, writes if allowed, reports. Answers what the first hook printed. */
async function writes(conversation: string, id: string, change: readonly [string, string]) {
  const tool = writing(id, change);
  const asked = await hook('preToolUse', conversation, tool);
  if (asked.body['permission'] !== 'allow') return asked;
  edit(root, 'src/auth.ts', ...change);
  await hook('postToolUse', conversation, { ...tool, tool_output: '{}', duration: 3 });
  return asked;
}

function read(event: string, fields: object = {}) {
  const call = cursor.read(payload(event, 'conv', fields));
  assert.ok(call, event);
  return call;
}

const effects: Record<string, string> = {
  sessionStart: 'start',
  beforeSubmitPrompt: 'prompt',
  stop: 'heartbeat',
  afterShellExecution: 'heartbeat',
  afterAgentResponse: 'heartbeat',
  sessionEnd: 'end',
};

for (const [event, effect] of Object.entries(effects)) {
  test(`${event} means ${effect}`, () => {
    assert.is(read(event).effect, effect);
  });
}

test('the folder is the workspace where the payload names none, and paths start there', () => {
  assert.is(read('sessionStart').cwd, root);
  const call = read('preToolUse', toolUse('t', 'Write', { file_path: 'src/a.ts', content: 'x' }));
  assert.ok(call.effect === 'check');
  const edits = [{ kind: 'write', content: 'x' }];
  assert.equal(call.files, [{ path: join(root, 'src/a.ts'), edits }]);
});

test('a deletion and an edit that is reported afterwards are read as such', () => {
  const deletion = read('preToolUse', toolUse('t', 'Delete', { file_path: 'a.ts' }));
  assert.ok(deletion.effect === 'check');
  assert.equal(deletion.files[0]?.edits, [{ kind: 'delete' }]);
  const edits = [{ old_string: 'a', new_string: 'b' }];
  const edited = read('afterFileEdit', { file_path: '/r/a.ts', edits });
  assert.ok(edited.effect === 'acquire');
  const replaced = { kind: 'replace', oldText: 'a', newText: 'b', all: false };
  assert.equal(edited.files, [{ path: '/r/a.ts', edits: [replaced] }]);
});

test('tools that write nothing are a sign of life; a shell begins and ends', () => {
  assert.is(read('preToolUse', toolUse('t', 'Read', { file_path: 'a.ts' })).effect, 'heartbeat');
  const began = read('preToolUse', toolUse('t', 'Shell', { command: 'ls' }));
  const ended = read('afterShellExecution', { command: 'ls', output: '' });
  for (const [call, shell] of [[began, 'began'] as const, [ended, 'ended'] as const]) {
    assert.ok(call.effect === 'heartbeat');
    assert.is(call.shell, shell);
  }
});

test('a deny is exactly what Cursor takes for one, and an allow is said as well', () => {
  const call = read('preToolUse', toolUse('t', 'Write', { file_path: 'a.ts', content: '' }));
  assert.equal(JSON.parse(cursor.write(call, { permission: 'deny', message: 'held' })), {
    permission: 'deny',
    user_message: 'held',
    agent_message: 'held',
  });
  const allowed = cursor.write(call, { permission: 'allow', message: 'look' });
  assert.equal(JSON.parse(allowed), { permission: 'allow' });
});

test('only where Cursor shows it to the agent is something written', () => {
  const answer: HookAnswer = { ok: true, session_id: 's', message: 'look' };
  const written = read('postToolUse', toolUse('t', 'Write', { file_path: 'a.ts', content: '' }));
  assert.equal(JSON.parse(cursor.write(written, answer)), { additional_context: 'look' });
  const briefed = cursor.write(read('sessionStart'), {
    session_id: 's',
    additional_context: 'who',
  });
  assert.equal(JSON.parse(briefed), { additional_context: 'who' });
  for (const event of ['stop', 'beforeSubmitPrompt', 'sessionEnd', 'afterShellExecution']) {
    assert.is(cursor.write(read(event), answer), '', event);
  }
});

test('HOK-5: a call that is empty or broken is told as not checked, and the closed hook lets it through', async () => {
  for (const payload of ['', '{broken', '{"tool_name":"Write"}']) {
    const { stdout } = await throughScript(root, {
      client: 'cursor',
      event: 'preToolUse',
      payload,
    });
    const { permission, user_message } = JSON.parse(stdout);
    assert.is(permission, 'allow', payload);
    assert.match(user_message, 'the daemon refused this call, so it was not checked');
  }
});

test('ANS-2: whatever comes, it is a call or nothing', () => {
  const odd = [
    undefined,
    null,
    1,
    'x',
    [],
    {},
    { hook_event_name: 'stop' },
    { conversation_id: 1 },
  ];
  for (const value of odd) assert.is(cursor.read(value), undefined);
  const half = { workspace_roots: 'x', tool_name: 'Write', tool_input: { file_path: 3 } };
  assert.equal(checked(read('preToolUse', half)), []);
});

test('ANS-2: no payload is answered with a 500', async () => {
  const odd = ['null', '[]', '3', '{"hook_event_name":[],"conversation_id":{}}'];
  for (const body of odd)
    assert.is((await daemon.send('POST', '/hooks/cursor', body)).status, 400, body);
  assert.is((await daemon.send('POST', '/hooks/cursor', '\uFEFF{}')).status, 204);
  assert.is((await daemon.send('POST', '/hooks/cursor', '{')).status, 400);
  assert.is((await hook('afterEverything', 'odd')).text, '');
});

test('RSV-4, RSV-3: a held symbol is denied, another symbol of the file is not', async () => {
  await hook('sessionStart', 'one', { composer_mode: 'agent', session_id: 'one' });
  await hook('beforeSubmitPrompt', 'one', { prompt: 'Remember the user', attachments: [] });
  const change = ['remembered: false', 'remembered: true'] as const;
  assert.is((await writes('one', 'w1', change)).body['permission'], 'allow');
  const denied = await writes('two', 'w2', ['remembered: true', 'remembered: 1']);
  assert.is(denied.body['permission'], 'deny');
  const reason = String(denied.body['agent_message']);
  assert.match(
    reason,
    'src/auth.ts#login is held by Ana, by another agent of the same person (task: “Remember the user”), 10 minutes',
  );
  const other = await writes('two', 'w3', ['gone: false', 'gone: true']);
  assert.is(other.body['permission'], 'allow');
});

test('RSV-1: an edit that only afterFileEdit reports is held as well', async () => {
  const edits = [{ old_string: 'x', new_string: 'y' }];
  await hook('afterFileEdit', 'late', { file_path: join(root, 'notes.md'), edits });
  await daemon.untilHeld('notes.md');
});

test('SES-3: the end of a turn keeps what is held, the end of the session frees it', async () => {
  await hook('stop', 'one', { status: 'completed', loop_count: 0 });
  await daemon.untilHeld('src/auth.ts#login');
  await hook('sessionEnd', 'one', { session_id: 'one', reason: 'user_close' });
  await daemon.untilHeld('src/auth.ts#login', false);
});

test('RSV-6: who was late is notified with the next event that Cursor shows its agent', async () => {
  const file_path = join(root, 'raced.md');
  await hook('postToolUse', 'first', toolUse('r1', 'Write', { file_path, content: 'a' }));
  const edits = [{ old_string: 'a', new_string: 'b' }];
  assert.is((await hook('afterFileEdit', 'second', { file_path, edits })).text, '');
  const next = await hook('postToolUse', 'second', toolUse('r2', 'Read', { file_path }));
  assert.match(String(next.body['additional_context']), 'raced.md: held by Ana');
});

test('SES-5: one call through its own hooks and through Claude Code’s settings counts once', async () => {
  const tool = toolUse('both', 'Write', { file_path: join(root, 'both.md'), content: 'x' });
  const throughClaude = (event: string) =>
    daemon.send('POST', '/hooks/claude-code', payload(event, 'both', tool));
  const write = () =>
    Promise.all([hook('postToolUse', 'both', tool), throughClaude('PostToolUse')]);
  for (const reply of await write()) assert.is(reply.text, '');
  const { sessions, reservations } = await daemon.status();
  const own = sessions.filter((one) => one.conversation_id === 'both');
  assert.equal(
    own.map((one) => one.agent_type),
    ['cursor'],
  );
  const held = reservations.filter((one) => one.file_path === 'both.md');
  assert.is(held.length, 1);
});

test('SES-5: on the way through Claude Code’s settings a denial has Claude Code’s form', () => {
  const tool = toolUse('t', 'Write', { file_path: 'a.ts', content: '' });
  for (const event of ['preToolUse', 'PreToolUse']) {
    const call = claudeCode.read(payload(event, 'conv', tool));
    assert.ok(call);
    assert.is(call.agentType, 'cursor');
    const printed = claudeCode.write(call, { permission: 'deny', message: 'held' });
    assert.is(JSON.parse(printed).hookSpecificOutput.permissionDecision, 'deny');
    assert.is(claudeCode.write(call, { permission: 'allow', message: 'look' }), '');
  }
});

test('the script gives Cursor its own forms, from a payload with a byte order mark', async () => {
  const file_path = join(root, 'script.md');
  const tool = toolUse('s1', 'Write', { file_path, content: 'x' });
  await hook('postToolUse', 'holder', tool);
  const ask = (conversation: string, lead = '') => {
    const body = lead + JSON.stringify(payload('preToolUse', conversation, tool));
    return throughScript(root, { client: 'cursor', event: 'preToolUse', payload: body });
  };
  const denied = await ask('other', '\uFEFF');
  assert.is(denied.code, 0);
  assert.equal(Object.keys(JSON.parse(denied.stdout)), [
    'permission',
    'user_message',
    'agent_message',
  ]);
  assert.equal(await ask('holder'), { code: 0, stdout: '{"permission":"allow"}\n', stderr: '' });
});

test('the hook that fails closed is never silent', async () => {
  const call = { client: 'cursor', event: 'preToolUse', payload: payload('unknown', 'x') };
  const answered = await throughScript(root, call);
  assert.equal(answered, { code: 0, stdout: '{"permission":"allow"}\n', stderr: '' });
});

/** HOK-5: the files of a check: none where the call names none that can be read. */
function checked(call: HookCall) {
  return call.effect === 'check' ? call.files : undefined;
}

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import { hooksOf } from '../support/client-examples.ts';
import { edit, recordedPayload, type TestDaemon, withDaemon } from './support.ts';

const gemini = hooksOf('gemini');

const test = suite('Gemini CLI adapter');
let daemon: TestDaemon;
const root = withDaemon(test, (started) => (daemon = started));

function read(name: string, changes: object = {}) {
  const call = gemini.read({ ...recordedPayload(name, '/repo', 'gemini'), ...changes });
  assert.ok(call, name);
  return call;
}

const effects: Record<string, string> = {
  SessionStart: 'start',
  BeforeAgent: 'prompt',
  'BeforeTool-replace': 'check',
  'BeforeTool-write_file': 'check',
  'BeforeTool-run_shell_command': 'heartbeat',
  'BeforeTool-mcp_coord_note': 'heartbeat',
  'AfterTool-replace': 'acquire',
  'AfterTool-write_file': 'acquire',
  'AfterTool-replace-failed': 'heartbeat',
  'AfterTool-run_shell_command': 'heartbeat',
  AfterAgent: 'heartbeat',
  SessionEnd: 'end',
};

for (const [name, effect] of Object.entries(effects)) {
  test(`${name} means ${effect}`, () => {
    assert.is(read(name).effect, effect);
  });
}

test('the edit and the path are read, the path from the folder of the agent', () => {
  const call = read('BeforeTool-replace', { cwd: '/repo/web' });
  assert.ok(call.effect === 'check');
  const replacement = {
    kind: 'replace',
    oldText: 'remembered: false',
    newText: 'remembered: true',
    all: false,
  };
  assert.equal(call.files, [{ path: '/repo/web/src/auth.ts', edits: [replacement] }]);
  const all = read('BeforeTool-replace', {
    tool_input: { file_path: 'a.ts', old_string: 'a', new_string: 'b', allow_multiple: true },
  });
  assert.ok(all.effect === 'check');
  const [first] = all.files[0]?.edits ?? [];
  assert.ok(first?.kind === 'replace' && first.all);
});

test('the task is the prompt, without what the hook of the start has put before it', () => {
  assert.match(String(recordedPayload('BeforeAgent', '/repo', 'gemini')['prompt']), /^<hook_cont/);
  assert.is(read('BeforeAgent').task, 'Make login remember the user.');
  assert.is(read('BeforeAgent', { prompt: 'Tidy up.' }).task, 'Tidy up.');
  assert.is(read('BeforeAgent', { prompt: '<hook_context>x' }).task, '<hook_context>x');
});

test('a shell command begins and ends, and at the latest with the turn', () => {
  const shellOf = (name: string) => {
    const call = read(name);
    return call.effect === 'heartbeat' ? call.shell : undefined;
  };
  assert.is(shellOf('BeforeTool-run_shell_command'), 'began');
  assert.is(shellOf('AfterTool-run_shell_command'), 'ended');
  assert.is(shellOf('AfterAgent'), 'ended');
});

test('a deny is exactly what Gemini takes for one; to allow, nothing is printed', () => {
  const call = read('BeforeTool-replace');
  const printed = gemini.write(call, { permission: 'deny', message: 'held' });
  assert.equal(JSON.parse(printed), { decision: 'deny', reason: 'held' });
  assert.is(gemini.write(call, { permission: 'allow' }), '');
});

test('what waits for the agent goes to the events at which it reads, and not to others', () => {
  const reply = { ok: true as const, session_id: 'sess_1', message: 'look' };
  for (const name of ['BeforeAgent', 'AfterTool-replace']) {
    const call = read(name);
    assert.ok(call.canNotify);
    assert.equal(JSON.parse(gemini.write(call, reply)), {
      hookSpecificOutput: { hookEventName: call.event, additionalContext: 'look' },
    });
  }
  for (const name of ['BeforeTool-run_shell_command', 'AfterAgent', 'SessionEnd']) {
    const call = read(name);
    assert.is(call.canNotify, false);
    assert.is(gemini.write(call, reply), '', name);
  }
});

test('a call of an MCP tool gets its session, beside all that it is called with', () => {
  const call = read('BeforeTool-mcp_coord_note');
  const answer = { ok: true as const, session_id: 'sess_1' };
  assert.equal(JSON.parse(gemini.write(call, answer)), {
    hookSpecificOutput: {
      hookEventName: 'BeforeTool',
      tool_input: { text: 'hello', session_id: 'sess_1' },
    },
  });
  const named = { tool_input: { text: 'hello', session_id: 'sess_2' } };
  assert.is(gemini.write(read('BeforeTool-mcp_coord_note', named), answer), '');
  assert.is(gemini.write(call, { ok: true, session_id: '' }), '');
});

test('ANS-2: whatever comes, it is a call or nothing', () => {
  for (const odd of [undefined, null, 1, 'x', [], {}, { session_id: 1, hook_event_name: 'X' }])
    assert.is(gemini.read(odd), undefined);
  for (const tool_input of [undefined, null, 3, {}, { file_path: 3 }])
    assert.equal(checked(read('BeforeTool-replace', { tool_input })), []);
});

test('RSV-1, RSV-4, RSV-9, SES-3: an edit reserves its symbol until the real end of the session', async () => {
  await daemon.recordedOf('gemini', 'SessionStart');
  await daemon.recordedOf('gemini', 'BeforeAgent');
  assert.is((await daemon.recordedOf('gemini', 'BeforeTool-replace')).text, '');
  await daemon.recordedOf('gemini', 'AfterTool-replace-failed');
  assert.equal((await daemon.status()).reservations, [], 'a failed edit reserves nothing');
  edit(root, 'src/auth.ts', 'remembered: false', 'remembered: true');
  await daemon.recordedOf('gemini', 'AfterTool-replace');
  await daemon.recordedOf('gemini', 'AfterAgent');
  await daemon.untilHeld('src/auth.ts#login');

  const other = { session_id: '00000000-0000-4000-8000-000000000002' };
  const replace = (old_string: string, new_string: string) => ({
    ...other,
    tool_input: { file_path: 'src/auth.ts', old_string, new_string },
  });
  const again = replace('remembered: true', 'remembered: false');
  const denied = await daemon.recordedOf('gemini', 'BeforeTool-replace', again);
  const { decision, reason } = JSON.parse(denied.text);
  assert.is(decision, 'deny');
  assert.match(reason, 'src/auth.ts#login');
  assert.match(reason, 'Make login remember the user.');
  const neighbour = replace('gone: false', 'gone: true');
  assert.is((await daemon.recordedOf('gemini', 'BeforeTool-replace', neighbour)).text, '');

  await daemon.recordedOf('gemini', 'SessionEnd');
  await daemon.untilHeld('src/auth.ts#login', false);
});

test('SES-1: the session that an MCP call gets is that of its own conversation', async () => {
  const other = { session_id: '00000000-0000-4000-8000-000000000003' };
  await daemon.recordedOf('gemini', 'SessionStart');
  await daemon.recordedOf('gemini', 'SessionStart', other);
  await daemon.recordedOf('gemini', 'BeforeAgent', { ...other, prompt: 'Another task.' });
  const { sessions } = await daemon.status();
  const own = sessions.find(({ current_task: task }) => task === 'Another task.');
  const printed = await daemon.recordedOf('gemini', 'BeforeTool-mcp_coord_note', other);
  const { hookSpecificOutput: output } = JSON.parse(printed.text);
  assert.is(output.tool_input.session_id, own?.id);
});

/** HOK-5: the files of a check: none where the call names none that can be read. */
function checked(call: HookCall) {
  return call.effect === 'check' ? call.files : undefined;
}

test.run();

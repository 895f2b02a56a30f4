import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { hooksOf } from '../support/client-examples.ts';
import { edit, recordedPayload, type TestDaemon, write, withDaemon } from './support.ts';

const codex = hooksOf('codex');

const test = suite('Codex adapter');
let daemon: TestDaemon;
const root = withDaemon(test, (started) => (daemon = started));

function recorded(name: string): Record<string, unknown> {
  return recordedPayload(name, '/repo', 'codex');
}

function read(name: string, changes: object = {}) {
  const call = codex.read({ ...recorded(name), ...changes });
  assert.ok(call, name);
  return call;
}

const effects: Record<string, string> = {
  SessionStart: 'start',
  UserPromptSubmit: 'prompt',
  'PreToolUse-apply_patch': 'check',
  'PreToolUse-Bash': 'heartbeat',
  'PreToolUse-mcp__coord__note': 'heartbeat',
  'PostToolUse-apply_patch': 'acquire',
  'PostToolUse-Bash': 'heartbeat',
  'PostToolUse-mcp__coord__note': 'heartbeat',
  Stop: 'heartbeat',
  SessionEnd: 'end',
};

for (const [name, effect] of Object.entries(effects)) {
  test(`${name} means ${effect}`, () => {
    assert.is(read(name).effect, effect);
  });
}

test('the patch is read by file and edit', () => {
  const call = read('PreToolUse-apply_patch');
  assert.ok(call.effect === 'check');
  const replacement = {
    kind: 'replace',
    oldText: '  return { name, remembered: false };',
    newText: '  return { name, remembered: true };',
    all: false,
    chunk: { headings: [], additions: 'atEnd' },
  };
  assert.equal(call.files, [{ path: '/repo/src/auth.ts', edits: [replacement] }]);
});

test('one call writes, moves and deletes several files, named from the folder of the agent', () => {
  const call = read('PreToolUse-apply_patch-many', { cwd: '/repo/packages/web' });
  assert.ok(call.effect === 'check');
  const found = call.files.map(({ path, edits }) => [path, edits?.map(({ kind }) => kind)]);
  assert.equal(found, [
    ['/repo/packages/web/src/new.ts', ['write']],
    ['/repo/packages/web/src/auth.ts', ['delete']],
    ['/repo/packages/web/src/session.ts', undefined],
    ['/repo/packages/web/notes.ipynb', ['delete']],
  ]);
});

test('a shell command begins and ends, and at the latest with the turn', () => {
  const shellOf = (name: string) => {
    const call = read(name);
    return call.effect === 'heartbeat' ? call.shell : undefined;
  };
  assert.is(shellOf('PreToolUse-Bash'), 'began');
  assert.is(shellOf('PostToolUse-Bash'), 'ended');
  assert.is(shellOf('Stop'), 'ended');
});

test('SES-1: a subagent has its parent’s conversation and an id of its own', () => {
  const { conversationId } = read('SessionStart').conversation;
  const started = read('SubagentStart');
  assert.is(started.effect, 'start');
  assert.is(started.conversation.conversationId, conversationId);
  assert.ok(started.conversation.agentId);
  assert.equal(read('PreToolUse-apply_patch-subagent').conversation, started.conversation);
  const stopped = read('SubagentStop');
  assert.equal([stopped.effect, stopped.conversation], ['end', started.conversation]);
  const nameless = read('SubagentStop', { agent_id: undefined });
  assert.is(nameless.effect, 'heartbeat', 'without an id it would be the conversation itself');
});

test('a deny is exactly what Codex takes for one, to the key', () => {
  const printed = codex.write(read('PreToolUse-apply_patch'), {
    permission: 'deny',
    message: 'held',
  });
  assert.equal(JSON.parse(printed), {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'held',
    },
  });
});

test('to allow, nothing is printed; what waits for the agent goes along as context', () => {
  const call = read('PreToolUse-apply_patch');
  assert.is(codex.write(call, { permission: 'allow' }), '');
  const printed = codex.write(call, { permission: 'allow', message: 'look' });
  assert.equal(JSON.parse(printed), {
    hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'look' },
  });
});

test('at the end of a turn and of a session nothing is ever printed', () => {
  const answers: HookAnswer[] = [
    { permission: 'allow', message: 'look' },
    { session_id: 'sess_1', additional_context: 'briefing' },
    { ok: true, session_id: 'sess_1', message: 'look' },
  ];
  for (const name of ['Stop', 'SessionEnd'])
    for (const answer of answers) assert.is(codex.write(read(name), answer), '');
});

test('what is printed stays below the length that Codex shows whole', () => {
  const text = `- ${'x'.repeat(200)}\n`.repeat(100);
  const answer = { session_id: 's', additional_context: text };
  const { hookSpecificOutput: output } = JSON.parse(codex.write(read('SessionStart'), answer));
  assert.ok(output.additionalContext.length > 9_000 && output.additionalContext.length < 10_000);
});

test('ANS-2: whatever comes, it is a call or nothing', () => {
  for (const odd of [undefined, null, 1, 'x', [], {}, { session_id: 1, hook_event_name: 'Stop' }])
    assert.is(codex.read(odd), undefined);
  for (const tool_input of [undefined, null, 3, {}, { command: 3 }, { command: 'no patch' }])
    assert.equal(checked(read('PreToolUse-apply_patch', { tool_input })), []);
});

test('HOK-5: what is no patch is told as not checked, once', async () => {
  const odd = { tool_input: { command: 'no patch' }, session_id: 'odd' };
  const told = await daemon.recordedOf('codex', 'PreToolUse-apply_patch', odd);
  assert.match(JSON.parse(told.text).hookSpecificOutput.additionalContext, 'was not checked.');
  assert.is((await daemon.recordedOf('codex', 'PreToolUse-apply_patch', odd)).text, '');
});

test('RSV-1, RSV-4, RSV-9, SES-3: a patch reserves its symbols until the real end of the session', async () => {
  await daemon.recordedOf('codex', 'SessionStart');
  await daemon.recordedOf('codex', 'UserPromptSubmit');
  assert.is((await daemon.recordedOf('codex', 'PreToolUse-apply_patch')).text, '');
  edit(root, 'src/auth.ts', 'remembered: false', 'remembered: true');
  await daemon.recordedOf('codex', 'PostToolUse-apply_patch');
  await daemon.recordedOf('codex', 'Stop');
  await daemon.untilHeld('src/auth.ts#login');

  const other = { session_id: '00000000-0000-7000-8000-000000000002', tool_use_id: 'call_2' };
  const undo = patchOf('remembered: true', 'remembered: false');
  const denied = await daemon.recordedOf('codex', 'PreToolUse-apply_patch', { ...other, ...undo });
  const { hookSpecificOutput: said } = JSON.parse(denied.text);
  assert.is(said.permissionDecision, 'deny');
  assert.match(said.permissionDecisionReason, 'src/auth.ts#login');
  assert.match(said.permissionDecisionReason, 'Make login remember the user.');
  const neighbour = patchOf('gone: false', 'gone: true');
  const free = { ...other, ...neighbour, tool_use_id: 'call_3' };
  assert.is((await daemon.recordedOf('codex', 'PreToolUse-apply_patch', free)).text, '');

  await daemon.recordedOf('codex', 'SessionEnd');
  await daemon.untilHeld('src/auth.ts#login', false);
});

test('RSV-9: a denied patch tells which other files of it are denied as well', async () => {
  for (const path of ['notes/one.md', 'notes/two.md'])
    await daemon.hook('postToolUse', 'holder', { file_path: path });
  const command = [
    '*** Begin Patch',
    '*** Add File: notes/free.md',
    '+free',
    '*** Delete File: notes/one.md',
    '*** Delete File: notes/two.md',
    '*** End Patch',
  ].join('\n');
  const changes = { tool_input: { command }, tool_use_id: 'call_9' };
  const { text } = await daemon.recordedOf('codex', 'PreToolUse-apply_patch', changes);
  assert.match(text, 'notes/one.md is held');
  assert.match(text, 'Of the same call these are denied as well: notes/two.md.');
  await daemon.hook('sessionEnd', 'holder');
});

test('RSV-9: a denied move or removal of a file is told as one, and not as an edit of lines', async () => {
  write(root, 'src/kept.ts', 'export function kept() {}\n');
  const change = { old_string: 'kept() {}', new_string: 'kept(a: 1) {}' };
  const call = { file_path: 'src/kept.ts', tool_name: 'Edit', tool_input: change };
  await daemon.hook('preToolUse', 'holder', call);
  write(root, 'src/kept.ts', 'export function kept(a: 1) {}\n');
  await daemon.hook('postToolUse', 'holder', call);
  const denials: string[] = [];
  for (const heading of [
    'Update File: src/kept.ts\n*** Move to: src/new.ts',
    'Delete File: src/kept.ts',
  ]) {
    const command = `*** Begin Patch\n*** ${heading}\n*** End Patch`;
    const tool = { tool_input: { command }, tool_use_id: `call_${heading.length}` };
    denials.push((await daemon.recordedOf('codex', 'PreToolUse-apply_patch', tool)).text);
  }
  assert.match(denials[0] ?? '', 'Your call moves the file away, with line 1, which');
  assert.match(denials[1] ?? '', 'Your call removes the file, with line 1, which');
  await daemon.hook('sessionEnd', 'holder');
  rmSync(join(root, 'src/kept.ts'));
});

test('RSV-10: a deleted file is held by what was in it, a moved one under both names', async () => {
  write(root, 'src/old.ts', 'export function old() {}\n');
  write(root, 'src/from.ts', 'export function moved() {}\n');
  await daemon.until('both files', ({ index }) => index.files === 3 && index.pending === 0);
  const command = [
    '*** Begin Patch',
    '*** Delete File: src/old.ts',
    '*** Update File: src/from.ts',
    '*** Move to: src/to.ts',
    '@@',
    '-export function moved() {}',
    '+export function moved() { return 1; }',
    '*** End Patch',
  ].join('\n');
  const changes = { tool_input: { command }, tool_use_id: 'call_4' };
  await daemon.recordedOf('codex', 'PreToolUse-apply_patch', changes);
  rmSync(join(root, 'src/old.ts'));
  rmSync(join(root, 'src/from.ts'));
  write(root, 'src/to.ts', 'export function moved() { return 1; }\n');
  await daemon.recordedOf('codex', 'PostToolUse-apply_patch', changes);
  for (const held of ['src/old.ts#old', 'src/from.ts#moved', 'src/to.ts#moved'])
    await daemon.untilHeld(held);
  await daemon.recordedOf('codex', 'SessionEnd');
});

test('what a person changes after the end of a turn is not the doing of its last command', async () => {
  await daemon.recordedOf('codex', 'PreToolUse-Bash');
  await daemon.recordedOf('codex', 'PostToolUse-Bash');
  await pass(700);
  await daemon.recordedOf('codex', 'Stop');
  const { index } = await daemon.status();
  write(root, 'src/person.ts', 'export function person() {}\n');
  await daemon.until('the new file', (status) => status.index.files > index.files);
  await pass(200);
  assert.equal((await daemon.status()).reservations, []);
  await daemon.recordedOf('codex', 'SessionEnd');
});

test('a command without a report of its end is over with the turn', async () => {
  await daemon.recordedOf('codex', 'PreToolUse-Bash');
  await daemon.recordedOf('codex', 'Stop');
  await pass(700);
  const { index } = await daemon.status();
  write(root, 'src/later.ts', 'export function later() {}\n');
  await daemon.until('the new file', (status) => status.index.files > index.files);
  await pass(200);
  assert.equal((await daemon.status()).reservations, []);
  await daemon.recordedOf('codex', 'SessionEnd');
});

test('SES-5: a report says which call it is about, so that a second one counts for nothing', () => {
  const [asked, done] = ['PreToolUse-apply_patch', 'PostToolUse-apply_patch'].map((name) =>
    read(name),
  );
  assert.ok(asked?.toolUseId);
  assert.is(done?.toolUseId, asked.toolUseId);
});

function patchOf(from: string, to: string): { tool_input: { command: string } } {
  const line = `  return { name, ${from} };`;
  const body = ['*** Update File: src/auth.ts', '@@', `-${line}`, `+${line.replace(from, to)}`];
  return { tool_input: { command: ['*** Begin Patch', ...body, '*** End Patch'].join('\n') } };
}

/** HOK-5: the files of a check: none where the call names none that can be read. */
function checked(call: HookCall) {
  return call.effect === 'check' ? call.files : undefined;
}

test.run();

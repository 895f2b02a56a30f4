import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { hooksOf } from '../support/client-examples.ts';
import { recordedPayload as recorded } from './support.ts';

const claudeCode = hooksOf('claude-code');

const test = suite('Claude Code adapter');

function read(name: string) {
  const call = claudeCode.read(recorded(name));
  assert.ok(call, name);
  return call;
}

const effects: Record<string, string> = {
  SessionStart: 'start',
  UserPromptSubmit: 'prompt',
  'PreToolUse-Edit': 'check',
  'PreToolUse-Write': 'check',
  'PreToolUse-NotebookEdit': 'check',
  'PreToolUse-Bash': 'heartbeat',
  'PreToolUse-Agent': 'heartbeat',
  'PostToolUse-Edit': 'acquire',
  'PostToolUse-Write-update': 'acquire',
  'PostToolUse-Bash': 'heartbeat',
  'PostToolUseFailure-Bash': 'heartbeat',
  SubagentStart: 'start',
  SubagentStop: 'end',
  Stop: 'heartbeat',
  SessionEnd: 'end',
};

for (const [name, effect] of Object.entries(effects)) {
  test(`${name} means ${effect}`, () => {
    assert.is(read(name).effect, effect);
  });
}

test('SES-1: a subagent has its parent’s conversation and an id of its own', () => {
  const { conversation } = read('PreToolUse-Edit-subagent');
  assert.is(conversation.agentId, 'a0000000000000001');
  assert.is(conversation.conversationId, read('SessionStart').conversation.conversationId);
});

test('the edit and the path are read', () => {
  const call = read('PreToolUse-Edit');
  assert.ok(call.effect === 'check');
  const edit = {
    kind: 'replace',
    oldText: 'remembered: false',
    newText: 'remembered: true',
    all: false,
  };
  assert.equal(call.files, [{ path: '/repo/src/auth.ts', edits: [edit] }]);
});

test('HOK-5 of a call that names a file and a notebook both are checked', () => {
  const tool_input = { file_path: '/repo/free.md', notebook_path: '/repo/notes.ipynb' };
  const call = claudeCode.read({ ...recorded('PreToolUse-NotebookEdit'), tool_input });
  assert.ok(call?.effect === 'check');
  assert.equal(
    call.files.map(({ path }) => path),
    ['/repo/free.md', '/repo/notes.ipynb'],
  );
});

test('a notebook is a file without known edits', () => {
  const call = read('PreToolUse-NotebookEdit');
  assert.ok(call.effect === 'check');
  assert.equal(call.files, [{ path: '/repo/notes.ipynb', edits: undefined }]);
});

test('several edits in one call are read in order', () => {
  const tool_input = {
    file_path: 'src/a.ts',
    edits: [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: 'd', replace_all: true },
    ],
  };
  const call = claudeCode.read({
    ...recorded('PreToolUse-Edit'),
    tool_name: 'MultiEdit',
    tool_input,
  });
  assert.ok(call?.effect === 'check');
  assert.is(call.files[0]?.path, '/repo/src/a.ts');
  assert.equal(
    call.files[0]?.edits?.map((edit) => edit.kind === 'replace' && edit.all),
    [false, true],
  );
});

test('a staged write has written nothing yet', () => {
  const call = claudeCode.read({
    ...recorded('PostToolUse-Edit'),
    tool_response: { staged: true },
  });
  assert.is(call?.effect, 'heartbeat');
});

test('the task is the prompt, and what the client says to itself is none', () => {
  assert.is(read('UserPromptSubmit').task, 'Make login remember the user.');
  assert.is(read('UserPromptSubmit-notification').task, undefined);
});

test('a deny is exactly what Claude Code takes for one', () => {
  const printed = claudeCode.write(read('PreToolUse-Edit'), {
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

test('to allow, nothing is printed; a waiting message goes along as context', () => {
  const call = read('PreToolUse-Edit');
  assert.is(claudeCode.write(call, { permission: 'allow' }), '');
  const printed = claudeCode.write(call, { permission: 'allow', message: 'look' });
  assert.equal(JSON.parse(printed), {
    hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'look' },
  });
});

test('the briefing goes to the event that asked for it', () => {
  const answer = { session_id: 'sess_1', additional_context: 'briefing' };
  for (const name of ['SessionStart', 'SubagentStart']) {
    assert.equal(JSON.parse(claudeCode.write(read(name), answer)), {
      hookSpecificOutput: { hookEventName: name, additionalContext: 'briefing' },
    });
  }
  assert.is(claudeCode.write(read('Stop'), { ok: true, session_id: 'sess_1', message: 'x' }), '');
});

const answers: HookAnswer[] = [
  { permission: 'deny', message: 'held' },
  { permission: 'allow', message: 'look' },
  { session_id: 'sess_1', additional_context: 'briefing' },
  { ok: true, session_id: 'sess_1', message: 'look' },
  { ok: true, session_id: 'sess_1', reserved: [], conflicts: [], message: 'look' },
];

test('at the end of a turn nothing is ever printed: it would cost the agent another turn', () => {
  for (const name of ['Stop', 'Stop-background', 'SubagentStop', 'SubagentStop-internal']) {
    for (const answer of answers) assert.is(claudeCode.write(read(name), answer), '', name);
  }
});

test('a subagent without an id does not end the conversation that it belongs to', () => {
  for (const name of ['SubagentStart', 'SubagentStop']) {
    const { agent_id: _unknown, ...payload } = recorded(name);
    assert.is(claudeCode.read(payload)?.effect, 'heartbeat', name);
  }
});

test('what is printed stays below the length that Claude Code shows whole', () => {
  const line = `- ${'x'.repeat(200)}\n`;
  const text = line.repeat(100);
  const call = read('SessionStart');
  const briefed = claudeCode.write(call, { session_id: 's', additional_context: text });
  const { additionalContext } = JSON.parse(briefed).hookSpecificOutput;
  assert.ok(additionalContext.length > 9_000 && additionalContext.length < 10_000);
  assert.ok(line.startsWith(additionalContext.slice(-202)), 'whole lines only');
  const denied = claudeCode.write(read('PreToolUse-Edit'), { permission: 'deny', message: text });
  assert.ok(JSON.parse(denied).hookSpecificOutput.permissionDecisionReason.length < 10_000);
});

test('ANS-2: whatever comes, it is a call or nothing', () => {
  for (const odd of [undefined, null, 1, 'x', [], {}, { session_id: 1, hook_event_name: 'Stop' }]) {
    assert.is(claudeCode.read(odd), undefined);
  }
  const half = {
    session_id: 's',
    hook_event_name: 'PreToolUse',
    tool_name: 'Edit',
    tool_input: { file_path: 3 },
  };
  const call = claudeCode.read(half);
  assert.equal(call?.effect === 'check' && call.files, [], 'HOK-5');
});

test.run();

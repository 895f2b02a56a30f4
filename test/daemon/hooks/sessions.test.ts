/** The sessions and calls of agents: when they begin, end and count once. */
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { test, root, daemon } from './support.ts';

test('SES-3: the end of a session frees what it held at once', async () => {
  await daemon.hook('postToolUse', 'five', { file_path: 'five.txt' });
  await daemon.hook('sessionEnd', 'five');
  assert.equal(await daemon.hook('preToolUse', 'six', { file_path: 'five.txt' }), {
    permission: 'allow',
  });
});

test('SES-1: a subagent is a session of its own, and ends with its parent', async () => {
  const tool = {
    tool_name: 'Write',
    tool_input: { file_path: join(root, 'sub.txt'), content: 'x' },
  };
  await daemon.claude('SessionStart', 'parent');
  await daemon.claude('SubagentStart', 'parent', {
    agent_id: 'child',
    agent_type: 'general-purpose',
  });
  await daemon.claude('PostToolUse', 'parent', { ...tool, agent_id: 'child', tool_use_id: 'sub' });
  const asked = await daemon.claude('PreToolUse', 'parent', tool);
  assert.match(asked.text, '"permissionDecision":"deny"');
  await daemon.claude('SessionEnd', 'parent', { reason: 'exit' });
  assert.is((await daemon.claude('PreToolUse', 'other', tool)).text, '');
});

test('SES-3 does not hold for a turn: Claude Code stops after every answer', async () => {
  await daemon.hook('postToolUse', 'turns', { file_path: 'turns.txt' });
  await daemon.claude('Stop', 'turns', { stop_hook_active: false });
  const asked = await daemon.hook('preToolUse', 'other', { file_path: 'turns.txt' });
  assert.is(asked['permission'], 'deny');
});

test('SES-5: the same tool call reported twice counts once', async () => {
  const body = { file_path: 'twice.txt', tool_use_id: 'twice' };
  const [first, second] = await Promise.all([
    daemon.hook('postToolUse', 'seven', body),
    daemon.hook('postToolUse', 'seven', body),
  ]);
  assert.equal(first['reserved'], ['twice.txt']);
  assert.is(first['fence'], second['fence']);
});

test('SES-5: a check under an id that was reported before begins another call', async () => {
  const body = { file_path: 'numbered.txt', tool_use_id: 'call_0' };
  const first = await daemon.hook('postToolUse', 'numbering', body);
  await daemon.hook('preToolUse', 'numbering', body);
  const second = await daemon.hook('postToolUse', 'numbering', body);
  assert.is.not(first['fence'], second['fence']);
});

test.run();

/** HOK-8: what an agent is to be told when its hook has given up, as where the daemon stood still meanwhile. */
import { connect } from 'node:net';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { eventually } from '../../support/waiting.ts';
import { edit } from '../support.ts';
import { daemon, root, test } from './support.ts';

/** Sends a report of Claude Code's and leaves before the answer, as a hook does whose time is over. */
async function reportAndLeave(conversation: string, fields: object): Promise<void> {
  const payload = {
    session_id: conversation,
    cwd: root,
    hook_event_name: 'PostToolUse',
    ...fields,
  };
  const body = JSON.stringify(payload);
  const { hostname, port } = new URL(daemon.daemon.url);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /hooks/claude-code HTTP/1.1',
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${daemon.token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  await new Promise<void>((resolve) =>
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve()),
  );
  socket.destroy();
}

function editOf(before: string, after: string, id: string): object {
  const tool_input = {
    file_path: join(root, 'src/auth.ts'),
    old_string: before,
    new_string: after,
  };
  return { tool_name: 'Edit', tool_use_id: id, tool_input };
}

test('HOK-8: what the answer to a hook that has gone would have told is told with the next one, once', async () => {
  const late = editOf('remembered: false', 'remembered: 2', 'late');
  assert.is((await daemon.claude('PreToolUse', 'late', late)).status, 204);
  await daemon.edits('holder', 'src/auth.ts', ['remembered: false', 'remembered: true']);
  await daemon.untilHeld('src/auth.ts#login');
  edit(root, 'src/auth.ts', 'remembered: true', 'remembered: 2');
  await reportAndLeave('late', late);
  const told = await untilTold('late');
  assert.match(told, /auth\.ts#login: held by/);
  assert.not.match((await daemon.claude('PreToolUse', 'late', read)).text, 'held by');
});

const read = { tool_name: 'Read', tool_use_id: 'read', tool_input: { file_path: join(root, 'a') } };

/** What the agent hears with the first answer that says anything. */
function untilTold(conversation: string): Promise<string> {
  return eventually('something is told', async () => {
    const { text } = await daemon.claude('UserPromptSubmit', conversation, { prompt: 'go on' });
    return text === '' ? undefined : text;
  });
}

test.run();

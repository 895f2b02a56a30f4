/** HOK-7, HOK-5: ids as clients choose them, and reports of writes that the relay refuses. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { usableId } from '../../daemon/hooks/usable-ids.ts';
import { git, Sandbox, TestDaemon, withDaemon, write } from '../daemon/support.ts';

const test = suite('ids of clients');
let daemon: TestDaemon;
const root = withDaemon(test, (started) => (daemon = started));

const long = (name: string) => `${name}_${'AbC+/=9'.repeat(80)}`;
const odd: Record<string, (name: string) => string> = {
  'a long signature': long,
  'line breaks': (name) => `${name}\none\r\ntwo`,
  'a control character': (name) => `${name}\u0007`,
  'a turn of direction': (name) => `\u202e${name}`,
};

for (const [kind, idOf] of Object.entries(odd)) {
  test(`HOK-7 ids with ${kind}: the write is reserved, and its session is briefed`, async () => {
    const session = idOf(`session of ${kind}`);
    const started = await daemon.claude('SessionStart', session, { agent_id: idOf('agent') });
    assert.match(started.text, 'additionalContext');
    const path = `src/${kind.replaceAll(' ', '-')}.ts`;
    const tool = {
      tool_name: 'Write',
      tool_use_id: idOf('toolu'),
      agent_id: idOf('agent'),
      tool_input: { file_path: join(root, path), content: 'export const a = 1;\n' },
    };
    assert.is((await daemon.claude('PreToolUse', session, tool)).status, 204);
    write(root, path, 'export const a = 1;\n');
    await daemon.claude('PostToolUse', session, tool);
    await daemon.untilHeld(`${path}#a`);
    const { sessions } = await daemon.status();
    const held = sessions.filter(({ reserved_files }) => reserved_files.includes(path));
    assert.equal(
      held.map(({ conversation_id }) => conversation_id),
      [usableId(session)],
    );
    await daemon.claude('SessionEnd', session);
  });
}

test('HOK-7 usual ids stay as they are, and others stay two', () => {
  assert.is(usableId('toolu_01A b'), 'toolu_01A b');
  assert.is(usableId('x'.repeat(200)), 'x'.repeat(200));
  assert.is(usableId(''), '');
  assert.is.not(usableId(`${long('a')}1`), usableId(`${long('a')}2`));
  assert.match(usableId(long('sess_a')), /^id-sess_a_AbC-/);
  assert.ok(usableId(long('a')).length < 100);
});

/** A daemon whose relay refuses every report: it takes no branch of more than 300 characters. */
async function refusedDaemon(sandbox: Sandbox): Promise<TestDaemon> {
  const refused = sandbox.repository('refused');
  git(refused, 'checkout', '-q', '-b', `${'b'.repeat(200)}/${'c'.repeat(150)}`);
  return TestDaemon.start(refused, sandbox.folder('home'));
}

test('HOK-5 a report of a write that the relay refuses is told to the agent, at once or with the next answer', async () => {
  const sandbox = new Sandbox();
  const refused = await refusedDaemon(sandbox);
  const file_path = join(refused.root, 'src/refused.ts');
  const tool = { tool_name: 'Write', tool_input: { file_path, content: 'export {};\n' } };
  await refused.claude('PreToolUse', 'one', { ...tool, tool_use_id: '1' });
  write(refused.root, 'src/refused.ts', 'export const a = 1;\n');
  const told = await refused.claude('PostToolUse', 'one', { ...tool, tool_use_id: '1' });
  const says = /the relay refused the report of your write of .*refused\.ts, so it is not reserved/;
  assert.match(told.text, says);
  assert.match(told.text, 'branch');
  // The answer to a hook that runs for another client's payload reaches no agent: the next one does.
  const foreign = { ...tool, cursor_version: '3.2.0', hook_event_name: 'postToolUse' };
  const unseen = await refused.claude('', 'two', { ...foreign, conversation_id: 'two' });
  assert.not.match(unseen.text, says);
  assert.match((await refused.claude('PreToolUse', 'two', tool)).text, says);
  await refused.daemon.close();
  sandbox.remove();
});

test.run();

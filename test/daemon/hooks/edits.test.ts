/** What an agent edits is held, and what others are told then. */
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { write, edit } from '../support.ts';
import { test, root, daemon } from './support.ts';

test('RSV-3, RSV-9, RSV-10, SES-8: another session may edit another symbol of the file, and not the same one', async () => {
  await daemon.claude('SessionStart', 'one');
  await daemon.claude('UserPromptSubmit', 'one', { prompt: 'Remember the user' });
  await daemon.claude('UserPromptSubmit', 'one', { prompt: 'Yes, go on' });
  assert.is(
    await daemon.edits('one', 'src/auth.ts', ['remembered: false', 'remembered: true']),
    '',
  );
  const denied = await daemon.edits('two', 'src/auth.ts', ['remembered: true', 'remembered: 1']);
  assert.match(
    denied,
    'src/auth.ts#login is held by Ana, by another agent of the same person (task: “Remember the user”), 10 minutes',
  );
  assert.is(await daemon.edits('two', 'src/auth.ts', ['gone: false', 'gone: true']), '');
  await daemon.untilHeld('src/auth.ts#logout');
});

test('RSV-9: an edit that counts for the whole file is told why', async () => {
  const far = Array.from({ length: 9 }, (_, at) => `// ${at}\n`).join('');
  const [first, last] = ['export const first = () => 1;\n', 'export const last = () => 2;\n'];
  write(root, 'src/why.ts', first + far + last);
  await daemon.edits('one', 'src/why.ts', ['=> 1', '=> 10']);
  const said = async (old_string: string, new_string: string) => {
    const tool_input = { file_path: join(root, 'src/why.ts'), old_string, new_string };
    const asked = { tool_name: 'Edit', tool_use_id: `why_${new_string}`, tool_input };
    return (await daemon.claude('PreToolUse', 'why', asked)).text;
  };
  assert.match(await said('=> 7', '=> 8'), 'does not fit the file as it is now');
  const unparsed = await said('=> 2', '=> {');
  assert.match(unparsed, 'With your edit the file could not be parsed, so it counts for the whole');
  assert.is(await said('=> 2', '=> 20'), '');
  write(root, 'src/why.ts', first + far + last + '// long\n'.repeat(300_000));
  const unread = await said('=> 2', '=> 30');
  assert.match(
    unread,
    'The file is too large to be compared, or no text, so it counts for the whole',
  );
});

test('RSV-10: formatting alone touches nothing', async () => {
  write(root, 'src/format.ts', 'export function tidy() { return 1; }\n');
  const tool = {
    tool_name: 'Edit',
    tool_use_id: 'format',
    tool_input: {
      file_path: join(root, 'src/format.ts'),
      old_string: '{ return 1; }',
      new_string: '{\n return 1;\n}',
    },
  };
  await daemon.claude('PreToolUse', 'one', tool);
  edit(root, 'src/format.ts', '{ return 1; }', '{\n return 1;\n}');
  await daemon.claude('PostToolUse', 'one', tool);
  const { reservations } = await daemon.status();
  const held = reservations.filter(({ file_path: path }) => path === 'src/format.ts');
  // No symbol: only the lines, which git would see changed (RSV-11).
  assert.equal(
    held.map(({ symbol_ids: ids }) => ids),
    [['src/format.ts#~']],
  );
});

test('HOK-5: what is no object, or has another type in a field, is a 400 that says so', async () => {
  const event = { hook_event_name: 'PreToolUse', session_id: 'odd', tool_name: 'Write' };
  const wrong: [string, object | string, string][] = [
    ['/hooks/claude-code', '[]', 'The body must be a JSON object.'],
    ['/hooks/claude-code', 'null', 'The body must be a JSON object.'],
    ['/hooks/claude-code', '"x"', 'The body must be a JSON object.'],
    ['/hooks/claude-code', { ...event, session_id: 5 }, 'session_id must be a text.'],
    ['/hooks/claude-code', { ...event, hook_event_name: {} }, 'hook_event_name must be a text.'],
    [
      '/hooks/claude-code',
      { ...event, tool_input: { file_path: 5 } },
      'tool_input.file_path must be a text.',
    ],
    ['/workspaces/sessions/hook', '[]', 'The body must be a JSON object.'],
    ['/workspaces/sessions/hook', 'null', 'The body must be a JSON object.'],
  ];
  for (const [path, body, message] of wrong) {
    const { status, body: said } = await daemon.send('POST', path, body);
    assert.equal([status, said['error'], said['message']], [400, 'ValidationError', message]);
  }
  const allowed = { ...event, agent_id: null, cwd: null, whatever: 5, tool_name: 'Read' };
  assert.is((await daemon.send('POST', '/hooks/claude-code', allowed)).status, 204);
  assert.is((await daemon.send('POST', '/hooks/claude-code', { session_id: null })).status, 204);
});

test('RSV-3: a reservation of the whole file denies its symbols, over the interface as well', async () => {
  const held = await daemon.hook('postToolUse', 'three', { file_path: 'README.md' });
  assert.equal(held['reserved'], ['README.md']);
  const answer = await daemon.hook('preToolUse', 'four', { file_path: './docs/../README.md' });
  assert.is(answer['permission'], 'deny');
  assert.equal(await daemon.hook('preToolUse', 'three', { file_path: 'README.md' }), {
    permission: 'allow',
  });
});

test('RSV-9: a write of something new into a file that is held whole is told to ask for the file', async () => {
  await daemon.hook('postToolUse', 'all of it', { file_path: 'src/whole.ts' });
  const said = async (content: string) => {
    const input = { file_path: join(root, 'src/whole.ts'), content };
    return (await daemon.claude('PreToolUse', 'asks', { tool_name: 'Write', tool_input: input }))
      .text;
  };
  assert.match(await said('export const brandNew = 1;\n'), /coord wait src\/whole\.ts(?!#)/);
});

test('TXT-6: a task that is longer than is kept is cut, over the interface and from a client', async () => {
  const task = `Long ${'x'.repeat(3_000)}`;
  const asked = await daemon.hook('preToolUse', 'long', { file_path: 'src/long.ts', task });
  assert.is(asked['permission'], 'allow');
  await daemon.hook('beforeSubmitPrompt', 'long', { task });
  const { sessions } = await daemon.status();
  const one = sessions.find(({ conversation_id }) => conversation_id === 'long');
  assert.is(one?.current_task.length, 2_000);
});

test.run();

import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pass } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Agent, request } from 'undici';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { git, Sandbox, TestDaemon, tryToStart, write, edit } from './support.ts';

const test = suite('daemon with an embedded relay');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const home = sandbox.folder('home');
let daemon: TestDaemon;
/** Longer than the daemon still takes a change for the doing of a shell that has ended, and for the watcher to report it. */
const shellGraceMs = 1_000;

test.before(async () => {
  daemon = await TestDaemon.start(root, home);
  await daemon.indexed();
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

test('the workspace is named after the repository, and the key file opens the relay', async () => {
  assert.is(daemon.slug, 'shop');
  const profile = await daemon.send('GET', '/users/profile');
  assert.is(profile.body['email'], 'ana@example.com');
});

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

test('RSV-4, PTH-3: a check is of every file that it names, in whatever spelling', async () => {
  await daemon.hook('postToolUse', 'urls', { file_path: 'notes/held.md' });
  const url = pathToFileURL(join(root, 'notes/held.md')).href;
  const own = { file_path: 'notes/own.md', symbol_ids: ['a'], tool_name: 'Edit' };
  const edit = { old_string: 'a', new_string: 'b' };
  for (const file_path of ['notes/held.md', join(root, 'notes/held.md'), url]) {
    const named = { ...own, tool_input: { file_path, ...edit } };
    assert.is((await daemon.hook('preToolUse', 'other', named))['permission'], 'deny', file_path);
  }
  const tool = { tool_name: 'Edit', tool_input: { file_path: url, ...edit } };
  const ofClient = await daemon.claude('PreToolUse', 'other', tool);
  assert.match(ofClient.text, 'notes/held.md is held');
  await daemon.hook('postToolUse', 'urls', { ...own, symbol_ids: ['b'] });
  const twice = { ...own, tool_input: { file_path: join(root, 'notes/own.md'), ...edit } };
  assert.equal(await daemon.hook('preToolUse', 'other', twice), { permission: 'allow' });
  await daemon.hook('sessionEnd', 'urls');
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

test('PTH-3: a link to what is not there yet leads there', async () => {
  mkdirSync(join(root, 'links'));
  symlinkSync('../unmade/file.txt', join(root, 'links/file.txt'));
  symlinkSync('../unmade', join(root, 'links/folder'));
  symlinkSync('loop', join(root, 'links/loop'));
  await daemon.hook('postToolUse', 'linking', { file_path: 'unmade/file.txt' });
  for (const path of ['links/file.txt', 'links/folder/file.txt']) {
    const asked = await daemon.hook('preToolUse', 'linked', { file_path: path });
    assert.is(asked['permission'], 'deny', path);
  }
  const looped = await daemon.hook('preToolUse', 'linked', { file_path: 'links/loop' });
  assert.is(looped['permission'], 'allow');
});

test('PTH-3: a path in another work tree of the repository is the same file', async () => {
  const tree = join(sandbox.folder('trees'), 'feature');
  git(root, 'worktree', 'add', '-q', '-b', 'feature', tree);
  await daemon.hook('postToolUse', 'eight', { file_path: join(tree, 'shared.txt') });
  const asked = await daemon.hook('preToolUse', 'nine', { file_path: join(root, 'shared.txt') });
  assert.is(asked['permission'], 'deny');
  const { sessions } = await daemon.status();
  assert.is(sessions.find((one) => one.conversation_id === 'eight')?.branch, 'feature');
});

test('PTH-3: a file outside the repository is allowed, and nothing is held', async () => {
  const outside = join(sandbox.folder('elsewhere'), 'a.txt');
  assert.equal((await daemon.hook('postToolUse', 'ten', { file_path: outside }))['reserved'], []);
  assert.equal(await daemon.hook('preToolUse', 'eleven', { file_path: outside }), {
    permission: 'allow',
  });
});

test('what a shell command writes is held for the session that ran it', async () => {
  write(root, 'src/shell.ts', 'export function run() { return 1; }\n');
  await daemon.until('shell.ts to be indexed', ({ index }) => index.files >= 3);
  const tool = { tool_name: 'Bash', tool_use_id: 'sh', tool_input: { command: 'sed -i ...' } };
  await daemon.claude('PreToolUse', 'shell', tool);
  edit(root, 'src/shell.ts', 'return 1', 'return 2');
  await daemon.untilHeld('src/shell.ts#run');
  await daemon.claude('PostToolUse', 'shell', tool);
});

test('what a shell command writes is held when its hooks come in the words of the interface', async () => {
  await pass(shellGraceMs);
  write(root, 'src/wired.ts', 'export function wired() { return 1; }\n');
  await daemon.until('wired.ts to be indexed', ({ index }) => index.files >= 4);
  const tool = { tool_name: 'Bash', tool_use_id: 'wired', tool_input: { command: 'sed -i ...' } };
  assert.equal(await daemon.hook('preToolUse', 'wired', tool), { permission: 'allow' });
  edit(root, 'src/wired.ts', 'return 1', 'return 2');
  const reported = await daemon.hook('postToolUse', 'wired', tool);
  assert.equal([reported['ok'], reported['conflicts']], [true, []]);
  await daemon.untilHeld('src/wired.ts#wired');
  const asked = await daemon.hook('preToolUse', 'other', { file_path: 'src/wired.ts' });
  assert.is(asked['permission'], 'deny');
});

test('HOK-6: a command that was interrupted hides no writes of others after its agent’s next prompt', async () => {
  await pass(shellGraceMs);
  write(root, 'src/cut.ts', 'export function cut() { return 1; }\n');
  await daemon.until('cut.ts to be indexed', ({ index }) => index.files >= 5);
  await pass(shellGraceMs);
  const tool = (tool_use_id: string) => ({ tool_name: 'Bash', tool_use_id, tool_input: {} });
  await daemon.claude('PreToolUse', 'interrupted', tool('never'));
  await daemon.claude('UserPromptSubmit', 'interrupted', { prompt: 'Stop that' });
  await pass(shellGraceMs);
  await daemon.claude('PreToolUse', 'working', tool('works'));
  edit(root, 'src/cut.ts', 'return 1', 'return 2');
  await daemon.untilHeld('src/cut.ts#cut');
  await daemon.claude('PostToolUse', 'working', tool('works'));
  const { sessions, reservations } = await daemon.status();
  const held = reservations.find((one) => one.file_path === 'src/cut.ts');
  const holder = sessions.find((one) => one.id === held?.session_id);
  assert.is(holder?.conversation_id, 'working');
});

test('HOK-6: of two agents whose commands run at once, the one whose command names the file has written it', async () => {
  await pass(shellGraceMs);
  write(root, 'src/pair.ts', 'export function pair() { return 2; }\n');
  await daemon.until('pair.ts to be indexed', ({ index }) => index.files >= 6);
  await pass(shellGraceMs);
  const tool = (command: string) => ({
    tool_name: 'Bash',
    tool_use_id: command,
    tool_input: { command },
  });
  const [tests, change] = [tool('npm test'), tool('sed -i s/2/3/ src/pair.ts')];
  await daemon.claude('PreToolUse', 'testing', tests);
  await daemon.claude('PreToolUse', 'changing', change);
  edit(root, 'src/pair.ts', 'return 2', 'return 3');
  await daemon.until('the writer to hold pair', ({ sessions, reservations }) => {
    const writer = sessions.find((one) => one.conversation_id === 'changing');
    return reservations.some(
      (one) => one.file_path === 'src/pair.ts' && one.session_id === writer?.id,
    );
  });
  for (const [agent, call] of [
    ['testing', tests],
    ['changing', change],
  ] as const)
    await daemon.claude('PostToolUse', agent, call);
});

/** The agents that hold something of the file. */
async function holdersOf(path: string): Promise<string[]> {
  const { sessions, reservations } = await daemon.status();
  return reservations
    .filter((one) => one.file_path === path)
    .map(({ session_id: id }) => sessions.find((one) => one.id === id)?.conversation_id ?? '');
}

async function runsShell(agent: string, path: string, [before, after]: [string, string]) {
  const tool = { tool_name: 'Bash', tool_use_id: `${agent} ${path}`, tool_input: { command: 'x' } };
  await daemon.claude('PreToolUse', agent, tool);
  edit(root, path, before, after);
  await pass(shellGraceMs);
  await daemon.claude('PostToolUse', agent, tool);
}

function editOf(path: string, oldText: string, newText: string) {
  const input = { file_path: join(root, path), old_string: oldText, new_string: newText };
  return { tool_name: 'Edit', tool_use_id: `edit ${path}`, tool_input: input };
}

test('HOK-6: an edit that is allowed and never made hides no shell write of another agent', async () => {
  await pass(shellGraceMs);
  write(root, 'src/slow.ts', 'export const one = 1;\nexport const two = 2;\n');
  await pass(shellGraceMs);
  await daemon.claude('PreToolUse', 'thinking', editOf('src/slow.ts', 'one = 1', 'one = 11'));
  await runsShell('quick', 'src/slow.ts', ['two = 2', 'two = 22']);
  assert.equal(await holdersOf('src/slow.ts'), ['quick']);
});

test('HOK-6: a session that has ended reports no write, so what a shell changes is not taken for its', async () => {
  await pass(shellGraceMs);
  write(root, 'src/gone.ts', 'export const one = 1;\n');
  await pass(shellGraceMs);
  await daemon.claude('PreToolUse', 'leaving', editOf('src/gone.ts', 'one = 1', 'one = 2'));
  await daemon.claude('SessionEnd', 'leaving', {});
  await runsShell('staying', 'src/gone.ts', ['one = 1', 'one = 2']);
  assert.equal(await holdersOf('src/gone.ts'), ['staying']);
});

test('HOK-6: what is committed in another language is held too, not what is there for a moment or only touched', async () => {
  await pass(shellGraceMs);
  const [committed, removed] = ['docs/guide.md', 'docs/old.yaml'];
  for (const path of [committed, removed, 'docs/same.md']) write(root, path, 'one\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'docs');
  await pass(shellGraceMs);
  const tool = { tool_name: 'Bash', tool_use_id: 'docs', tool_input: { command: 'sed -i ...' } };
  await daemon.claude('PreToolUse', 'writer', tool);
  write(root, 'docs/same.md', 'one\n');
  write(root, 'docs/run.log', 'started\n');
  edit(root, committed, 'one', 'two');
  rmSync(join(root, removed));
  await daemon.untilHeld(committed);
  await daemon.untilHeld(removed);
  await daemon.claude('PostToolUse', 'writer', tool);
  const { reservations } = await daemon.status();
  const held = reservations.map(({ file_path }) => file_path).filter((path) => /docs/.test(path));
  assert.equal(held.toSorted(), [committed, removed]);
});

test('what changes while nobody runs a shell is held by nobody', async () => {
  await pass(shellGraceMs);
  write(root, 'src/quiet.ts', 'export function hush() { return 1; }\n');
  await daemon.until('quiet.ts to be indexed', ({ index }) => index.files >= 7);
  edit(root, 'src/quiet.ts', 'return 1', 'return 2');
  await pass(shellGraceMs);
  const { reservations } = await daemon.status();
  assert.not.ok(reservations.some((held) => held.file_path === 'src/quiet.ts'));
});

test('sync names the agents and where one would conflict with them', async () => {
  await daemon.hook('sessionStart', 'syncing', { task: 'Count' });
  await daemon.hook('postToolUse', 'holding', { file_path: 'counted.txt' });
  const path = `/workspaces/${daemon.workspaceId}/sync`;
  const { body } = await daemon.send('POST', path, {
    session_id: 'syncing',
    files: 'counted.txt',
    task: 'Count',
  });
  assert.equal(
    (body['conflicts'] as unknown as { file: string; severity: string }[])[0]?.severity,
    'blocking',
  );
  const bad = await daemon.send('POST', path, { session_id: 'nobody' });
  assert.is(bad.status, 404);
});

test('the Unix socket answers the same', async () => {
  const dispatcher = new Agent({ connect: { socketPath: daemon.daemon.socket } });
  const response = await request('http://localhost/hooks/claude-code', {
    dispatcher,
    method: 'POST',
    headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ session_id: 'sock', cwd: root, hook_event_name: 'Stop' }),
  });
  assert.is(response.statusCode, 204);
  await dispatcher.close();
});

test('a second daemon for the repository is refused, and its refusal says where the first one is', async () => {
  const second = await tryToStart(root, home);
  assert.ok(isRefusal(second));
  assert.match(second.message, `already running for this repository on ${daemon.daemon.url}`);
});

test.run();

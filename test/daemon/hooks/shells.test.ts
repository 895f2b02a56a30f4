/** What a shell command writes is held for the agent that ran it, and for nobody else. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { git, write, edit } from '../support.ts';
import { test, root, daemon } from './support.ts';

/** Longer than the daemon still takes a change for the doing of a shell that has ended, and for the watcher to report it. */
const shellGraceMs = 1_000;

/** Writes a new file, and waits until the daemon has it in its index. */
async function indexedNow(path: string, text: string): Promise<void> {
  const { index: before } = await daemon.status();
  write(root, path, text);
  await daemon.until(`${path} to be indexed`, ({ index }) => index.files > before.files);
}

test('what a shell command writes is held for the session that ran it', async () => {
  await indexedNow('src/shell.ts', 'export function run() { return 1; }\n');
  const tool = { tool_name: 'Bash', tool_use_id: 'sh', tool_input: { command: 'sed -i ...' } };
  await daemon.claude('PreToolUse', 'shell', tool);
  edit(root, 'src/shell.ts', 'return 1', 'return 2');
  await daemon.untilHeld('src/shell.ts#run');
  await daemon.claude('PostToolUse', 'shell', tool);
});

test('what a shell command writes is held when its hooks come in the words of the interface', async () => {
  await pass(shellGraceMs);
  await indexedNow('src/wired.ts', 'export function wired() { return 1; }\n');
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
  await indexedNow('src/cut.ts', 'export function cut() { return 1; }\n');
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
  await indexedNow('src/pair.ts', 'export function pair() { return 2; }\n');
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

test('HOK-6: a new file in any language of programs is held whole, not a log, a report or what git ignores', async () => {
  await pass(shellGraceMs);
  write(root, '.gitignore', 'generated/\n');
  await pass(shellGraceMs);
  const tool = { tool_name: 'Bash', tool_use_id: 'new', tool_input: { command: 'make new' } };
  const [made, others] = [
    ['mail.py', 'main.go', 'style.css', 'Page.vue', 'schema.SQL', 'deep/er/lib.rs'],
    ['run.log', 'report.html', 'mail.pyc', 'data.json', 'notes.xyz', 'generated/out.py'],
  ];
  await daemon.claude('PreToolUse', 'maker', tool);
  for (const name of [...others, ...made]) write(root, `fresh/${name}`, 'one = 1\n');
  for (const name of made) await daemon.untilHeld(`fresh/${name}`);
  await pass(shellGraceMs);
  await daemon.claude('PostToolUse', 'maker', tool);
  const { reservations } = await daemon.status();
  const held = reservations.filter(({ file_path }) => file_path.startsWith('fresh/'));
  assert.equal(
    held.map(({ file_path }) => file_path).toSorted(),
    made.map((name) => `fresh/${name}`).toSorted(),
  );
  const asked = await daemon.hook('preToolUse', 'late', { file_path: 'fresh/mail.py' });
  assert.is(asked['permission'], 'deny');
});

test('what changes while nobody runs a shell is held by nobody', async () => {
  await pass(shellGraceMs);
  await indexedNow('src/quiet.ts', 'export function hush() { return 1; }\n');
  edit(root, 'src/quiet.ts', 'return 1', 'return 2');
  await pass(shellGraceMs);
  const { reservations } = await daemon.status();
  assert.not.ok(reservations.some((held) => held.file_path === 'src/quiet.ts'));
});

test.run();

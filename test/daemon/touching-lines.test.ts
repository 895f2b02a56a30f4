import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { git, Sandbox, TestDaemon, TestRelay, write } from './support.ts';

const test = suite('touching lines');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const tree = join(sandbox.folder('trees'), 'second');
const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
let daemon: TestDaemon;
let files = 0;
let commands = 0;
/** More than the watcher needs to tell of a change. */
const shellGraceMs = 400;
const opened: TestDaemon[] = [];

const source = [
  "import { one } from './one';",
  "import { two } from './two';",
  '',
  'export function first() { return one; }',
  'export function second() { return two; }',
  '',
  '// What follows is for the shop.',
  'export class Shop {',
  '  open() {',
  '    return 1;',
  '  }',
  '',
  '  close() {',
  '    return 2;',
  '  }',
  '}',
  '',
].join('\n');

test.before(async () => {
  git(root, 'worktree', 'add', '-q', '-b', 'second', tree);
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  await daemon.indexed();
});

test.after(async () => {
  for (const one of [daemon, ...opened]) await one.daemon.close();
  await relay.stop();
  sandbox.remove();
});

test('RSV-17: in one work tree the line beside another is free, the very line is not', async () => {
  const path = committed();
  await edit('ana', root, path, ['return one;', 'return one + 1;']);
  assert.equal(await edit('ben', root, path, ['return two;', 'return two + 1;']), {
    permission: 'allow',
  });
  const denied = await ask('ben', root, path, ['return one + 1;', 'return one + 2;']);
  assert.match(message(denied), '#first is held by');
});

test('RSV-11: in two work trees lines that adjoin would not merge, so the second write is denied with them', async () => {
  const path = committed();
  await edit('cleo', root, path, ['return one;', 'return one + 1;']);
  const denied = await ask('dan', tree, path, ['return two;', 'return two + 1;']);
  assert.is(denied['permission'], 'deny');
  assert.match(message(denied), 'Your edit adjoins line 4, which Ana has changed to:');
  assert.match(message(denied), '> export function first() { return one + 1; }');
  const apart = await ask('dan', tree, path, ['return 2;', 'return 3;']);
  assert.is(apart['permission'], 'allow');
});

test('RSV-11: comments count by their lines', async () => {
  const path = committed();
  const comment = '// What follows is for the shop.';
  const held = await edit('eve', root, path, [comment, '// The shop.']);
  assert.equal(held, { permission: 'allow' });
  const denied = await ask('finn', tree, path, [comment, '// What follows is for all shops.']);
  assert.match(message(denied), 'Line 7 of');
  assert.is((await ask('finn', tree, path, ['return 2;', 'return 3;']))['permission'], 'allow');
});

test('RSV-9: all that the holder has in the way is named, and can be waited for at once', async () => {
  const path = committed();
  await edit('lea', root, path, ['function first()', 'function uno()']);
  await daemon.untilHeld(`${path}#uno`);
  const denied = message(await ask('mia', tree, path, ['return one;', 'return one + 1;']));
  assert.match(denied, `Also in your way: ${path}#`);
  assert.match(denied, new RegExp(`symbol_ids \\["${path}#(first|uno)","${path}#(first|uno)"\\]`));
  assert.match(denied, new RegExp(`coord wait ${path}#(first|uno) ${path}#(first|uno)( |$)`));
});

test('RSV-9: who has removed a file holds the file, and not one part of it after the other', async () => {
  const path = committed();
  const call = { tool_name: 'Bash', tool_use_id: path, tool_input: { command: `rm ${path}` } };
  await pause(2 * shellGraceMs);
  await daemon.claude('PreToolUse', 'rex', call);
  rmSync(join(root, path));
  await daemon.untilHeld(`${path}#first`);
  const denied = message(await ask('sue', tree, path, ['return 2;', 'return 3;']));
  assert.match(denied, `The file ${path} is held by Ana`);
  assert.match(denied, 'Nothing was written. Ana has removed the file. Work on');
  assert.match(denied, new RegExp(`coord wait ${path}( |$)`));
  await daemon.claude('PostToolUse', 'rex', call);
});

test('RSV-9: lines that their holder has put back are told as that', async () => {
  const path = committed();
  await edit('tom', root, path, ['return one;', 'return one + 1;']);
  const call = { tool_name: 'Bash', tool_use_id: path, tool_input: { command: 'git checkout .' } };
  await pause(2 * shellGraceMs);
  await daemon.claude('PreToolUse', 'tom', call);
  git(root, 'checkout', '-q', '--', path);
  await pause(2 * shellGraceMs);
  await daemon.claude('PostToolUse', 'tom', call);
  const denied = message(await ask('uma', tree, path, ['return one;', 'return two;']));
  assert.match(denied, 'touches line 4, which Ana has changed and put back as it was. Work on');
});

test('RSV-14: imports that both sides only add are told, and what one takes away is denied', async () => {
  const path = committed();
  const last = "import { two } from './two';\n";
  await edit('gus', root, path, [last, `${last}import { three } from './three';\n`]);
  const added = await edit('hal', tree, path, [last, `${last}import { four } from './four';\n`]);
  assert.is(added['permission'], 'allow');
  await hook('beforeSubmitPrompt', 'hal', { task: 'On' });
  assert.match(toldTo('hal'), 'adds imports too');
  const removed = await ask('ivy', tree, path, [last, '']);
  assert.is(removed['permission'], 'deny');
});

test('RSV-18: who works beside another in one class is told, once, in one line', async () => {
  const path = committed();
  await edit('jan', root, path, ['return 1;', 'return 10;']);
  await edit('kim', tree, path, ['return 2;', 'return 20;']);
  await daemon.untilHeld(`${path}#Shop.close`);
  for (const [reader, text] of [
    ['jan', `${path}#Shop.close`],
    ['kim', `${path}#Shop.open`],
  ] as const) {
    await hook('beforeSubmitPrompt', reader, { task: 'On' });
    await hook('beforeSubmitPrompt', reader, { task: 'On' });
    assert.is(toldTo(reader).split(`works next to you, in ${text}`).length, 2);
    assert.not.match(toldTo(reader), '\n');
  }
});

test('RSV-11: a clone on an older commit compares its lines too', async () => {
  await relay.start();
  const origin = sandbox.repository('origin');
  write(origin, 'src/shop.ts', source);
  git(origin, 'add', '-A');
  git(origin, 'commit', '-q', '-m', 'shop');
  const behind = sandbox.clone(origin, 'behind');
  write(origin, 'src/shop.ts', `// New at the top.\n\n${source}`);
  git(origin, 'commit', '-qam', 'moved');
  const ahead = sandbox.clone(origin, 'ahead');
  const owner = await relay.join('Ana');
  const member = await relay.join('Ben', owner);
  const startAt = (folder: string, name: string, key: string) =>
    TestDaemon.start(folder, sandbox.folder(name), { kind: 'remote', url: relay.url, key });
  const ana = (opened[0] = await startAt(ahead, 'home-ana', owner.key));
  const ben = (opened[1] = await startAt(behind, 'home-ben', member.key));
  await Promise.all([ana.indexed(), ben.indexed()]);
  await ana.edits('a', 'src/shop.ts', ['return 1;', 'return 10;']);
  await ben.untilHeld('src/shop.ts#Shop.open');
  const edits = (before: string, after: string) => ({
    file_path: 'src/shop.ts',
    tool_name: 'Edit',
    tool_input: { file_path: 'src/shop.ts', old_string: before, new_string: after },
  });
  const beside = await ben.hook('preToolUse', 'b', edits('  open() {', '  open() { // Opens.'));
  assert.match(message(beside), '#Shop.open is held by Ana');
  const far = await ben.hook('preToolUse', 'b', edits('return 2;', 'return 20;'));
  assert.is(far['permission'], 'allow');
});

test('RSV-6: a shell command that takes back what one before it wrote over another is not told again', async () => {
  const path = committed();
  await edit('nia', root, path, ['return one;', 'return one + 1;']);
  const file = join(tree, path);
  const over = () => writeFileSync(file, source.replace('return one;', 'return one + 2;'));
  assert.match(await shell('oli', over), 'you wrote what another session had reserved first');
  const holder = () => daemon.claude('UserPromptSubmit', 'nia', { prompt: 'Go on' });
  assert.match((await holder()).text, 'wrote src/');
  assert.not.match((await holder()).text, 'wrote src/', 'once');
  const back = await shell('oli', () => git(tree, 'checkout', '-q', '--', path));
  assert.not.match(back, 'another session');
  assert.match(await shell('oli', over), 'you wrote what another session had reserved first');
});

/** Runs a shell command of the agent in the second work tree; answers what the agent is told at its next prompt. */
async function shell(who: string, run: () => void): Promise<string> {
  const tool = {
    cwd: tree,
    tool_name: 'Bash',
    tool_use_id: `${who}-${++commands}`,
    tool_input: {},
  };
  await daemon.claude('PreToolUse', who, tool);
  await pause(shellGraceMs);
  run();
  await pause(3 * shellGraceMs);
  const after = await daemon.claude('PostToolUse', who, tool);
  const prompt = await daemon.claude('UserPromptSubmit', who, { cwd: tree, prompt: 'Go on' });
  return JSON.stringify([after, prompt]);
}

/** A file that both work trees have. */
function committed(): string {
  const path = `src/shop${++files}.ts`;
  write(root, path, source);
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', path);
  git(tree, 'reset', '-q', '--hard', 'main');
  return path;
}

const told = new Map<string, string[]>();

/** What the session has been told so far, an item for each answer that said something. */
function toldTo(who: string): string {
  return (told.get(who) ?? []).join(' | ');
}

async function hook(event: string, who: string, fields: object) {
  const answer = await daemon.hook(event, who, fields);
  if (message(answer) !== '') told.set(who, [...(told.get(who) ?? []), message(answer)]);
  return answer;
}

type Change = readonly [before: string, after: string];

function call(folder: string, path: string, [before, after]: Change) {
  const file = join(folder, path);
  const input = { file_path: file, old_string: before, new_string: after };
  return { file_path: file, tool_name: 'Edit', tool_input: input };
}

function ask(who: string, folder: string, path: string, change: Change) {
  return hook('preToolUse', who, call(folder, path, change));
}

/** Asks, writes when it is allowed, and reports; answers what was asked. */
async function edit(who: string, folder: string, path: string, change: Change) {
  const answer = await ask(who, folder, path, change);
  if (answer['permission'] !== 'allow') return answer;
  const file = join(folder, path);
  writeFileSync(file, readFileSync(file, 'utf8').replace(...change));
  const reported = await hook('postToolUse', who, call(folder, path, change));
  assert.equal(reported['conflicts'], []);
  return answer;
}

function message(answer: Readonly<Record<string, unknown>>): string {
  return String(answer['message'] ?? answer['additional_context'] ?? '');
}

test.run();

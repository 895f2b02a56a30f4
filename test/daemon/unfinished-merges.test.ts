/** HOK-6: what a merge or a cherry-pick that stopped uncommitted has brought is nobody's, and what its agent writes then is its own. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EditingAgents, message, type Change } from './editing-agents.ts';
import { git, Sandbox, TestDaemon, write } from './support.ts';

const test = suite('unfinished merges');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const tree = join(sandbox.folder('trees'), 'second');
const names = ['first', 'second', 'third', 'fourth'] as const;
/** Longer than the watcher takes to report a change. */
const watchedMs = 1_000;
let daemon: TestDaemon;
let agents: EditingAgents;
let rounds = 0;
let commands = 0;

test.before(async () => {
  git(root, 'worktree', 'add', '-q', '-b', 'second', tree);
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  agents = new EditingAgents(daemon);
  await daemon.indexed();
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

for (const [what, ...command] of [
  ['a merge with a conflict', 'merge', '-q', 'main'],
  ['a pull with a conflict', 'pull', '-q', '--no-rebase', '.', 'main'],
  ['a cherry-pick with a conflict', 'cherry-pick', 'main'],
] as const) {
  test(`HOK-6: ${what} edits nothing, nor do its abort and its commit`, async () => {
    const who = command[0];
    const paths = await conflict();
    const [role, ...brought] = paths;
    await run(who, () => attempt(...command));
    assert.match(read(role), '<<<<<<<');
    assert.equal(await heldOf(who), []);
    await run(who, () => git(tree, command[0] === 'pull' ? 'merge' : command[0], '--abort'));
    assert.equal(await heldOf(who), []);
    await run(who, () => attempt(...command));
    await run(who, () => {
      git(tree, 'checkout', '-q', '--ours', role);
      git(tree, 'add', role);
      git(tree, 'commit', '-qm', 'both');
    });
    assert.equal(
      (await heldOf(who)).filter((path) => brought.includes(path)),
      [],
    );
  });
}

test('HOK-6: a merge that one command begins and gives up edits nothing', async () => {
  await conflict();
  await run('kim', async () => {
    attempt('merge', '-q', 'main');
    await delay(watchedMs);
    git(tree, 'merge', '--abort');
  });
  assert.equal(await heldOf('kim'), []);
});

test('HOK-6: a merge that stops before its commit edits nothing', async () => {
  const [role, ...brought] = await conflict();
  git(tree, 'reset', '-q', '--hard', 'HEAD~1');
  await run('gil', () => git(tree, 'merge', '-q', '--no-ff', '--no-commit', 'main'));
  await run('gil', () => git(tree, 'commit', '-qm', 'both'));
  assert.equal(await heldOf('gil'), []);
  assert.match(read(role) + read(brought[0]), 'first!');
});

for (const command of [
  ['merge', '-q', '--squash', 'main'],
  ['cherry-pick', '-n', 'main'],
]) {
  const words = command.join(' ');
  test(`HOK-6: git ${words} edits nothing, nor does its commit or what takes it back`, async () => {
    const [role, ...brought] = await conflict();
    git(tree, 'reset', '-q', '--hard', 'HEAD~1');
    await run(words, () => git(tree, ...command));
    assert.match(read(role) + read(brought[0]), 'first!');
    assert.equal(await heldOf(words), []);
    await run(words, () => git(tree, 'reset', '-q', '--hard'));
    assert.equal(await heldOf(words), []);
    await run(words, () => git(tree, ...command));
    await run(words, () => git(tree, 'commit', '-qm', 'all of it'));
    assert.equal(await heldOf(words), []);
  });
}

test('HOK-6: a git revert without its commit is an edit', async () => {
  const [role] = await conflict();
  git(tree, 'reset', '-q', '--hard', 'main');
  await run('leo', () => git(tree, 'revert', '-n', 'HEAD'));
  assert.ok((await heldOf('leo')).includes(role));
});

test('HOK-6: RSV-6: a merge that stops tells nobody that what others hold was written', async () => {
  const [, token] = await conflict(async (path) => {
    if (/token/.test(path)) await agents.edit('bob', path, change('first'));
    else replace(root, path, change('first'));
  });
  const told = await run('hal', () => attempt('merge', '-q', 'main'));
  assert.match(read(token), 'first!');
  const all = [...told, ...(await agents.notices('hal')), ...(await agents.notices('bob'))];
  assert.not.match(all.join('\n'), /had reserved|wrote/);
});

test('HOK-6: what the command that began the merge writes after it is its edit', async () => {
  const [, token, helper] = await conflict();
  await run('ivy', async () => {
    attempt('merge', '-q', 'main');
    await delay(100);
    replace(tree, token, change('third'));
  });
  assert.equal(await heldOf('ivy'), [token]);
  await run('ivy', () => replace(tree, helper, change('third')));
  assert.equal(await heldOf('ivy'), [token, helper].toSorted());
  assert.equal(await symbolsOf('ivy', helper), [`${helper}#third`]);
});

test('HOK-6: who resolves the conflict holds the file', async () => {
  const [role] = await conflict();
  await run('joe', () => attempt('merge', '-q', 'main'));
  await run('joe', () => git(tree, 'checkout', '-q', '--theirs', role));
  assert.equal(await heldOf('joe'), [role]);
});

test('RSV-10: who resolves a conflict meets who holds its part, and nobody else in the file', async () => {
  const [role] = await conflict();
  await agents.edit('kim', role, change('third'));
  await run('lou', () => attempt('merge', '-q', 'main'));
  const resolve = [conflictIn(role), `  return 'first, both';\n`] as const;
  const lou = agents.in(tree);
  await lou.edit('lou', role, resolve);
  assert.equal(await symbolsOf('lou', role), [`${role}#first`]);
  assert.is(await agents.may('max', role, change('fourth')), true);
  assert.is(await agents.may('max', role, change('first', '!!')), false);
});

test('RSV-10: a conflict in the part that another holds is denied by the name of the part', async () => {
  const [role] = await conflict();
  await agents.edit('nia', role, [`return 'first!';`, `return 'first!!';`]);
  await run('oda', () => attempt('merge', '-q', 'main'));
  const denied = await agents.in(tree).ask('oda', role, [conflictIn(role), `  return 'both';\n`]);
  assert.match(message(denied), `${role}#first is held by`);
});

/** The conflicted lines, with the marks. */
function conflictIn(path: string): string {
  return /^<{7}[^]*^>{7}.*\n/m.exec(read(path))?.[0] ?? '';
}

function change(name: (typeof names)[number], mark = '!'): Change {
  return [`return '${name}';`, `return '${name}${mark}';`];
}

function read(path: string): string {
  return readFileSync(join(tree, path), 'utf8');
}

function replace(folder: string, path: string, by: Change): void {
  const file = join(folder, path);
  writeFileSync(file, readFileSync(file, 'utf8').replace(...by));
}

type Paths = readonly [role: string, token: string, helper: string, plan: string];

/**
 * Files that main has changed in one commit and the second work tree has not, but for the first of them, which it has changed
 * otherwise.
 */
async function conflict(edit?: (path: string) => Promise<void>): Promise<Paths> {
  const folder = `src/merge${++rounds}`;
  const [role, token, helper, plan] = ['role.ts', 'token.ts', 'helper.ts', 'plan.md'].map(
    (name) => `${folder}/${name}`,
  ) as [string, string, string, string];
  const source = names.map((name) => `export function ${name}() {\n  return '${name}';\n}\n`);
  for (const path of [role, token, helper, plan]) write(root, path, source.join('\n'));
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'new');
  git(tree, 'reset', '-q', '--hard', 'main');
  replace(tree, role, change('first', '?'));
  git(tree, 'commit', '-qam', 'here');
  for (const path of [role, token, helper, plan]) {
    if (edit) await edit(path);
    else replace(root, path, change('first'));
  }
  git(root, 'commit', '-qam', 'there');
  await delay(watchedMs);
  return [role, token, helper, plan];
}

/** Git fails where there is a conflict. */
function attempt(...args: string[]): void {
  assert.is(spawnSync('git', args, { cwd: tree }).status, 1);
}

/** Runs a shell command of the agent in the second work tree, until it is noticed; answers what the agent is told. */
async function run(who: string, work: () => void | Promise<void>): Promise<string[]> {
  const call = { cwd: tree, tool_name: 'Bash', tool_use_id: `${who}-${++commands}` };
  const tool = { ...call, tool_input: {} };
  await daemon.claude('PreToolUse', who, tool);
  await work();
  await delay(watchedMs);
  return [(await daemon.claude('PostToolUse', who, tool)).text];
}

async function reservationsOf(who: string) {
  const session = await agents.session(who);
  const { reservations } = await daemon.status();
  return reservations.filter((one) => one.session_id === session);
}

/** The files that the agent holds, in order. */
async function heldOf(who: string): Promise<string[]> {
  return [...new Set((await reservationsOf(who)).map((one) => one.file_path))].toSorted();
}

async function symbolsOf(who: string, path: string): Promise<string[]> {
  const held = await reservationsOf(who);
  return held.filter((one) => one.file_path === path).flatMap((one) => one.symbol_ids);
}

test.run();

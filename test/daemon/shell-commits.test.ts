/** HOK-6: what a shell command writes and commits at once is its edit, and what git brought before it is not. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EditingAgents, type Change } from './editing-agents.ts';
import { git, Sandbox, TestDaemon, write } from './support.ts';
import { eventually } from '../support/waiting.ts';

const test = suite('commits in a shell');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const tree = join(sandbox.folder('trees'), 'second');
const names = ['first', 'second', 'third', 'fourth'] as const;
let daemon: TestDaemon;
let agents: EditingAgents;
let files = 0;
let commands = 0;

test.before(async () => {
  git(root, 'worktree', 'add', '-q', '-b', 'second', tree);
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  agents = new EditingAgents(daemon);
  await daemon.indexed();
  await agents.in(tree).edit('zoe', committed(), change('first'));
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

test('HOK-6: a file that one command edits and commits is held, and the agent is told whose it was', async () => {
  const path = committed();
  await agents.edit('ana', path, change('first'));
  const done = await shell('ben', () => {
    replace(tree, path, change('first'));
    replace(tree, path, change('third'));
    git(tree, 'commit', '-qam', 'by a shell');
  });
  await daemon.untilHeld(`${path}#third`);
  const told = await done();
  // It is told after what was written has been published.
  await eventually('what it wrote over', async () => {
    const all = [told, ...(await agents.notices('ben'))].join('\n');
    return all.includes('you wrote what another session had reserved first') ? true : undefined;
  });
});

test('HOK-6: of a file that nothing is known of, what the command committed is told from the commit before it', async () => {
  const path = committed();
  const done = await shell('cleo', () => {
    replace(tree, path, change('second'));
    git(tree, 'commit', '-qam', 'one');
    replace(tree, path, change('fourth'));
    git(tree, 'commit', '-qam', 'two');
  });
  await daemon.untilHeld(`${path}#second`);
  await daemon.untilHeld(`${path}#fourth`);
  assert.equal(await heldOf('cleo', path), ['second', 'fourth']);
  await done();
});

test('HOK-6: a file that is no code, and that one command removes and commits, is held', async () => {
  const path = 'src/plan.md';
  write(root, path, 'one\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'a plan');
  git(tree, 'reset', '-q', '--hard', 'main');
  const done = await shell('fay', () => {
    git(tree, 'rm', '-q', path);
    git(tree, 'commit', '-qm', 'no plan');
  });
  await daemon.untilHeld(path);
  await done();
});

test('HOK-6: a command that brings a commit by a merge edits nothing', async () => {
  const path = committed();
  replace(root, path, change('first'));
  git(root, 'commit', '-qam', 'on main');
  const done = await shell('dan', () => git(tree, 'merge', '-q', 'main'));
  const after = committed();
  await (
    await shell('dan', () => replace(tree, after, change('second')))
  )();
  await daemon.untilHeld(`${after}#second`);
  assert.equal(await heldOf('dan', path), []);
  await done();
});

test('HOK-6: what a merge brought before the command is not the command’s, also before a watcher told of it', async () => {
  const path = committed();
  await agents.in(tree).edit('eve', path, change('second'));
  git(tree, 'commit', '-qam', 'of eve');
  replace(root, path, change('fourth'));
  git(root, 'commit', '-qam', 'on main');
  git(tree, 'merge', '-q', '-m', 'both', 'main');
  const done = await shell('eve', () => replace(tree, path, change('first')));
  await daemon.untilHeld(`${path}#first`);
  assert.equal(await heldOf('eve', path), ['first', 'second']);
  await done();
});

function change(name: (typeof names)[number]): Change {
  return [`return '${name}';`, `return '${name}!';`];
}

function replace(folder: string, path: string, by: Change): void {
  const file = join(folder, path);
  writeFileSync(file, readFileSync(file, 'utf8').replace(...by));
}

/** A file of four functions that both work trees have. */
function committed(): string {
  const path = `src/commits${++files}.ts`;
  const source = names.map((name) => `export function ${name}() {\n  return '${name}';\n}\n`);
  write(root, path, source.join('\n'));
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', path);
  git(tree, 'reset', '-q', '--hard', 'main');
  return path;
}

/** Runs a shell command of the agent in the second work tree; the answer reports its end, and says what its agent is told. */
async function shell(who: string, run: () => void): Promise<() => Promise<string>> {
  const call = { cwd: tree, tool_name: 'Bash', tool_use_id: `${who}-${++commands}` };
  const tool = { ...call, tool_input: {} };
  await daemon.claude('PreToolUse', who, tool);
  run();
  return async () => (await daemon.claude('PostToolUse', who, tool)).text;
}

/** The functions of the file that the agent holds, in their order there. */
async function heldOf(who: string, path: string): Promise<string[]> {
  const session = await agents.session(who);
  const { reservations } = await daemon.status();
  const held = reservations
    .filter((one) => one.session_id === session)
    .flatMap((one) => one.symbol_ids);
  return names.filter((name) => held.includes(`${path}#${name}`));
}

test.run();

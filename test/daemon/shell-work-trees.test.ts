/** HOK-6: what a shell command writes in a work tree that no agent was started in is its edit all the same. */
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { suite } from 'uvu';
import { EditingAgents } from './editing-agents.ts';
import { edit, git, Sandbox, TestDaemon, write } from './support.ts';
import { eventually } from '../support/waiting.ts';

const test = suite('work trees of shell commands');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const trees = sandbox.folder('trees');
const user =
  'export function userOne() {\n  return 1;\n}\n\nexport function userTwo(n: number) {\n  return n * 2;\n}\n';
let daemon: TestDaemon;
let agents: EditingAgents;
let commands = 0;
/** How many files the index has of one work tree. */
let files = 0;

test.before(async () => {
  write(root, 'src/user.ts', user);
  write(root, 'py/mail.py', 'def mail(n):\n    return n * 2\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'users');
  git(root, 'worktree', 'add', '-q', '-b', 'old', join(trees, 'old'));
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  agents = new EditingAgents(daemon);
  await daemon.indexed();
  files = (await daemon.status()).index.files;
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

test('HOK-6: a work tree that was there before the daemon is watched from the first command on', async () => {
  const tree = join(trees, 'old');
  await shell('cleo', () => undefined);
  await watched(2);
  await shell('cleo', () => edit(tree, 'src/user.ts', 'return 1', 'return 7'));
  await agents.untilHolds('cleo', 'src/user.ts#userOne');
});

test('HOK-6: what an agent writes in a work tree that its shell made is held, and it is told whose work it met', async () => {
  await agents.edit('bob', 'src/user.ts', ['n * 2', 'n * 3']);
  await agents.edit('bob', 'py/mail.py', ['n * 2', 'n * 3']);
  const tree = join(trees, 'made');
  await shell('ann', () => git(root, 'worktree', 'add', '-q', '-b', 'made', tree));
  await watched(3);
  const answer = await shell('ann', () => {
    edit(tree, 'src/user.ts', 'n * 2', 'n * 8');
    edit(tree, 'py/mail.py', 'n * 2', 'n * 8');
    write(tree, 'py/fresh.py', 'def fresh():\n    return 1\n');
  });
  await daemon.untilHeld('py/fresh.py');
  const expected = [
    'you wrote what another session had reserved first',
    'src/user.ts',
    'py/mail.py',
  ];
  // Each is told after what was written has been published.
  await eventually('what it met', async () => {
    const told = [answer, ...(await agents.notices('ann'))].join('\n');
    return expected.every((words) => told.includes(words)) ? true : undefined;
  });
});

test('HOK-6: a work tree that is removed and made anew in its place is watched anew', async () => {
  const tree = join(trees, 'made');
  await shell('dan', () => git(root, 'worktree', 'remove', '--force', tree));
  await watched(2);
  await shell('dan', () => git(root, 'worktree', 'add', '-q', '-b', 'again', tree));
  await watched(3);
  await shell('dan', () => write(tree, 'py/again.py', 'again = 1\n'));
  await daemon.untilHeld('py/again.py');
});

test('HOK-6: a work tree that one command removes and makes again is watched anew', async () => {
  const tree = join(trees, 'made');
  await shell('eve', () => {
    git(root, 'worktree', 'remove', '--force', tree);
    git(root, 'worktree', 'add', '-q', '-b', 'next', tree);
  });
  await watched(3);
  await shell('eve', () => write(tree, 'later/next.py', 'next_one = 1\n'));
  await daemon.untilHeld('later/next.py');
});

/** So many work trees with the same files are indexed, and watched a moment later. */
async function watched(count: number): Promise<void> {
  await daemon.until(
    `${count} work trees to be indexed`,
    ({ index }) => index.files === count * files && index.pending === 0,
  );
  await pass(1_000);
}

/** Runs a shell command of an agent that works in the main work tree; answers what its agent is told. */
async function shell(who: string, run: () => void): Promise<string> {
  const call = { cwd: root, tool_name: 'Bash', tool_use_id: `${who}-${++commands}` };
  const tool = { ...call, tool_input: { command: 'cd ../trees && ./change' } };
  await daemon.claude('PreToolUse', who, tool);
  run();
  await pass(500);
  return (await daemon.claude('PostToolUse', who, tool)).text;
}

test.run();

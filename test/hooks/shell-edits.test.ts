/** HOK-6: what shell commands changed is told from what git brings, also where that comes while the edits wait to be taken over. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { reflogStateOf } from '../../daemon/git/reflog.ts';
import { OpenShells } from '../../daemon/hooks/open-shells.ts';
import {
  authorsOf,
  editsOf,
  mayBeBrought,
  type ShellEdits,
} from '../../daemon/hooks/shell-edits.ts';
import { heartbeatCall } from '../../shared/clients/common/call-builders.ts';
import { systemClock } from '../../shared/node/time/system-clock.ts';
import { edit, git, Sandbox, write } from '../daemon/support.ts';

const test = suite('edits of shell commands');
const clock = systemClock;
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const gitDir = join(root, '.git');
const workTree = { root, gitDir, commonDir: gitDir };
const path = 'src/price.ts';
let shells: OpenShells;
/** As a daemon's sockets do: the wait for git alone keeps no process running. */
let alive: NodeJS.Timeout;

test.before(() => {
  alive = setInterval(() => undefined, 1_000);
  git(root, 'checkout', '-q', '-b', 'other');
  write(root, 'src/other.ts', 'export const other = 1;\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'other');
  git(root, 'checkout', '-q', 'main');
  write(root, path, 'export const price = 1;\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'price');
});

test.before.each(() => {
  git(root, 'checkout', '-qf', 'main');
  shells = new OpenShells(clock, () => false);
});

test.after(() => {
  clearInterval(alive);
  sandbox.remove();
});

test('HOK-6: what a checkout takes away after an edit of the file was noticed is git’s', async () => {
  const edits = await edited();
  assert.is(await mayBeBrought(edits, { workTree, path }, clock), false);
  git(root, 'checkout', '-qf', 'other');
  assert.is(await mayBeBrought(edits, { workTree, path }, clock), true);
});

test('HOK-6: what a checkout leaves as it was edited before is the command’s', async () => {
  const edits = await edited();
  await delay(50);
  git(root, 'commit', '-qam', 'dearer');
  git(root, 'merge', '-q', '-m', 'both', 'other');
  assert.is(await mayBeBrought(edits, { workTree, path }, clock), false);
});

test('HOK-6: a commit after the edit brings nothing', async () => {
  const edits = await edited();
  git(root, 'commit', '-qam', 'dearer still');
  edit(root, path, '= ', '= 2');
  assert.is(await mayBeBrought(edits, { workTree, path }, clock), false);
});

test('HOK-6: what the command of a conversation changed that has ended meanwhile is nobody’s', async () => {
  const authors = noticed();
  shells.forget({ conversationId: 'ann', agentId: '' });
  assert.equal(await editsOf(authors, workTree, clock), []);
});

/** A command has changed the file. */
async function edited(): Promise<ShellEdits> {
  const [edits] = await editsOf(noticed(), workTree, clock);
  assert.equal(edits?.paths, [path]);
  return edits as ShellEdits;
}

function noticed() {
  const { bytes: reflogBytes } = reflogStateOf(workTree);
  const conversation = { conversationId: 'ann', agentId: '' };
  const facts = { event: 'PreToolUse', conversation, agentType: 'test', canNotify: true };
  shells.begin(heartbeatCall({ ...facts, toolUseId: 'one' }, 'began'), { reflogBytes, root });
  edit(root, path, '= ', '= 1');
  return authorsOf(shells, { workTree, paths: [path] }, clock.now());
}

test.run();

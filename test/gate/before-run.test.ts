/** GAT-15: what stands against a run is said before anything is run, and who makes it is known by its shell. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommitRecord } from '../../shared/gate/contract.ts';
import { run, type Sandbox as Place } from '../cli/support.ts';
import { git, Sandbox, TestDaemon } from '../daemon/support.ts';

const test = suite('before a run of the gate');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const home = sandbox.folder('home');
const place: Place = {
  folder: join(root, '..'),
  home,
  repository: root,
  remove: () => Promise.resolve(),
};
const mark = join(root, '../ran');
const tests = ['--', process.execPath, '-e', `require('fs').writeFileSync('${mark}', '')`];
const bash = { tool_name: 'Bash', tool_use_id: 'gate', tool_input: { command: 'coord gate run' } };
let daemon: TestDaemon;

test.before(async () => {
  daemon = await TestDaemon.start(root, home);
  await daemon.indexed();
  const streams = `/workspaces/${daemon.workspaceId}/workstreams`;
  for (const slug of ['guests', 'over'])
    await daemon.send('POST', streams, { title: slug, slug, base_branch: 'main' });
  await daemon.send('DELETE', `${streams}/over`);
  git(root, 'checkout', '-q', '-B', 'coord/guests');
  await daemon.claude('SessionStart', 'other');
  await daemon.edits('writer', 'src/auth.ts', ['remembered: false', 'remembered: true']);
  await daemon.untilHeld('src/auth.ts#login');
  git(root, 'commit', '-q', '-am', 'remember');
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

function gateRun(...options: string[]) {
  return run(['gate', 'run', ...options, ...tests], place);
}

async function idOf(conversation: string): Promise<string> {
  const { sessions } = await daemon.status();
  return sessions.find((one) => one.conversation_id === conversation)?.id ?? '';
}

test('GAT-15: a workstream that is unknown or has ended is refused before the tests', async () => {
  const unknown = await gateRun('--workstream', 'nope');
  assert.is(unknown.code, 1, unknown.err);
  assert.match(unknown.err, /coord workstream list/);
  const over = await gateRun('--workstream', 'over');
  assert.is(over.code, 1, over.err);
  assert.match(over.err, 'abandoned');
  git(root, 'checkout', '-q', '-B', 'coord/over');
  const onIt = await gateRun();
  git(root, 'checkout', '-q', '-B', 'elsewhere');
  const elsewhere = await gateRun();
  git(root, 'checkout', '-q', 'coord/guests');
  assert.is(onIt.code, 1, onIt.err);
  assert.match(onIt.err, 'The workstream over is abandoned.');
  assert.match(elsewhere.err, 'No workstream has the branch that you are on.');
  assert.not.ok(existsSync(mark));
});

test('GAT-15: what is held of a commit that is to be recorded is refused before the tests, with the id to name', async () => {
  const refused = await gateRun('--record');
  assert.is(refused.code, 1, refused.err);
  assert.match(refused.err, /src\/auth\.ts#login.* is held by Ana.* No test was run\./);
  assert.match(refused.err, `--session ${await idOf('writer')}`);
  await daemon.claude('PreToolUse', 'other', bash);
  const foreign = await gateRun('--record');
  await daemon.claude('PostToolUse', 'other', bash);
  assert.match(foreign.err, /held by Ana, by another agent of the same person.* No test was run\./);
  assert.not.ok(existsSync(mark), 'neither for nobody nor for another agent');
});

test('GAT-15: without a record the tests run, and what stands against one is said before and after', async () => {
  const opened = await gateRun();
  assert.is(opened.code, 0, opened.err);
  assert.match(
    opened.err,
    /#login.* is held by Ana.* As it is now, the commit could not be recorded\./,
  );
  assert.ok(existsSync(mark));
  assert.match(opened.out, /^The tests passed: attested receipt \S+/);
  assert.match(opened.out, /#login.* is held by Ana/);
  assert.not.match(opened.out, 'The gate is open');
});

test('GAT-15: an agent that runs the gate in its own shell is not stopped by what it holds itself', async () => {
  await daemon.claude('PreToolUse', 'writer', bash);
  const recorded = await gateRun('--record');
  await daemon.claude('PostToolUse', 'writer', bash);
  assert.is(recorded.code, 0, recorded.err);
  assert.match(recorded.out, /Recorded .* on guests/);
  assert.not.match(recorded.err, 'is held by');
  assert.ok(existsSync(mark));
  const path = `/workspaces/${daemon.workspaceId}/sync/commits`;
  const { commits } = (await daemon.send('GET', path)).body as { commits: CommitRecord[] };
  assert.is(commits[0]?.session_id, await idOf('writer'));
});

test.run();

/** WAT-19: a branch that could not follow is not held any more once a commit that it has was recorded there. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { HeldBranch } from '../../shared/branches/contract.ts';
import { machineName } from '../../shared/node/processes/machine-name.ts';
import { edit, git, Sandbox, TestDaemon } from '../daemon/support.ts';

const test = suite('held branches at a daemon that records');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const branch = 'coord/guests';
let daemon: TestDaemon;

test.before(async () => {
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  await daemon.indexed();
  const stream = { title: 'Guests', slug: 'guests', base_branch: 'main' };
  await daemon.send('POST', `/workspaces/${daemon.workspaceId}/workstreams`, stream);
  git(root, 'checkout', '-q', branch);
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

/** As `coord watch` says it on a machine. */
async function hold(machine: string): Promise<void> {
  const body = { branch, outcome: 'held', reason: 'Diverged. Rebase it', machine };
  const path = `/workspaces/${daemon.workspaceId}/branches/reports`;
  assert.is((await daemon.send('POST', path, body)).status, 200);
}

async function heldOn(): Promise<string[]> {
  const { body } = await daemon.send('GET', `/workspaces/${daemon.workspaceId}/branches/held`);
  return (body['branches'] as HeldBranch[]).map(({ machine }) => machine);
}

/** Commits, shows its tests to the gate and records it. */
async function recordNext([before, after]: readonly [string, string]): Promise<void> {
  edit(root, 'src/auth.ts', before, after);
  git(root, 'commit', '-q', '-am', after);
  const at = `/workspaces/${daemon.workspaceId}/sync`;
  const test_results = [{ test_file: 'a.test.ts', test_name: 'a', status: 'passed' }];
  await daemon.send('POST', `${at}/confirm`, { workstream_slug: 'guests', test_results });
  const commit = { commit_sha: 'HEAD', workstream_slug: 'guests' };
  const recorded = await daemon.send('POST', `${at}/commit`, commit);
  assert.is(recorded.status, 201, recorded.text);
}

test('WAT-19: what is recorded beside the branch leaves it held, and what it has does not', async () => {
  await hold(machineName());
  await hold('another machine');
  git(root, 'commit', '-q', '--allow-empty', '-m', 'own work');
  git(root, 'checkout', '-q', '--detach', 'HEAD~1');
  await recordNext(['remembered: false', 'remembered: true']);
  assert.equal((await heldOn()).toSorted(), ['another machine', machineName()].toSorted());
  git(root, 'tag', 'beside');
  git(root, 'checkout', '-q', branch);
  git(root, 'merge', '-q', '--no-edit', 'beside');
  await recordNext(['remembered: true', 'remembered: !false']);
  assert.equal(await heldOn(), ['another machine']);
});

test.run();

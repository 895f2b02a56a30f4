/** PKG-4: what somebody has claimed is nobody's when all its results were dropped. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { World } from '../support/harness.ts';
import { scenario } from '../support/scenario.ts';

type Outcome = Output<'reviewResult'>;

const decided = 'We use JWT tokens in src/auth.ts';
const migration = 'Write the migration in src/auth.ts';

/** A decision and an action item that share a package. */
function ingest(world: World): Promise<Outcome> {
  return world.as('ada').ok('ingestMeeting', {
    workspace_id: world.workspace.id,
    title: 'Plan',
    transcript: `Bob: ${decided}.\nCleo: ${migration}.`,
    reading: {
      decisions: [{ title: decided, affected_files: ['src/auth.ts'], sentence: decided }],
      action_items: [{ action: migration, files: ['src/auth.ts'], sentence: migration }],
    },
  });
}

for (const status of ['claimed', 'in_progress'] as const) {
  scenario(
    'PKG-4',
    `a package that is ${status} is nobody’s when its last result is dropped, and open when one comes back`,
    async (world) => {
      const { id } = world.workspace;
      const [ada, bob] = [world.as('ada'), world.as('bob')];
      const made = await ingest(world);
      const [{ id: pid = '', title } = { title: '' }] = made.work_packages;
      await bob.ok('claimPackage', { id, pid });
      if (status === 'in_progress') await bob.ok('movePackage', { id, pid, status });
      const feed = await world.as('cleo').feed();
      const set = (one: { id: string } | undefined, state: string): Promise<Outcome> =>
        ada.ok('reviewResult', { meeting_id: made.id, result_id: one?.id ?? '', state });
      const [decision, item] = [made.decisions[0], made.action_items[0]];
      const less = await set(decision, 'dropped');
      assert.equal(
        less.work_packages.map((one) => [one.status, one.assignee, one.files]),
        [[status, bob.id, ['src/auth.ts']]],
        'one of its results is left',
      );
      const none = await set(item, 'dropped');
      assert.equal(none.work_packages, []);
      const { data } = await feed.next('work_package_changed');
      assert.equal(
        { ...(data['work_package'] as object), title },
        { id: pid, title, status: 'open', assignee: '' },
      );
      feed.close();
      const mine = await bob.ok('listPackages', { id, assignee: bob.id });
      assert.equal(mine.packages, []);
      const back = await set(decision, 'found');
      assert.equal(
        back.work_packages.map((one) => [one.id, one.status, one.assignee, one.files]),
        [[pid, 'open', undefined, ['src/auth.ts']]],
      );
    },
  );
}

scenario('PKG-4', 'what was completed stays when its results are dropped', async (world) => {
  const { id } = world.workspace;
  const [ada, bob] = [world.as('ada'), world.as('bob')];
  const made = await ingest(world);
  const [{ id: pid = '' } = {}] = made.work_packages;
  await bob.ok('claimPackage', { id, pid });
  for (const status of ['in_progress', 'completed'])
    await bob.ok('movePackage', { id, pid, status });
  for (const { id: result_id } of [...made.decisions, ...made.action_items])
    await ada.ok('reviewResult', { meeting_id: made.id, result_id, state: 'dropped' });
  const { packages } = await bob.ok('listPackages', { id });
  assert.equal(
    packages.map((one) => [one.id, one.status, one.assignee]),
    [[pid, 'completed', bob.id]],
  );
});

test.run();

/** PKG-4: the package of an action item goes with it from one person to the next. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { World } from '../support/harness.ts';
import { scenario } from '../support/scenario.ts';

type Outcome = Output<'reviewResult'>;

const migration = 'Write the migration in db/migrate.sql';
const rollback = 'Test the rollback in db/migrate.sql';

/** Two action items that share a package; the reading finds Bob for the first. */
async function ingest(world: World): Promise<Outcome> {
  return world.as('ada').ok('ingestMeeting', {
    workspace_id: world.workspace.id,
    title: 'Plan',
    transcript: `Bob: ${migration}.\nCleo: ${rollback}.`,
    reading: {
      decisions: [],
      action_items: [
        { action: migration, assignee: 'bob', files: ['db/migrate.sql'], sentence: migration },
        { action: rollback, files: ['db/migrate.sql'], sentence: rollback },
      ],
    },
  });
}

function assign(
  world: World,
  made: Outcome,
  action: string,
  assignee: string | null,
): Promise<Outcome> {
  const result_id = made.action_items.find((one) => one.action === action)?.id ?? '';
  return world.as('ada').ok('reviewResult', { meeting_id: made.id, result_id, assignee });
}

/** Of the only package: its state and who has it; then what the answer says. */
function told({ work_packages: [one], notices = [] }: Outcome): (string | undefined)[] {
  return [one?.status, one?.assignee, ...notices];
}

scenario(
  'PKG-4',
  'an action item that is given to who it names already claims its package',
  async (world) => {
    const made = await ingest(world);
    const bob = world.as('bob');
    assert.equal(told(made), ['open', undefined]);
    assert.equal(told(await assign(world, made, migration, 'Bob')), ['claimed', bob.id]);
    const feed = await world.as('cleo').feed();
    const again = await assign(world, made, migration, bob.id);
    assert.equal(told(again), ['claimed', bob.id]);
    assert.is(again.action_items[0]?.reviewed_by, undefined, 'its words are as they were');
    await assign(world, made, migration, 'Cleo');
    const { data } = await feed.next('work_package_claimed');
    const { assignee } = data['work_package'] as { assignee: string };
    assert.is(assignee, world.as('cleo').id, 'nothing was told of saying it again');
    feed.close();
  },
);

scenario(
  'PKG-4',
  'a claimed package goes with its item to the next person, and is open again with nobody',
  async (world) => {
    const made = await ingest(world);
    const [bob, cleo] = [world.as('bob'), world.as('cleo')];
    await assign(world, made, migration, 'Bob');
    assert.equal(told(await assign(world, made, migration, 'Cleo')), ['claimed', cleo.id]);
    const feed = await bob.feed();
    assert.equal(told(await assign(world, made, migration, null)), ['open', undefined]);
    const { data } = await feed.next('work_package_changed');
    assert.equal((data['work_package'] as { status: string }).status, 'open');
    feed.close();
    await assign(world, made, migration, 'Bob');
    const [status, assignee, notice] = told(await assign(world, made, migration, 'Zoe'));
    assert.equal([status, assignee], ['open', undefined]);
    assert.match(notice ?? '', 'no work package goes to anybody');
    const [{ id: pid = '' } = {}] = made.work_packages;
    const claimed = await bob.ok('claimPackage', { id: world.workspace.id, pid });
    assert.is(claimed.assignee, bob.id, 'whoever claims it gets it');
  },
);

scenario(
  'PKG-4',
  'a claimed package stays while another action item of it is of the same person, and the answer says so',
  async (world) => {
    const made = await ingest(world);
    const [bob, cleo] = [world.as('bob'), world.as('cleo')];
    await assign(world, made, migration, 'Bob');
    await assign(world, made, rollback, 'Bob');
    const [status, assignee, notice] = told(await assign(world, made, migration, 'Cleo'));
    assert.equal([status, assignee], ['claimed', bob.id]);
    assert.match(
      notice ?? '',
      /stays with bob, who has another action item of it: “Test the rollback/i,
    );
    assert.equal(told(await assign(world, made, rollback, 'Cleo')), ['claimed', cleo.id]);
  },
);

scenario(
  'PKG-4',
  'what somebody has begun stays with them, and so does what somebody else has claimed',
  async (world) => {
    const { id } = world.workspace;
    const made = await ingest(world);
    const bob = world.as('bob');
    const [{ id: pid = '' } = {}] = made.work_packages;
    await bob.ok('claimPackage', { id, pid });
    const [, other, claimed] = told(await assign(world, made, rollback, 'Cleo'));
    assert.is(other, bob.id);
    assert.match(claimed ?? '', /stays with bob, who has claimed it: ask them\./i);
    await bob.ok('movePackage', { id, pid, status: 'in_progress' });
    const [status, assignee, begun] = told(await assign(world, made, migration, null));
    assert.equal([status, assignee], ['in_progress', bob.id]);
    assert.match(begun ?? '', /stays with bob, who has begun it: ask them\./i);
  },
);

test.run();

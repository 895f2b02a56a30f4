/** PKG-4: the review of an action item changes the package that it is in, and no other that says its words. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { World } from '../support/harness.ts';
import { scenario } from '../support/scenario.ts';

type Outcome = Output<'reviewResult'>;

const decided = 'Fix the tests of the login in src/login.ts';
const item = 'Fix the tests';
const docs = 'Fix the docs';
const described = 'Fix the docs of the API in src/api.ts';

/** An action item with a package of its own, one that is in none, and two decisions that say the words of one each. */
function ingest(world: World): Promise<Outcome> {
  const said = [decided, described, item, docs];
  return world.as('ada').ok('ingestMeeting', {
    workspace_id: world.workspace.id,
    title: 'Plan',
    transcript: said.map((one) => `Bob: ${one}.`).join('\n'),
    reading: {
      decisions: [
        { title: decided, affected_files: ['src/login.ts'], sentence: decided },
        { title: described, affected_files: ['src/api.ts'], sentence: described },
      ],
      action_items: [
        { action: item, files: ['db/migrate.sql'], sentence: item },
        { action: docs, sentence: docs },
      ],
    },
  });
}

async function review(world: World, made: Outcome, action: string, changes: object) {
  const result_id = made.action_items.find((one) => one.action === action)?.id ?? '';
  return world.as('ada').ok('reviewResult', { meeting_id: made.id, result_id, ...changes });
}

/** Of each package the title, what it says and when it was changed. */
function shown({ work_packages: packages }: Outcome): string[][] {
  return packages.map((one) => [one.title, one.description, one.updated_at]);
}

scenario('PKG-4', 'a dropped item changes no package that only says its words', async (world) => {
  const made = await ingest(world);
  const [login, api, own] = shown(made);
  assert.equal([login?.[0], api?.[0], own?.[0]], [decided, described, item]);
  world.clock.advance(1_000);
  assert.equal(shown(await review(world, made, docs, { state: 'dropped' })), [login, api, own]);
  assert.equal(shown(await review(world, made, item, { state: 'dropped' })), [login, api]);
});

scenario('PKG-4', 'nor does an item that gets other words', async (world) => {
  const made = await ingest(world);
  const [login, api] = shown(made);
  world.clock.advance(1_000);
  await review(world, made, docs, { action: 'Throw the docs away' });
  const now = await review(world, made, item, { action: 'Test the migration' });
  assert.equal(shown(now).slice(0, 2), [login, api]);
  assert.is(shown(now)[2]?.[1], 'Test the migration');
});

scenario('PKG-4', 'an item that is given to a member claims its own package', async (world) => {
  const made = await ingest(world);
  const given = await review(world, made, item, { assignee: 'Bob' });
  assert.equal(
    given.work_packages.map(({ status, assignee }) => [status, assignee]),
    [
      ['open', undefined],
      ['open', undefined],
      ['claimed', world.as('bob').id],
    ],
  );
});

test.run();

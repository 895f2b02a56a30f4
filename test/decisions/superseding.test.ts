/** A decision that replaces another one ends it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { Input } from '../support/person.ts';
import { onPostgres, relayScenario as scenario } from '../support/scenario.ts';
import { publish } from '../support/symbols.ts';
import { tool } from '../support/tools.ts';
import { decide, get, staleIds, auth } from './support.ts';

scenario('DEC-5', 'one that supersedes another ends it', async (world) => {
  const first = await decide(world);
  const feed = await world.as('cleo').feed();
  const args = { title: 'Passwords are hashed with scrypt', supersedes: first.id };
  const second = await tool<Output<'decide'>>(world, 'bob', { tool: 'decide', args });
  assert.equal(second.ended, [first.id]);
  const ended = await get(world, first.id);
  assert.is(ended.state, 'ended');
  assert.is(ended.superseded_by, second.id);
  assert.is((await get(world, second.id)).supersedes, first.id);
  const { data } = await feed.next('decision_superseded');
  assert.equal((data['by'] as Input)['id'], second.id);
  const { id: workspace_id } = world.workspace;
  const late = { workspace_id, title: 'Too late', supersedes: first.id };
  const refused = await world.as('bob').refused('recordDecision', late);
  assert.is(refused.status, 409);
  assert.match(refused.message, second.id);
  const reaffirm = { id: workspace_id, decision_id: first.id };
  assert.is((await world.as('bob').refused('reaffirmDecision', reaffirm)).status, 409);
  const unknown = { workspace_id, title: 'T', supersedes: 'dec_nothing' };
  assert.is((await world.as('bob').refused('recordDecision', unknown)).status, 404);
  feed.close();
});

scenario(
  'DEC-5',
  'one of the same title ends it when it is stale, and only then',
  async (world) => {
    await publish(world, 'ada', [auth()]);
    const first = await decide(world);
    const second = await decide(world);
    assert.is((await get(world, first.id)).state, 'fresh');
    await publish(world, 'bob', [auth({ login: 'm2' })]);
    const third = await decide(world, { title: 'passwords  are hashed with ARGON2' });
    for (const { id } of [first, second]) {
      assert.is((await get(world, id)).superseded_by, third.id);
      assert.is((await get(world, id)).state, 'ended');
    }
    assert.equal(await staleIds(world), []);
  },
);

scenario(
  'DEC-5',
  'of two that supersede the same one at once, one wins',
  async (world) => {
    const second = await world.startRelay();
    const { id: workspace_id } = world.workspace;
    const { id: supersedes } = await decide(world);
    const answers = await Promise.all(
      [world.relay.url, second.url].map((via) =>
        world
          .as('bob')
          .call('recordDecision', { workspace_id, title: `By ${via}`, supersedes }, { via }),
      ),
    );
    assert.equal(answers.map(({ status }) => status).sort(), [201, 409]);
  },
  { on: onPostgres },
);

test.run();

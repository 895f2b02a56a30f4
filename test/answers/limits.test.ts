import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { onPostgres, relayScenario as scenario } from '../support/scenario.ts';
import { send, type Answer } from '../support/http.ts';
import type { Tier } from '../../shared/contract/tiers.ts';
import type { World } from '../support/harness.ts';
import type { Person } from '../support/person.ts';

const dayMs = 86_400_000;

function quotaOf({ headers }: Pick<Answer, 'headers'>) {
  const read = (name: string) => {
    const value = headers[`x-ratelimit-${name}`];
    return value === undefined ? undefined : Number(value);
  };
  return { limit: read('limit'), remaining: read('remaining'), reset: read('reset') };
}

const midnight = (world: World) => (Math.floor(world.clock.now() / dayMs) + 1) * (dayMs / 1_000);

/** Says how many requests the user has made today. */
async function used(world: World, name: string, requests: number): Promise<void> {
  const { id: user_id } = world.as(name);
  const day = new Date(world.clock.now()).toISOString().slice(0, 10);
  await world.database.write((rows) =>
    rows
      .insertInto('usage')
      .values({ user_id, day, requests })
      .onConflict((conflict) => conflict.columns(['user_id', 'day']).doUpdateSet({ requests }))
      .execute(),
  );
}

/** Somebody whose only workspace has that tier. */
async function limited(world: World, tier: Tier): Promise<Person> {
  await world.setTier(tier);
  const dan = await world.addUser('dan');
  await world.join('dan', 'member');
  return dan;
}

for (const [tier, limit] of [
  ['free', 1_000],
  ['pro', 50_000],
] as const) {
  scenario('ANS-1', `the ${tier} tier has ${limit} requests a day, then 429`, async (world) => {
    const dan = await limited(world, tier);
    const first = await dan.get('/users/profile');
    assert.equal(quotaOf(first), { limit, remaining: limit - 1, reset: midnight(world) });
    await used(world, 'dan', limit - 2);
    await dan.agent().edit('docs/one.md');
    const last = await dan.get('/users/profile');
    assert.equal(quotaOf(last), { limit, remaining: 0, reset: midnight(world) });
    const { slug: workspace_slug, id } = world.workspace;
    const write = {
      workspace_slug,
      event: 'postToolUse',
      conversation_id: 'c',
      file_path: 'two.md',
    };
    const refused = await dan.refused('hook', write);
    assert.is(refused.status, 429);
    assert.is(refused.error, 'RateLimited');
    assert.equal(quotaOf(refused), { limit, remaining: 0, reset: midnight(world) });
    const wait = Math.ceil(midnight(world) - world.clock.now() / 1_000);
    assert.is(refused.headers['retry-after'], String(wait));
    for (const name of ['listReservations', 'feed'] as const) {
      assert.is((await dan.refused(name, { id })).status, 429);
    }
    const replica = await dan.tryReplica();
    assert.is('status' in replica ? replica.status : 101, 429);
    const held = await world.as('ada').reservations();
    assert.equal(
      held.map(({ file_path }) => file_path),
      ['docs/one.md'],
      'what was refused was not done',
    );
    assert.is((await world.as('bob').call('profile', {})).status, 200, 'nobody else is concerned');
  });

  scenario(
    'ANS-1',
    `the count of the ${tier} tier survives a restart and ends with the day`,
    async (world) => {
      const dan = await limited(world, tier);
      await used(world, 'dan', limit - 1);
      await dan.ok('profile', {});
      await world.restart();
      assert.is((await dan.refused('profile', {})).status, 429);
      world.clock.advance(midnight(world) * 1_000 - world.clock.now() - 1);
      const late = await dan.refused('profile', {});
      assert.is(late.headers['retry-after'], '1');
      world.clock.advance(1);
      const fresh = await dan.get('/users/profile');
      assert.equal(quotaOf(fresh), { limit, remaining: limit - 1, reset: midnight(world) });
    },
  );
}

scenario('ANS-1', 'requests that come at once are all counted', async (world) => {
  const dan = await limited(world, 'free');
  await used(world, 'dan', 990);
  const answers = await Promise.all(Array.from({ length: 30 }, () => dan.get('/users/profile')));
  assert.is(answers.filter(({ status }) => status === 200).length, 10);
  assert.is(answers.filter(({ status }) => status === 429).length, 20);
  const remaining = answers
    .map((answer) => quotaOf(answer).remaining)
    .sort((a = 0, b = 0) => b - a);
  assert.equal(remaining.slice(0, 10), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
});

scenario(
  'ANS-1',
  'also through two relay processes',
  async (world) => {
    const second = await world.startRelay();
    const dan = await limited(world, 'free');
    await used(world, 'dan', 990);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        dan.call('profile', {}, { via: index % 2 === 0 ? world.relay.url : second.url }),
      ),
    );
    assert.is(answers.filter(({ status }) => status === 200).length, 10);
  },
  { on: onPostgres },
);

scenario('ANS-1', 'a request that is refused for its input counts too', async (world) => {
  const dan = await limited(world, 'free');
  const refused = await dan.refused('createWorkspace', {});
  assert.is(refused.status, 400);
  assert.is(quotaOf(refused).remaining, 999);
  const unknown = await dan.refused('getWorkspace', { id: 'ws_nowhere' });
  assert.is(quotaOf(unknown).remaining, 998);
});

scenario('ANS-1', 'a feed answers with the limit too', async (world) => {
  const dan = await limited(world, 'free');
  const feed = await dan.feed();
  assert.equal(quotaOf(feed), { limit: 1_000, remaining: 999, reset: midnight(world) });
  feed.close();
});

for (const tier of ['team', 'unlimited'] as const) {
  scenario('LIM-2', `the ${tier} tier has no limit, and no header names one`, async (world) => {
    await world.setTier(tier);
    world.clock.advance(2_000);
    await used(world, 'ada', 10_000_000);
    const answer = await world.as('ada').get('/users/profile');
    assert.is(answer.status, 200);
    assert.equal(quotaOf(answer), { limit: undefined, remaining: undefined, reset: undefined });
  });
}

scenario('LIM-1', 'a tier takes effect within two seconds, on a relay that runs', async (world) => {
  const ada = world.as('ada');
  await ada.ok('profile', {});
  await world.setTier('pro');
  world.clock.advance(2_000);
  assert.is(quotaOf(await ada.get('/users/profile')).limit, 50_000);
  await world.setTier('unlimited');
  world.clock.advance(2_000);
  assert.is(quotaOf(await ada.get('/users/profile')).limit, undefined);
});

scenario('LIM-1', 'the most generous workspace of a user counts', async (world) => {
  const ada = world.as('ada');
  // A new workspace has the default tier of the relay, where its maker has no less.
  await ada.ok('createWorkspace', { name: 'Second', slug: 'second' });
  await world.setTier('free');
  world.clock.advance(2_000);
  assert.is(quotaOf(await ada.get('/users/profile')).limit, undefined);
});

scenario('LIM-1', 'nobody gets more requests by making a workspace', async (world) => {
  const ada = world.as('ada');
  await world.setTier('free');
  // At once, while the relay still counts by the tier of before.
  await ada.ok('createWorkspace', { name: 'Second', slug: 'second' });
  world.clock.advance(2_000);
  assert.is(quotaOf(await ada.get('/users/profile')).limit, 1_000);
  await ada.ok('createWorkspace', { name: 'Third', slug: 'third' });
  world.clock.advance(2_000);
  assert.is(quotaOf(await ada.get('/users/profile')).limit, 1_000);
});

scenario(
  'LIM-1',
  'who is in no workspace has the default tier, and so has a new workspace',
  async (world) => {
    const mallory = world.as('mallory');
    assert.is(quotaOf(await mallory.get('/users/profile')).limit, 50_000);
    await world.setTier('unlimited');
    await mallory.ok('createWorkspace', { name: 'Own', slug: 'own' });
    world.clock.advance(2_000);
    assert.is(quotaOf(await mallory.get('/users/profile')).limit, 50_000);
  },
  { relay: { defaultTier: 'pro' } },
);

for (const event of ['preToolUse', 'PreToolUse'])
  scenario(
    'LIM-3',
    `beyond the limit ${event} passes, and says that nothing was checked and when it begins anew`,
    async (world) => {
      await world.as('ada').agent().edit('docs/one.md');
      const dan = await limited(world, 'free');
      await used(world, 'dan', 1_000);
      const { slug: workspace_slug } = world.workspace;
      const check = { workspace_slug, event, conversation_id: 'c', file_path: 'docs/one.md' };
      const chunked = { 'transfer-encoding': 'chunked' };
      for (const headers of [undefined, chunked]) {
        const answer = await dan.call('hook', check, headers && { headers });
        assert.is(answer.status, 200);
        const { permission, message } = answer.body as { permission: string; message: string };
        assert.is(permission, 'allow');
        assert.match(message, 'The 1000 requests of today are used up');
        assert.match(message, new Date(midnight(world) * 1_000).toISOString());
        assert.match(message, 'nothing is checked');
        assert.equal(quotaOf(answer), { limit: 1_000, remaining: 0, reset: midnight(world) });
      }
    },
  );

scenario('LIM-2', 'the validation of a key says the limit, also beyond it', async (world) => {
  const dan = await limited(world, 'free');
  await used(world, 'dan', 998);
  for (const remaining of [1, 0, 0]) {
    const answer = await dan.call('validateKey', {});
    assert.is(answer.status, 200);
    assert.equal(answer.body, { valid: true, user_id: dan.id, email: 'dan@example.com' });
    assert.equal(quotaOf(answer), { limit: 1_000, remaining, reset: midnight(world) });
  }
});

scenario(
  'ANS-1',
  'what the team tier uses is counted too, for whoever wants to know',
  async (world) => {
    for (let index = 0; index < 5; index += 1) await world.as('bob').ok('profile', {});
    await world.restart();
    const [row] = await world.database.rows
      .selectFrom('usage')
      .selectAll()
      .where('user_id', '=', world.as('bob').id)
      .execute();
    assert.is(row?.requests, 5);
  },
);

scenario('ANS-1', 'what is public is not limited', async (world) => {
  const health = await send(world.relay.url, { method: 'GET', path: '/health' });
  assert.equal(quotaOf(health), { limit: undefined, remaining: undefined, reset: undefined });
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/waiting.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import type { World } from '../support/harness.ts';

const dayMs = 86_400_000;

function usageFor(world: World, name: string) {
  return world.as(name).ok('usage', { id: world.workspace.id });
}

async function countOf(world: World, name: string): Promise<number | undefined> {
  const { by_member: members } = await usageFor(world, 'ada');
  return members.find(({ user_id: id }) => id === world.as(name).id)?.used_today;
}

scenario('LIM-5', 'every member sees what the team has used, and the limit', async (world) => {
  await world.setTier('pro');
  world.clock.advance(2_001);
  await world.as('bob').ok('profile', {});
  await world.as('bob').ok('profile', {});
  const seen = await usageFor(world, 'cleo');
  assert.is(seen.tier, 'pro');
  assert.is(seen.limit_per_day, 50_000);
  assert.is(seen.per_minute, null);
  assert.is(seen.resets_at, '2026-01-06T00:00:00.000Z');
  assert.equal(seen.own, { used_today: 1, limit_per_day: 50_000 });
  assert.equal(
    seen.by_member.map(({ name, used_today: used }) => `${name} ${used}`),
    ['bob 2', 'cleo 1', 'ada 0'],
  );
  assert.is(seen.used_today, 3);
  assert.is(seen.days.length, 14);
  assert.equal(seen.days.at(-1), { day: '2026-01-05', requests: 3 });
  assert.equal(seen.days[0], { day: '2025-12-23', requests: 0 });
});

scenario('LIM-5', 'the limit and the count are those of the headers', async (world) => {
  await world.setTier('free');
  world.clock.advance(2_001);
  const { headers, body } = await world.as('bob').call('usage', { id: world.workspace.id });
  const { own } = body as Awaited<ReturnType<typeof usageFor>>;
  assert.is(own.limit_per_day, Number(headers['x-ratelimit-limit']));
  const left = (own.limit_per_day ?? 0) - own.used_today;
  assert.is(left, Number(headers['x-ratelimit-remaining']));
});

scenario('LIM-5', 'without a limit null stands for it, and requests count too', async (world) => {
  await world.as('bob').ok('profile', {});
  await world.as('bob').ok('profile', {});
  await eventually('the count of both', async () =>
    (await countOf(world, 'bob')) === 2 ? true : undefined,
  );
  const seen = await usageFor(world, 'bob');
  assert.is(seen.tier, 'team');
  assert.is(seen.limit_per_day, null);
  assert.is(seen.own.limit_per_day, null);
});

scenario('LIM-5', 'a new day begins at nothing, and the days before stay', async (world) => {
  await world.setTier('pro');
  world.clock.advance(2_001);
  await world.as('bob').ok('profile', {});
  world.clock.advance(dayMs);
  const next = await usageFor(world, 'bob');
  assert.is(next.own.used_today, 1);
  assert.equal(next.days.slice(-2), [
    { day: '2026-01-05', requests: 1 },
    { day: '2026-01-06', requests: 1 },
  ]);
  world.clock.advance(14 * dayMs);
  const later = await usageFor(world, 'bob');
  assert.is(
    later.days.reduce((sum, { requests }) => sum + requests, 0),
    1,
  );
});

scenario('LIM-5', 'who is no member sees nothing and is not counted', async (world) => {
  const { id } = world.workspace;
  await world.as('mallory').ok('profile', {});
  assert.is((await world.as('mallory').refused('usage', { id })).status, 404);
  const { by_member: members } = await usageFor(world, 'ada');
  assert.is(members.length, 3);
});

test.run();

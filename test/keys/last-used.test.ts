import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import { onPostgres, relayScenario as scenario } from '../support/scenario.ts';
import type { World } from '../support/harness.ts';
import { eventually } from '../support/waiting.ts';

async function lastUsed(world: World, keyId: string): Promise<number | undefined> {
  const { keys } = await world.as('ada').ok('listKeys', {});
  const { last_used_at: at } = keys.find(({ id }) => id === keyId) ?? {};
  return at === undefined ? undefined : Date.parse(at);
}

function untilUsed(world: World, keyId: string, atMs: number): Promise<true> {
  return eventually('the time of its last use', async () =>
    (await lastUsed(world, keyId)) === atMs ? true : undefined,
  );
}

scenario(
  'ACC-8',
  'a key tells when it was used last, and one that never was does not',
  async (world) => {
    const made = await world.as('ada').ok('createKey', { name: 'laptop' });
    assert.is(await lastUsed(world, made.id), undefined);
    const first = world.clock.now();
    await world.as('ada').withKey(made.key).ok('profile', {});
    await untilUsed(world, made.id, first);
    world.clock.advance(minutes(3));
    await world.as('ada').withKey(made.key).ok('profile', {});
    await untilUsed(world, made.id, first + minutes(3));
  },
);

scenario(
  'ACC-8',
  'a busy key is written once a minute, and its last use is kept',
  async (world) => {
    const made = await world.as('ada').ok('createKey', {});
    const busy = world.as('ada').withKey(made.key);
    const first = world.clock.now();
    await busy.ok('profile', {});
    await untilUsed(world, made.id, first);
    for (let second = 0; second < 50; second += 10) {
      world.clock.advance(10_000);
      await busy.ok('profile', {});
    }
    // Two rounds of the sweeper.
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    assert.is(await lastUsed(world, made.id), first, 'not again within the minute');
    world.clock.advance(10_000);
    await untilUsed(world, made.id, first + 50_000);
  },
);

scenario('ACC-8', 'the last use survives a restart, also within the minute', async (world) => {
  const made = await world.as('ada').ok('createKey', {});
  const key = world.as('ada').withKey(made.key);
  await key.ok('profile', {});
  await untilUsed(world, made.id, world.clock.now());
  world.clock.advance(20_000);
  await key.ok('profile', {});
  await world.restart();
  assert.is(await lastUsed(world, made.id), world.clock.now());
});

scenario('ACC-8', 'a refused key is not in use', async (world) => {
  const made = await world.as('ada').ok('createKey', {});
  await world.as('ada').ok('revokeKey', { key_id: made.id });
  await world.as('ada').withKey(made.key).refused('profile', {});
  await world.restart();
  assert.is(await lastUsed(world, made.id), undefined);
});

scenario(
  'ACC-8',
  'of two relays the later use counts, whichever writes last',
  async (world) => {
    const second = await world.startRelay();
    const made = await world.as('ada').ok('createKey', {});
    const key = world.as('ada').withKey(made.key);
    await key.ok('profile', {}, { via: second.url });
    await untilUsed(world, made.id, world.clock.now());
    world.clock.advance(20_000);
    await key.ok('profile', {}, { via: second.url });
    world.clock.advance(10_000);
    const last = world.clock.now();
    await key.ok('profile', {});
    await untilUsed(world, made.id, last);
    await world.closeRelay(second);
    assert.is(await lastUsed(world, made.id), last, 'the earlier use came to the store later');
  },
  { on: onPostgres },
);

test.run();

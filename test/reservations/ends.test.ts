/** What ends a reservation, and what does not. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import { scenario } from '../support/scenario.ts';

scenario('RSV-8', 'the expiry of a session alone releases nothing', async (world) => {
  await world.as('ada').agent().edit('docs/plan.md');
  await world.pass(minutes(6));
  assert.equal(await world.as('bob').sessions(), []);
  assert.is((await world.as('bob').agent().check('docs/plan.md')).permission, 'deny');
  assert.is((await world.as('bob').reservations()).length, 1);
});

scenario(
  'RSV-8',
  'a restart releases nothing, and time that passed meanwhile counts',
  async (world) => {
    const { expires_at } = await world.as('ada').agent().edit('docs/plan.md');
    await world.restart();
    assert.is((await world.as('bob').reservations())[0]?.expires_at, expires_at);
    assert.is((await world.as('bob').agent().check('docs/plan.md')).permission, 'deny');
    world.clock.advance(minutes(10));
    await world.restart();
    assert.is((await world.as('bob').agent().check('docs/plan.md')).permission, 'allow');
  },
);

scenario('RSV-8', 'the team gets an event when a reservation ends by itself', async (world) => {
  const feed = await world.as('bob').feed();
  const ada = world.as('ada').agent();
  await ada.edit('src/a.ts', ['login', 'logout']);
  await world.pass(minutes(10));
  const { data } = await feed.next('file_released');
  assert.equal(data['symbols'], ['src/a.ts#login', 'src/a.ts#logout']);
  assert.is(data['reason'], 'expired');
  feed.close();
});

scenario(
  'RSV-8',
  'the end of a reservation of the whole file says so, whatever ended before it',
  async (world) => {
    const feed = await world.as('bob').feed();
    const ada = world.as('ada').agent();
    await ada.edit('src/a.ts', ['login']);
    world.clock.advance(minutes(10));
    await ada.edit('src/a.ts');
    await ada.end();
    await feed.next('session_ended');
    const whole = feed.events.some(
      ({ type, data }) => type === 'file_released' && JSON.stringify(data['symbols']) === '[]',
    );
    assert.ok(whole, 'who follows the feed must learn that the file is free');
    feed.close();
  },
);

scenario(
  'RSV-8',
  'what was reserved and has ended is free for others before the sweeper comes',
  async (world) => {
    await world.as('ada').agent().edit('src/a.ts', ['login']);
    world.clock.advance(minutes(10));
    const bob = await world.as('bob').agent().edit('src/a.ts', ['login']);
    assert.equal(bob.reserved, ['src/a.ts#login']);
    await world.sweep();
    const held = await world.as('cleo').reservations();
    assert.equal(
      held.map(({ user_name }) => user_name),
      ['bob'],
      'the sweeper removes the old reservation, not the new one',
    );
  },
);

test.run();

/** A write takes what it writes for ten minutes; a question takes nothing. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import { onDaemon, scenario } from '../support/scenario.ts';

scenario('RSV-1', 'a reported write takes the file for ten minutes', async (world) => {
  await world.as('ada').agent().start('plan the party');
  const answer = await world.as('ada').agent().edit('docs/plan.md');
  assert.equal(answer.reserved, ['docs/plan.md']);
  assert.equal(answer.conflicts, []);
  assert.is(answer.expires_at, new Date(world.clock.now() + minutes(10)).toISOString());
  const [held, ...more] = await world.as('bob').reservations();
  assert.equal(more, []);
  assert.equal(held, {
    file_path: 'docs/plan.md',
    symbol_ids: [],
    user_id: world.as('ada').id,
    user_name: 'ada',
    reserved_by: 'ada',
    conversation_id: 'ada-1',
    session_id: answer.session_id,
    agent_type: 'claude-code',
    current_task: 'plan the party',
    fence: answer.fence,
    expires_at: answer.expires_at,
    minutes_remaining: 10,
  });
});

scenario('RSV-1', 'the reservation ends exactly ten minutes after the write', async (world) => {
  await world.as('ada').agent().edit('docs/plan.md');
  const bob = world.as('bob').agent();
  world.clock.advance(minutes(10) - 1);
  assert.is((await bob.check('docs/plan.md')).permission, 'deny');
  assert.is((await world.as('bob').reservations())[0]?.minutes_remaining, 1);
  world.clock.advance(1);
  assert.equal(await bob.check('docs/plan.md'), { permission: 'allow' });
  assert.equal(await world.as('bob').reservations(), []);
});

scenario('RSV-2', 'each further edit sets the expiry anew and keeps the fence', async (world) => {
  const ada = world.as('ada').agent();
  const first = await ada.edit('docs/plan.md');
  await world.pass(minutes(9));
  const second = await ada.edit('docs/plan.md');
  assert.is(second.expires_at, new Date(world.clock.now() + minutes(10)).toISOString());
  await world.pass(minutes(9));
  const [held] = await world.as('bob').reservations();
  assert.is(held?.expires_at, second.expires_at);
  assert.is(
    held?.fence,
    first.fence,
    'a reservation that never ended keeps the fence of its grant',
  );
  await world.pass(minutes(2));
  await ada.edit('docs/plan.md');
  const [fresh] = await world.as('bob').reservations();
  assert.ok(
    (fresh?.fence ?? 0) > (held?.fence ?? 0),
    'a reservation that had ended gets a new fence',
  );
});

scenario('RSV-2', 'an edit of one symbol does not extend another', async (world) => {
  const ada = world.as('ada').agent();
  await ada.edit('src/a.ts', ['login']);
  await world.pass(minutes(5));
  await ada.edit('src/a.ts', ['logout']);
  await world.pass(minutes(6));
  const held = await world.as('bob').reservations();
  assert.equal(
    held.map(({ symbol_ids }) => symbol_ids),
    [['src/a.ts#logout']],
  );
});

scenario('RSV-5', 'asking takes nothing', async (world) => {
  const ada = world.as('ada').agent();
  assert.is((await ada.check('docs/plan.md')).permission, 'allow');
  assert.is((await ada.check('src/a.ts', ['login'])).permission, 'allow');
  assert.equal(await world.as('ada').reservations(), []);
  assert.is((await world.as('bob').agent().check('docs/plan.md')).permission, 'allow');
});

scenario('RSV-5', 'asking extends nothing', async (world) => {
  const ada = world.as('ada').agent();
  await ada.edit('docs/plan.md');
  await world.pass(minutes(9));
  await ada.check('docs/plan.md');
  await world.pass(minutes(1));
  assert.equal(await world.as('ada').reservations(), []);
});

scenario(
  'RSV-1',
  'what git ignores is held by nobody',
  async (world) => {
    const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
    await ada.start();
    await writeFile(join(world.treeOf('ada'), '.gitignore'), 'dist\n');
    const built = await ada.edit('dist/local.env');
    assert.equal(built.reserved, []);
    assert.is((await bob.check('dist/local.env')).permission, 'allow');
    assert.equal((await ada.edit('docs/plan.md')).reserved, ['docs/plan.md']);
  },
  { on: onDaemon },
);

test.run();

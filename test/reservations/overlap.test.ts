/** Which parts of a file overlap, and who is denied. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scenario } from '../support/scenario.ts';

scenario('RSV-3', 'different symbols of one file do not overlap', async (world) => {
  await world.as('ada').agent().edit('src/a.ts', ['login']);
  const bob = world.as('bob').agent();
  assert.is((await bob.check('src/a.ts', ['logout'])).permission, 'allow');
  assert.equal((await bob.edit('src/a.ts', ['logout'])).reserved, ['src/a.ts#logout']);
  assert.is((await bob.check('src/a.ts', ['login'])).permission, 'deny');
  assert.is((await bob.check('src/a.ts', ['Login'])).permission, 'allow', 'symbols have a case');
});

scenario('RSV-3', 'a whole file overlaps each of its symbols, both ways', async (world) => {
  await world.as('ada').agent().edit('src/a.ts', ['login']);
  await world.as('ada').agent().edit('src/b.ts');
  const bob = world.as('bob').agent();
  assert.is((await bob.check('src/a.ts')).permission, 'deny');
  assert.is((await bob.check('src/b.ts', ['login'])).permission, 'deny');
  assert.is((await bob.check('src/b.ts', [''])).permission, 'deny', 'also of its top level');
});

scenario('RSV-3', 'the path of the file among its symbols means the whole file', async (world) => {
  await world.as('ada').agent().edit('src/a.ts', ['login']);
  const path = { file_path: 'src/b.ts', symbol_ids: ['./src/b.ts'] };
  await world
    .as('ada')
    .agent()
    .send({ event: 'postToolUse', ...path });
  const bob = world.as('bob').agent();
  const whole = { file_path: 'src/a.ts', symbol_ids: ['src/a.ts'] };
  assert.is((await bob.send({ event: 'preToolUse', ...whole })).permission, 'deny');
  assert.is((await bob.check('src/b.ts', ['login'])).permission, 'deny');
});

scenario('RSV-3', 'the top level of a file is a part like any other', async (world) => {
  await world.as('ada').agent().edit('src/a.ts', ['']);
  const bob = world.as('bob').agent();
  assert.is((await bob.check('src/a.ts', [''])).permission, 'deny');
  assert.is((await bob.check('src/a.ts', ['login'])).permission, 'allow');
  const [held] = await world.as('bob').reservations();
  assert.equal(held?.symbol_ids, ['src/a.ts#']);
});

scenario(
  'RSV-3',
  'a reservation of the whole file replaces those of its symbols of the same session',
  async (world) => {
    const ada = world.as('ada').agent();
    await ada.edit('src/a.ts', ['login', 'logout']);
    await ada.edit('src/a.ts');
    assert.equal((await ada.edit('src/a.ts', ['login'])).reserved, ['src/a.ts']);
    const held = await world.as('bob').reservations();
    assert.equal(
      held.map(({ symbol_ids }) => symbol_ids),
      [[]],
    );
  },
);

scenario(
  'RSV-4',
  'the reservation of another session denies, also of the same user',
  async (world) => {
    await world.as('ada').agent('tab-1').edit('docs/plan.md');
    for (const other of [world.as('ada').agent('tab-2'), world.as('bob').agent()]) {
      const denied = await other.check('docs/plan.md');
      assert.is(denied.permission, 'deny');
    }
    assert.equal(await world.as('ada').agent('tab-1').check('docs/plan.md'), {
      permission: 'allow',
    });
    assert.equal(await world.as('bob').agent().check('docs/other.md'), { permission: 'allow' });
  },
);

scenario('RSV-4', 'both families of event names deny', async (world) => {
  await world.as('ada').agent().send({ event: 'PostToolUse', file_path: 'docs/plan.md' });
  for (const event of ['preToolUse', 'PreToolUse'] as const) {
    const denied = await world.as('bob').hook({ event, file_path: 'docs/plan.md' });
    assert.is(denied.permission, 'deny');
  }
});

scenario('RSV-4', 'the team gets an event of a denied write', async (world) => {
  const { session_id } = await world.as('ada').agent().edit('src/a.ts', ['login']);
  const feed = await world.as('cleo').feed();
  const bob = world.as('bob').agent();
  const id = await bob.start();
  await bob.check('src/a.ts', ['login']);
  const { data } = await feed.next('conflict_detected');
  const { seq: _seq, at: _at, ...fields } = data;
  assert.equal(fields, {
    type: 'conflict_detected',
    file: 'src/a.ts',
    symbol_id: 'src/a.ts#login',
    by: 'bob',
    session_id: id,
    holder: 'ada',
    holder_session_id: session_id,
    kind: 'write_denied',
  });
  feed.close();
});

test.run();

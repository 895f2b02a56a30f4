/** What `sync` says of the workstream that its session is in, at a relay and at a daemon. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scenario } from '../support/scenario.ts';
import type { World } from '../support/harness.ts';
import { eventually } from '../support/waiting.ts';
import { join, start } from '../workstreams/steps.ts';

const branch = 'coord/guest-checkout';

/** Who works in ada's workstream on what, and what they hold, as her `sync` shows it. */
async function shown(world: World, session_id: string): Promise<string[]> {
  const { active_workstream: active } = await world
    .as('ada')
    .ok('sync', { id: world.workspace.id, session_id });
  assert.ok(active);
  return [
    ...active.members.map((one) => `${one.user_name}: ${one.current_task ?? 'nothing'}`).sort(),
    ...active.reservations.map((one) => `${one.reserved_by} ${one.symbol_ids.join()}`).sort(),
  ];
}

scenario('WST-2', 'sync tells who works in it now, and what they hold', async (world) => {
  const [ada, bob, cleo] = [world.as('ada'), world.as('bob').agent(), world.as('cleo')];
  const session = await ada.agent().start('cart');
  const bobs = await bob.start('pay');
  await start(world, {}, 'cleo');
  await join(world, 'ada', { slug: 'guest-checkout', session_id: session });
  await join(world, 'bob', { slug: 'guest-checkout', session_id: bobs });
  const becomes = async (what: string, expected: readonly string[]) => {
    let last: string[] = [];
    const isSo = async () => {
      last = await shown(world, session);
      return last.join() === expected.join() || undefined;
    };
    await eventually(what, isSo, 3_000).catch(() => assert.equal(last, expected, what));
  };
  await becomes('both to be in it', ['ada: cart', 'bob: pay', 'cleo: nothing']);
  await bob.send({ event: 'UserPromptSubmit', task: 'pay later' });
  await bob.edit('src/pay.ts', ['pay']);
  const holding = ['ada: cart', 'bob: pay later', 'cleo: nothing', 'bob src/pay.ts#pay'];
  await becomes('what bob does', holding);
  await cleo.agent('here', { branch }).start('docs');
  const withCleo = [...holding.slice(0, 2), 'cleo: docs', ...holding.slice(2)];
  await becomes('who is on its branch', withCleo);
  await bob.end();
  await becomes('who has left', ['ada: cart', 'cleo: docs', 'cleo: nothing']);
});

test.run();

/** What `sync` tells of others' holds, over every transport, in a workspace with many of them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scenario } from '../support/scenario.ts';

const many = 320;

scenario('RSV-4', 'a hold near the work is told, however many others there are', async (world) => {
  const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
  await bob.start('everything');
  for (let at = 0; at < many; at += 1) await bob.edit(`a/${at}.ts`, ['f']);
  await bob.edit('z/near.ts', ['login']);
  await bob.edit('z/own.ts', ['login']);
  const session_id = await ada.start('sign-in');
  await ada.edit('z/own.ts', ['logout']);
  const input = { id: world.workspace.id, session_id, files: 'z/near.ts', task: 'sign-in' };
  const { conflicts, reservations } = await world.as('ada').ok('sync', input);
  const symbols = conflicts.map(({ symbol }) => symbol).sort();
  assert.equal(symbols, ['z/near.ts#login', 'z/own.ts#login']);
  assert.is(reservations[0]?.file_path.startsWith('z/'), true, 'the near ones come first');
  assert.ok(reservations.length <= 13, 'the others are only examples');
});

test.run();

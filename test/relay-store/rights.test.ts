/** A relay whose user of PostgreSQL may not do all that a relay does. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startRelay } from '../support/start-relay.ts';
import { onServer } from '../support/databases.ts';
import { onPostgres, relayScenario as scenario } from '../support/scenario.ts';

scenario('DUR-5', 'a relay that may write is ready', async (world) => {
  assert.is((await world.as('ada').call('ready', {})).status, 200);
});

const reader = `coord_reader_${process.pid}`;

scenario(
  'DUR-5',
  'a user who may only read makes /ready and each write a 503 that says so',
  async (world) => {
    await onServer(`CREATE ROLE ${reader} LOGIN IN ROLE pg_read_all_data`);
    const address = new URL(world.database.address);
    address.username = reader;
    const relay = await startRelay({ host: '127.0.0.1', port: 0, database: address.href });
    try {
      const ready = await fetch(`${relay.url}/ready`);
      assert.is(ready.status, 503);
      assert.match(await ready.text(), 'it has no right to write to its database');
      const asking = { via: relay.url };
      const input = { name: 'N', slug: 'n' };
      const refused = await world.as('ada').refused('createWorkspace', input, asking);
      assert.is(refused.status, 503);
      assert.match(refused.message, 'it has no right to write to its database');
      assert.is((await fetch(`${relay.url}/health`)).status, 200);
    } finally {
      await relay.close();
      await onServer(`DROP ROLE ${reader}`);
    }
  },
  { on: onPostgres },
);

test.run();

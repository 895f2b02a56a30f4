/** A relay whose user of PostgreSQL may not do all that a relay does. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startRelay } from '../support/start-relay.ts';
import { runUserAdd } from '../../relay/main.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { onServer } from '../support/databases.ts';
import { withUser, type RelayOfUser } from '../support/postgres-user.ts';
import { onPostgres, relayScenario as scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';

scenario('DUR-5', 'a relay that may write is ready', async (world) => {
  assert.is((await world.as('ada').call('ready', {})).status, 200);
});

const reader = `coord_reader_${process.pid}`;
const writer = `coord_writer_${process.pid}`;

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

const server = /at 127\.0\.0\.1:\d+ /;

for (const [what, spoil, mend, answered, said] of [
  [
    'its rights to a table',
    ({ run }: RelayOfUser) => run(`REVOKE INSERT ON learnings FROM ${writer}`),
    ({ run }: RelayOfUser) => run(`GRANT INSERT ON learnings TO ${writer}`),
    'it has no right to write to its database',
    'may not make or use the relay',
  ],
  [
    'a database that takes writes',
    ({ alter }: RelayOfUser) => alter('SET default_transaction_read_only = on'),
    ({ alter }: RelayOfUser) => alter('RESET default_transaction_read_only'),
    'its database is read-only',
    'takes no writes: it is read-only. Make it writable',
  ],
  [
    'the way in',
    ({ alter }: RelayOfUser) => alter('NOLOGIN'),
    ({ alter }: RelayOfUser) => alter('LOGIN'),
    'The database refuses the relay: it does not let the user in',
    `does not let the user ${writer} in`,
  ],
] as const) {
  scenario(
    'DUR-5, DUR-8',
    `a running relay that loses ${what} answers a 503 that says so, and tells its operator once, and when it is back`,
    async (world) => {
      await withUser(world, writer, async (made) => {
        const { relay, told, cut } = made;
        const asked = { id: world.workspace.id, insight: 'The cache must be empty.' };
        const write = () => world.as('ada').call('learn', asked, { via: relay.url });
        assert.is((await write()).status, 201);
        await spoil(made);
        await cut();
        await eventually('a refusal', async () => {
          const { status, text } = await write();
          return status === 503 && text.includes(answered) ? true : undefined;
        });
        assert.is((await write()).status, 503);
        const ready = await fetch(`${relay.url}/ready`);
        assert.is(ready.status, 503);
        assert.match(await ready.text(), answered);
        const isOfIt = (sentence: string) => sentence.includes(said) && server.test(sentence);
        assert.is(told.filter(isOfIt).length, 1, told.join('\n'));
        await mend(made);
        await cut();
        await eventually('a write', async () =>
          (await write()).status === 201 ? true : undefined,
        );
        await eventually('the end', async () =>
          told.at(-1) === 'The database answers again.' ? true : undefined,
        );
      });
    },
    { on: onPostgres },
  );
}

scenario(
  'DUR-8',
  'a user who is added on a database that takes no writes is refused with what to do',
  async (world) => {
    const address = new URL(world.database.address);
    address.searchParams.set('options', '-c default_transaction_read_only=on');
    const person = { email: 'new@example.com', name: 'New' };
    const refused = await runUserAdd({ data: '/nowhere', database: address.href, ...person });
    assert.ok(isRefusal(refused));
    assert.match(refused.message, 'takes no writes: it is read-only. Make it writable');
  },
  { on: onPostgres },
);

test.run();

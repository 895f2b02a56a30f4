/** A relay whose user of PostgreSQL may not do all that a relay does, or has fewer connections than it uses. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startRelay } from '../support/start-relay.ts';
import { runUserAdd } from '../../relay/main.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { onServer } from '../support/databases.ts';
import type { Relay } from '../../relay/relay.ts';
import type { World } from '../support/harness.ts';
import { withUser, type RelayOfUser } from '../support/postgres-user.ts';
import { onPostgres, relayScenario as scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';

scenario('DUR-5', 'a relay that may write is ready', async (world) => {
  assert.is((await world.as('ada').call('ready', {})).status, 200);
});

const reader = `coord_reader_${process.pid}`;
const writer = `coord_writer_${process.pid}`;
const few = `coord_few_${process.pid}`;

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

/** A relay whose user of PostgreSQL may have so many connections; `limit` changes that, and what is open stays. */
function withFew(
  world: World,
  connections: number,
  use: (
    made: RelayOfUser & { readonly limit: (connections: number) => Promise<unknown> },
  ) => Promise<void>,
): Promise<void> {
  return withUser(world, few, async (made) => {
    const limit = (most: number) => made.alter(`CONNECTION LIMIT ${most}`);
    await limit(connections);
    await use({ ...made, limit });
  });
}

/** Many reads at once, as of many agents, so that all readers are connected. */
async function readMuch(world: World, relay: Relay): Promise<number[]> {
  const { id } = world.workspace;
  const read = () => world.as('bob').call('listReservations', { id }, { via: relay.url });
  const answers = await Promise.all(Array.from({ length: 24 }, read));
  return answers.map(({ status }) => status);
}

let written = 0;
const write = (world: World, { url: via }: Relay) =>
  world.as('ada').call('createWorkspace', { name: 'N', slug: `n-${(written += 1)}` }, { via });

/** Resolves when a write succeeds, while reads go on and on. */
async function writesAgain(world: World, relay: Relay): Promise<void> {
  let isDone = false;
  const reading = (async () => {
    while (!isDone) await readMuch(world, relay);
  })();
  try {
    await eventually(
      'a write',
      async () => ((await write(world, relay)).status === 201 ? true : undefined),
      4_000,
    );
  } finally {
    isDone = true;
    await reading;
  }
}

scenario(
  'DUR-5',
  'with fewer than ten connections the writer has one after all were lost, before the readers',
  async (world) => {
    await withFew(world, 6, async ({ relay, cut }) => {
      assert.ok((await cut()) > 0);
      await readMuch(world, relay);
      await writesAgain(world, relay);
    });
  },
  { on: onPostgres },
);

scenario(
  'DUR-5',
  'readers give way where the writer was lost and another program took its place',
  async (world) => {
    await withFew(world, 10, async ({ relay, limit, cut }) => {
      await readMuch(world, relay);
      assert.is((await write(world, relay)).status, 201);
      await limit(4);
      assert.is(await cut('COMMIT'), 1);
      const refused = await eventually('a refusal', async () => {
        const answer = await write(world, relay);
        return answer.status === 503 ? answer : undefined;
      });
      assert.match(refused.text, 'has no connection left');
      await writesAgain(world, relay);
      assert.is((await fetch(`${relay.url}/ready`)).status, 200);
    });
  },
  { on: onPostgres },
);

scenario(
  'DUR-5',
  'a server that has no connection left for the writer is told by /ready, each write and the log',
  async (world) => {
    await withFew(world, 10, async ({ relay, told, limit, cut }) => {
      const ready = () => fetch(`${relay.url}/ready`);
      assert.is((await write(world, relay)).status, 201);
      await limit(0);
      assert.is(await cut('COMMIT'), 1);
      const refused = await eventually('not ready', async () => {
        const answer = await ready();
        return answer.status === 503 ? answer.text() : undefined;
      });
      assert.match(refused, 'The database refuses the relay: it has no connection left.');
      const { status, text } = await write(world, relay);
      assert.is(status, 503);
      assert.match(text, 'The database refuses the relay: it has no connection left.');
      assert.is(told.length, 1);
      assert.match(
        told.join(),
        /^The database at 127\.0\.0\.1:\d+ has no connection left, and a relay/,
      );
      await limit(10);
      assert.is((await write(world, relay)).status, 201);
      assert.is((await ready()).status, 200);
    });
  },
  { on: onPostgres },
);

test.run();

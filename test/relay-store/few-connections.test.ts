/** A relay at a PostgreSQL server that has fewer connections left than the relay would use. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Relay } from '../../relay/relay.ts';
import type { World } from '../support/harness.ts';
import { onPostgres, relayScenario as scenario } from '../support/scenario.ts';
import { withUser, type RelayOfUser } from '../support/postgres-user.ts';
import { eventually } from '../support/waiting.ts';

const user = `coord_few_${process.pid}`;

/** A relay whose user of PostgreSQL may have so many connections; `limit` changes that, and what is open stays. */
function withFew(
  world: World,
  connections: number,
  use: (
    few: RelayOfUser & { readonly limit: (connections: number) => Promise<unknown> },
  ) => Promise<void>,
): Promise<void> {
  return withUser(world, user, async (made) => {
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

const live = { on: onPostgres };

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
  live,
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
  live,
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
  live,
);

test.run();

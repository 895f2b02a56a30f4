import { connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { applyMessage } from '../../daemon/replica/apply-message.ts';
import { emptyState, type WorkspaceState } from '../../daemon/replica/workspace-state.ts';
import type { ReplicaMessage } from '../../shared/replica/contract.ts';
import { symbolIdUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { minutes } from '../support/fake-clock.ts';
import { onPostgres, onRelay, relayScenario as scenario } from '../support/scenario.ts';
import type { ReplicaReader } from '../support/streams.ts';
import type { World } from '../support/harness.ts';

const live = { on: onRelay };

/** The newest seq that the messages lead to; throws when they leave something out. */
function levelOf(messages: readonly ReplicaMessage[], since?: number): number {
  let seq = since;
  for (const message of messages) {
    if (message.kind === 'snapshot') seq = message.seq;
    if (message.kind === 'heartbeat')
      assert.ok(message.seq <= (seq ?? -1), 'not ahead of what was sent');
    if (message.kind !== 'events') continue;
    for (const event of message.events) {
      assert.is(event.seq, (seq ?? Number.NaN) + 1, 'no gap, no repeat');
      seq = event.seq;
    }
  }
  return seq ?? Number.NaN;
}

async function upTo(replica: ReplicaReader, seq: number, since?: number): Promise<void> {
  await replica.inbox.until(`seq ${seq}`, () =>
    levelOf(replica.messages, since) >= seq ? true : undefined,
  );
}

function stateOf(messages: readonly ReplicaMessage[]): WorkspaceState {
  const state = emptyState();
  for (const message of messages) assert.is(applyMessage(state, message), 'applied');
  return state;
}

/** The reservations that are still live, as the list of the interface would show them. */
function reservationsOf(state: WorkspaceState, nowMs: number) {
  return [...state.reservations.values()]
    .flat()
    .filter(({ expiresAt }) => expiresAt > nowMs)
    .map((reservation) => {
      const id = symbolIdUnlessWhole(reservation.filePath, reservation.symbol);
      const { sessionId, fence } = reservation;
      return [
        reservation.filePath,
        id ?? '',
        sessionId,
        fence,
        toTimestamp(reservation.expiresAt),
      ].join(' ');
    })
    .sort();
}

async function listed(world: World): Promise<string[]> {
  const held = await world.as('bob').reservations();
  return held
    .map((r) => [r.file_path, r.symbol_ids[0] ?? '', r.session_id, r.fence, r.expires_at].join(' '))
    .sort();
}

async function newestSeq(world: World): Promise<number> {
  const row = await world.database.rows
    .selectFrom('workspaces')
    .select('seq')
    .where('id', '=', world.workspace.id)
    .executeTakeFirstOrThrow();
  return row.seq;
}

async function someWork(world: World): Promise<void> {
  const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
  await ada.start('one');
  await Promise.all([ada.edit('src/a.ts', ['login', '']), bob.edit('src/a.ts', ['logout'])]);
  await bob.edit('src/b.ts', ['x', 'y']);
  await world.pass(minutes(6));
  await ada.edit('src/a.ts', ['login']);
  await bob.edit('src/b.ts');
  await world.pass(minutes(5));
  await ada.edit('docs/plan.md');
  await world.as('cleo').agent().edit('src/c.ts', ['z']);
  await world.as('cleo').agent().end();
  await bob.edit('docs/caf\u00e9.md');
}

scenario(
  'FED-2',
  'snapshot and events lead to what the lists show',
  async (world) => {
    await world.as('cleo').agent().edit('docs/early.md');
    const replica = await world.as('bob').replica();
    const first = await replica.inbox.find('a snapshot', ({ kind }) => kind === 'snapshot');
    assert.is(first, replica.messages[0], 'the snapshot comes first');
    await someWork(world);
    await upTo(replica, await newestSeq(world));
    const followed = stateOf(replica.messages);
    assert.equal(reservationsOf(followed, world.clock.now()), await listed(world));
    const late = await world.as('bob').replica();
    await late.inbox.find('a snapshot', ({ kind }) => kind === 'snapshot');
    const anew = stateOf(late.messages);
    assert.equal(reservationsOf(anew, world.clock.now()), await listed(world));
    const active = [...followed.sessions.values()].filter((session) => session.active);
    const sessions = await world.as('bob').sessions();
    assert.equal(active.map(({ id }) => id).sort(), sessions.map(({ id }) => id).sort());
    for (const reader of [replica, late]) reader.close();
  },
  live,
);

scenario(
  'FED-2',
  'a replica resumes after its seq, without a snapshot',
  async (world) => {
    await someWork(world);
    const end = await newestSeq(world);
    const replica = await world.as('bob').replica({ since: 3 });
    await upTo(replica, end, 3);
    assert.is(replica.messages[0]?.kind, 'heartbeat');
    assert.not.ok(replica.messages.some(({ kind }) => kind === 'snapshot'));
    replica.close();
  },
  live,
);

scenario(
  'FED-2',
  'snapshots that are taken while writers write leave nothing out',
  async (world) => {
    const writing = Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        world
          .as(index % 2 === 0 ? 'ada' : 'cleo')
          .agent(`w-${index % 9}`)
          .edit(`docs/${index % 13}.md`),
      ),
    );
    const replicas = await Promise.all(Array.from({ length: 6 }, () => world.as('bob').replica()));
    await writing;
    const end = await newestSeq(world);
    for (const replica of replicas) {
      await upTo(replica, end);
      assert.equal(
        reservationsOf(stateOf(replica.messages), world.clock.now()),
        await listed(world),
      );
      replica.close();
    }
  },
  live,
);

for (const [title, since] of [
  ['a seq of the future', 1_000],
  ['a seq whose successors are gone', 1],
] as const) {
  scenario(
    'FED-2',
    `${title} closes the replica stream with 4410`,
    async (world) => {
      await someWork(world);
      await world.database.write((rows) =>
        rows.deleteFrom('events').where('seq', '<', 5).execute(),
      );
      const replica = await world.as('bob').replica({ since });
      assert.is(await replica.closed, 4410);
      const anew = await world.as('bob').replica();
      await anew.inbox.find('a snapshot', ({ kind }) => kind === 'snapshot');
      anew.close();
    },
    live,
  );
}

scenario(
  'FED-3',
  'heartbeats carry the relay’s time and seq',
  async (world) => {
    await world.as('ada').agent().edit('a.md');
    const replica = await world.as('bob').replica();
    const heartbeat = await replica.inbox.find('a heartbeat', ({ kind }) => kind === 'heartbeat');
    assert.equal(heartbeat, {
      kind: 'heartbeat',
      now: world.clock.now(),
      seq: await newestSeq(world),
    });
    replica.close();
  },
  live,
);

scenario(
  'FED-2',
  'replicas of two relay processes agree',
  async (world) => {
    const second = await world.startRelay();
    const replicas = await Promise.all(
      [world.relay.url, second.url].map((via) => world.as('bob').replica({ via })),
    );
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const via = index % 2 === 0 ? world.relay.url : second.url;
        return world
          .as('ada')
          .agent(`w-${index % 5}`)
          .edit(`docs/${index % 7}.md`, [], { via });
      }),
    );
    const end = await newestSeq(world);
    for (const replica of replicas) {
      await upTo(replica, end);
      assert.equal(
        reservationsOf(stateOf(replica.messages), world.clock.now()),
        await listed(world),
      );
      replica.close();
    }
  },
  { on: onPostgres },
);

scenario(
  'FED-4',
  'a relay that stops says so and waits for no one',
  async (world) => {
    const [replica, feed] = [await world.as('bob').replica(), await world.as('bob').feed()];
    const dead = connect(world.relay.port, '127.0.0.1');
    dead.on('error', () => undefined);
    const { key } = world.as('bob').account;
    dead.write(
      `GET /workspaces/${world.workspace.id}/replica HTTP/1.1\r\nhost: relay\r\nconnection: Upgrade\r\n` +
        `upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n` +
        `authorization: Bearer ${key}\r\n\r\n`,
    );
    await new Promise((resolve) => dead.once('data', resolve));
    // This one never answers the closing handshake.
    dead.removeAllListeners('data');
    dead.pause();
    const closing = world.closeRelay(world.relay);
    assert.is(await replica.closed, 1001);
    await feed.ended;
    const late = new Promise((_, reject) => {
      setTimeout(() => reject(new Error('the relay still waits')), 9_000).unref();
    });
    await Promise.race([closing, late]);
    dead.destroy();
  },
  live,
);

test.run();

import { connect, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { onRelay, relayScenario as scenario } from '../support/scenario.ts';
import { eventually, Inbox } from '../support/waiting.ts';
import type { World } from '../support/harness.ts';

/** More than the buffers of both ends take up. */
const manyEvents = 4_000;
const payload = JSON.stringify({ decision: { title: 'x'.repeat(4_000) }, user: 'ada' });

/** Fills the log behind the relay's back, as another process would. */
async function fillLog(world: World): Promise<number> {
  const { id: workspace_id } = world.workspace;
  const at = world.clock.now();
  const { seq: before } = await world.database.rows
    .selectFrom('workspaces')
    .select('seq')
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow();
  const seqs = Array.from({ length: manyEvents }, (_, index) => before + 1 + index);
  for (let from = 0; from < seqs.length; from += 500) {
    const rows = seqs.slice(from, from + 500);
    const events = rows.map((seq) => ({
      workspace_id,
      seq,
      at,
      type: 'decision_recorded',
      payload,
    }));
    await world.database.write((db) => db.insertInto('events').values(events).execute());
  }
  const seq = before + manyEvents;
  await world.database.write((db) =>
    db.updateTable('workspaces').set({ seq }).where('id', '=', workspace_id).execute(),
  );
  return seq;
}

interface Stuck {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  /** Starts to read; resolves when this seq has come. */
  read(upTo: number): Promise<number[]>;
}

/** Opens a feed and does not read it. */
async function openStuck(world: World, key: string, since: number): Promise<Stuck> {
  const socket = connect(world.relay.port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.on('error', () => undefined);
  const path = `/workspaces/${world.workspace.id}/feed?since=${since}`;
  socket.write(`GET ${path} HTTP/1.1\r\nhost: relay\r\nauthorization: Bearer ${key}\r\n\r\n`);
  await new Promise<void>((resolve) => socket.once('readable', () => resolve()));
  return { socket, closed, read: (upTo) => readSeqs(socket, upTo) };
}

async function readSeqs(socket: Socket, upTo: number): Promise<number[]> {
  const inbox = new Inbox<number>();
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('id: ')) inbox.push(Number(line.slice(4)));
  });
  await inbox.find(`seq ${upTo}`, (seq) => seq === upTo);
  return inbox.items;
}

scenario(
  'FED-2',
  'a reader that stops for a while gets everything, in order, and stops nobody',
  async (world) => {
    const slow = await openStuck(world, world.as('bob').account.key, 0);
    const end = await fillLog(world);
    const quick = await world.as('cleo').feed({ since: end });
    await world.as('ada').agent().edit('a.md');
    const { id: last = 0 } = await quick.next('file_reserved');
    const before = await world.as('ada').ok('metrics', {});
    assert.is(before.open_streams, 2);
    const seqs = await slow.read(last);
    assert.equal(
      seqs,
      Array.from({ length: last }, (_, index) => index + 1),
    );
    slow.socket.destroy();
    quick.close();
  },
  { on: onRelay },
);

scenario(
  'FED-4',
  'a reader that does not read is cut off too, and takes nobody down',
  async (world) => {
    const ada = world.as('ada');
    const made = await ada.ok('createKey', {});
    const stuck = await openStuck(world, made.key, 0);
    await fillLog(world);
    await ada.agent().edit('a.md');
    await ada.ok('revokeKey', { key_id: made.id });
    await eventually(
      'the stream is closed at the relay',
      async () => {
        const { open_streams } = await ada.ok('metrics', {});
        return open_streams === 0 ? true : undefined;
      },
      5_000,
    );
    // What comes now must not be written to the closed stream.
    for (const file of ['b.md', 'c.md']) await ada.agent().edit(file);
    await ada.ok('health', {});
    stuck.socket.destroy();
  },
  { on: onRelay },
);

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { World } from '../support/harness.ts';
import { onRelay, relayScenario as scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';
import { Held } from './held.ts';

const feedHead = (world: World, key: string, more = '') =>
  `GET /workspaces/${world.workspace.id}/feed HTTP/1.1\r\nhost: 127.0.0.1\r\n` +
  `authorization: Bearer ${key}\r\n${more}\r\n`;

const replicaHead = (world: World, key: string) =>
  `GET /workspaces/${world.workspace.id}/replica?since=0 HTTP/1.1\r\nhost: 127.0.0.1\r\n` +
  `authorization: Bearer ${key}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
  'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';

async function openStream({ relay }: World, head: string): Promise<Held> {
  const one = await Held.open({ port: relay.port });
  await one.ask(head);
  return one;
}

scenario(
  'CON-7',
  'a key opens so many streams, of whatever kind, and the next is told when to come back',
  async (world) => {
    const { key } = world.as('bob').account;
    const heads = [feedHead(world, key), replicaHead(world, key), feedHead(world, key)];
    const open: Held[] = [];
    for (const head of heads) open.push(await openStream(world, head));
    assert.equal(
      open.map(({ status }) => status),
      [200, 101, 200],
    );
    for (const head of heads) {
      const beyond = await openStream(world, head);
      assert.is(beyond.status, 429);
      assert.match(beyond.text, /retry-after: 5/i);
      beyond.close();
    }
    const spelled = await openStream(world, feedHead(world, ` ${key}`));
    assert.is(spelled.status, 429, 'however the key is sent');
    spelled.close();
    const cleo = await openStream(world, feedHead(world, world.as('cleo').account.key));
    assert.is(cleo.status, 200, 'nobody else is concerned');
    open[1]?.close();
    await eventually('a place for another stream', async () => {
      const again = await openStream(world, replicaHead(world, key));
      open.push(again);
      return again.status === 101 ? true : undefined;
    });
    for (const one of [cleo, ...open]) one.close();
  },
  { on: onRelay, relay: { connections: { streamsPerKey: 3 } } },
);

const said = 'a'.repeat(10_240);
/** A frame of text from a client, with a mask of zeros. */
const frameOf = (text: string) =>
  Buffer.concat([
    Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 0xff, 0, 0, 0, 0]),
    Buffer.from(text),
  ]).toString('latin1');
const frames = frameOf('a'.repeat(1_024));

const talkers: Readonly<Record<string, (world: World, key: string) => Promise<Held>>> = {
  'of the feed that begins further requests': async (world, key) => {
    const one = await openStream(world, feedHead(world, key));
    one.write(`GET /health HTTP/1.1\r\nx-said: ${said}`);
    return one;
  },
  'of the feed that sends a body': async (world, key) => {
    const one = await openStream(world, feedHead(world, key, 'content-length: 100000\r\n'));
    one.write(said);
    return one;
  },
  'of the log that sends messages': async (world, key) => {
    const one = await openStream(world, replicaHead(world, key));
    for (let count = 0; count < 10; count += 1) one.socket.write(frames, 'latin1');
    return one;
  },
};

for (const [what, open] of Object.entries(talkers)) {
  scenario(
    'CON-7',
    `a follower ${what} is cut off`,
    async (world) => {
      const { key } = world.as('bob').account;
      const quiet = await openStream(world, feedHead(world, key));
      quiet.write('\r\n');
      const talker = await open(world, key);
      await talker.untilClosed();
      await world.as('ada').agent().edit('a.md');
      await eventually('the event at who only follows', async () =>
        quiet.text.includes('file_reserved') ? true : undefined,
      );
      assert.ok(quiet.isOpen);
      quiet.close();
    },
    { on: onRelay },
  );
}

test.run();

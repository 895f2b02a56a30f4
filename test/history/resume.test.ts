import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FeedEvent } from '../support/streams.ts';
import { scenario } from '../support/scenario.ts';
import type { World } from '../support/harness.ts';

const seqsOf = (events: readonly FeedEvent[]) => events.map(({ id }) => id ?? 0);
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

async function newestOf(world: World): Promise<number> {
  await world.quiet();
  const { newest } = await world.as('bob').ok('listEvents', { id: world.workspace.id, limit: 1 });
  return newest;
}

scenario(
  'FED-5',
  'a page that reads the log and then follows has every event once and in order',
  async (world) => {
    const { id } = world.workspace;
    const writing = writeALot(world, 0);
    const { events, newest } = await world.as('bob').ok('listEvents', { id, limit: 500 });
    const feed = await world.as('bob').feed({ since: newest });
    await writing;
    await world.as('ada').agent().edit('docs/last.md');
    const end = await newestOf(world);
    const followed = seqsOf(await feed.upTo(end));
    const read = events.map(({ seq }) => seq).reverse();
    assert.equal([...read, ...followed], range(1, end));
    feed.close();
  },
);

for (const [way, from] of [
  ['Last-Event-ID', (seq: number) => ({ lastEventId: seq })],
  ['since', (seq: number) => ({ since: seq })],
] as const) {
  scenario(
    'FED-2',
    `an open page goes on by ${way} after a restart of the relay`,
    async (world) => {
      const { id } = world.workspace;
      await writeALot(world, 0);
      const { newest } = await world.as('bob').ok('listEvents', { id, limit: 50 });
      const feed = await world.as('bob').feed({ since: newest });
      await writeALot(world, 1);
      const before = await newestOf(world);
      const seen = seqsOf(await feed.upTo(before));
      await world.restart();
      await feed.ended;
      // What happens before the page is back.
      await writeALot(world, 2);
      const again = await world.as('bob').feed(from(before));
      await writeALot(world, 3);
      const end = await newestOf(world);
      seen.push(...seqsOf(await again.upTo(end)));
      assert.equal(seen, range(newest + 1, end));
      again.close();
    },
  );
}

async function writeALot(world: World, round: number): Promise<void> {
  const edits = range(0, 7).map((index) => {
    const agent = world.as(index % 2 === 0 ? 'ada' : 'bob').agent(`writer-${index}`);
    return agent.edit(`docs/${round}-${index}.md`);
  });
  await Promise.all(edits);
}

test.run();

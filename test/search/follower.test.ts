import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryIndex } from '../support/memory-index.ts';
import type { Passage } from '../../relay/search/port.ts';
import { minutes } from '../support/fake-clock.ts';
import { onRelay, relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish } from '../support/symbols.ts';
import { eventually } from '../support/waiting.ts';
import type { World } from '../support/harness.ts';

/** An index of words that counts what it is given, keeps a mark, survives its relay, and can be out of order. */
class TestIndex extends MemoryIndex {
  readonly puts: string[] = [];
  readonly marks = new Map<string, number>();
  readonly warmed: string[] = [];
  failing = 0;
  hangs = false;
  /** What comes waits for it. */
  gate: Promise<void> = Promise.resolve();
  waiting = 0;
  /** Tells the relay that the index has lost everything. */
  lose: () => void = () => undefined;

  override onLost(listener?: () => void): void {
    if (listener !== undefined) this.lose = listener;
  }

  override async put(passages: readonly Passage[]): Promise<void> {
    if (this.hangs) await new Promise<never>(() => undefined);
    this.waiting += 1;
    await this.gate;
    this.waiting -= 1;
    if (this.failing > 0) {
      this.failing -= 1;
      throw new Error('the index is away');
    }
    this.puts.push(...passages.map(({ id }) => id));
    await super.put(passages);
  }

  /** Forgets the passages. */
  empty(): void {
    void super.close();
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }

  override checkpointOf(workspaceId: string): Promise<number | undefined> {
    return Promise.resolve(this.marks.get(workspaceId));
  }

  override warm(workspaceIds: readonly string[]): Promise<void> {
    this.warmed.push(...workspaceIds);
    return Promise.resolve();
  }

  override saveCheckpoint(workspaceId: string, seq: number): Promise<void> {
    this.marks.set(workspaceId, seq);
    return Promise.resolve();
  }
}

async function record(world: World, title: string): Promise<string> {
  const { id: workspace_id } = world.workspace;
  return (await world.as('ada').ok('recordDecision', { workspace_id, title })).id;
}

async function found(world: World, query: string): Promise<string[]> {
  const { id: workspace_id } = world.workspace;
  const { results } = await world.as('bob').ok('search', { workspace_id, query });
  return results.map(({ id }) => id);
}

const kept = new TestIndex();

scenario(
  'DEC-6',
  'a relay that starts again goes on from the mark of its index',
  async (world) => {
    kept.puts.splice(0);
    const first = await record(world, 'First thing');
    assert.equal(await found(world, 'thing'), [first]);
    await world.restart();
    const second = await record(world, 'Second thing');
    assert.equal(new Set(await found(world, 'thing')), new Set([first, second]));
    assert.equal(kept.puts, [first, second], 'nothing is put twice');
    kept.marks.clear();
    await world.restart();
    await found(world, 'thing');
    assert.equal(new Set(kept.puts.slice(2)), new Set([first, second]), 'without a mark all is');
  },
  { relay: { search: kept } },
);

const behind = new TestIndex();

scenario(
  'DEC-6',
  'an index that is behind the log is filled from the records',
  async (world) => {
    behind.puts.splice(0);
    const first = await record(world, 'First thing');
    await found(world, 'thing');
    behind.marks.set(world.workspace.id, 0);
    world.clock.advance(minutes(60 * 24 * 31));
    await world.restart();
    await eventually('the old events are gone', async () => {
      const { rows } = world.database;
      const events = await rows.selectFrom('events').select('seq').execute();
      return events.length === 0 ? true : undefined;
    });
    behind.marks.set(world.workspace.id, 0);
    behind.puts.splice(0);
    await world.restart();
    const second = await record(world, 'Second thing');
    assert.equal(new Set(await found(world, 'thing')), new Set([first, second]));
    assert.ok(behind.puts.includes(first));
  },
  { relay: { search: behind } },
);

const failing = new TestIndex();

scenario(
  'DEC-6',
  'what the index did not take is given to it again',
  async (world) => {
    failing.failing = 1;
    const id = await record(world, 'A thing');
    const looked = await eventually('the record is found', async () => {
      const ids = await found(world, 'thing');
      return ids.length > 0 ? ids : undefined;
    });
    assert.equal(looked, [id]);
    assert.match(String(world.errors.splice(0)), 'the index is away');
  },
  { relay: { search: failing } },
);

const losing = new TestIndex();

scenario(
  'DEC-6',
  'an index that is lost while it fails is filled again, and followed from then on',
  async (world) => {
    await found(world, 'thing');
    losing.failing = 1;
    const first = await record(world, 'First thing');
    await eventually('the index fails', async () => (losing.failing === 0 ? true : undefined));
    await eventually('the failure is told', async () => world.errors.splice(0)[0]);
    losing.lose();
    const second = await record(world, 'Second thing');
    const both = await eventually('both records', async () => {
      const ids = await found(world, 'thing');
      return ids.length === 2 ? ids : undefined;
    });
    assert.equal(new Set(both), new Set([first, second]));
  },
  { relay: { search: losing } },
);

const emptied = new TestIndex();

scenario(
  'DEC-6',
  'a search waits until an index that was lost, twice, is filled again; then each event comes once',
  async (world) => {
    const first = await record(world, 'First thing');
    assert.equal(await found(world, 'thing'), [first]);
    emptied.puts.splice(0);
    let release = (): void => undefined;
    emptied.gate = new Promise((resolve) => (release = resolve));
    emptied.empty();
    emptied.lose();
    await eventually('the first filling', async () => (emptied.waiting > 0 ? true : undefined));
    emptied.lose();
    const search = found(world, 'thing');
    setTimeout(release, 200);
    assert.equal(await search, [first]);
    const second = await record(world, 'Second thing');
    assert.equal(new Set(await found(world, 'thing')), new Set([first, second]));
    assert.equal(emptied.puts, [first, first, second]);
  },
  { relay: { search: emptied } },
);

scenario('SYM-4', 'a symbol that is gone is taken out of the index, others stay', async (world) => {
  const { id } = world.workspace;
  await publish(world, 'ada', [fileOf('src/a.ts', ['sendMail', 'readMail'])]);
  const look = async () => {
    const { symbols } = await world.as('bob').ok('symbols', { id, query: 'mail' });
    return symbols.map(({ name }) => name).sort();
  };
  assert.equal(await look(), ['readMail', 'sendMail']);
  await publish(world, 'ada', [fileOf('src/a.ts', ['sendMail'])]);
  assert.equal(await look(), ['sendMail']);
});

const warm = new TestIndex();

scenario(
  'SIM-4',
  'a relay that starts loads what its first search would wait for',
  async (world) => {
    assert.equal(warm.warmed, []);
    await world.restart();
    const { id } = world.workspace;
    await eventually('the index to be warmed', async () => warm.warmed.find((one) => one === id));
  },
  {
    relay: { search: warm },
    on: (target) => onRelay(target) && target.database === 'sqlite',
  },
);

const hanging = new TestIndex();

scenario(
  'DEC-6',
  'no write and no search waits for ever for an index that hangs',
  async (world) => {
    hanging.hangs = true;
    await record(world, 'A thing');
    assert.equal(await found(world, 'thing'), []);
    hanging.hangs = false;
  },
  {
    relay: { search: hanging },
    on: (target) => onRelay(target) && target.database === 'sqlite',
  },
);

test.run();

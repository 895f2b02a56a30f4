import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { eventSchemas, type EventType } from '../../shared/contract/events/events.ts';
import { minutes } from '../support/fake-clock.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import { onPostgres, relayScenario, scenario } from '../support/scenario.ts';
import type { FeedEvent } from '../support/streams.ts';
import { eventually } from '../support/waiting.ts';
import type { World } from '../support/harness.ts';
import { workTogether } from './work-together.ts';

async function newestSeq(world: World): Promise<number> {
  const { id } = world.workspace;
  const { rows } = world.database;
  const row = await rows
    .selectFrom('workspaces')
    .select('seq')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.seq;
}

const seqsOf = (events: readonly FeedEvent[]) => events.map(({ id }) => id);
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

scenario('FED-1', 'each event is an id line, a data line and a blank line', async (world) => {
  const feed = await world.as('bob').feed();
  assert.is(feed.status, 200);
  assert.match(feed.headers['content-type'] ?? '', /^text\/event-stream/);
  await world.as('ada').agent().start('tea\nfor two');
  await world.as('ada').agent().edit('docs/plan.md');
  const event = await feed.next('file_reserved');
  for (const { lines, id, data } of feed.events) {
    assert.is(lines.length, 2, lines.join('|'));
    assert.is(lines[0], `id: ${id}`);
    assert.ok(lines[1]?.startsWith('data: {'));
    assert.is(data['seq'], id);
  }
  assert.is(event.data['file'], 'docs/plan.md');
  assert.is(event.data['by'], 'ada');
  assert.is(event.data['task'], 'tea\nfor two');
  feed.close();
});

scenario('FED-1', 'every kind of event has the shape that the contract says', async (world) => {
  const { id } = world.workspace;
  const feed = await world.as('bob').feed();
  const ada = world.as('ada').agent();
  await ada.start('one');
  await ada.send({ event: 'beforeSubmitPrompt', task: 'two' });
  await ada.edit('docs/plan.md');
  await world.as('bob').agent().check('docs/plan.md');
  await feed.next('conflict_detected');
  await world.as('bob').ok('sync', { id, task: 'three' });
  await recordKnowledge(world);
  await workTogether(world);
  await ada.end();
  await world.as('ada').ok('changeWorkspace', { id, name: 'New', conflict_policy: 'lines' });
  await world.join('mallory', 'member');
  await world.as('ada').ok('removeMember', { id, userId: world.as('mallory').id });
  await feed.next('member_removed');
  const seen = new Set(feed.events.map(({ type }) => type));
  // Only a language model proposes decisions.
  const proposals = ['decision_proposed', 'decision_declined'];
  const expected = Object.keys(eventSchemas).filter((type) => !proposals.includes(type));
  for (const type of expected) assert.ok(seen.has(type), `${type} was sent`);
  for (const { type, data } of feed.events) {
    const parsed = eventSchemas[type as EventType].safeParse(data);
    assert.ok(parsed.success, `${type}: ${JSON.stringify(data)}`);
  }
  feed.close();
});

/** Everything that the team can write down, and what becomes of it. */
async function recordKnowledge(world: World): Promise<void> {
  const { id } = world.workspace;
  const ada = world.as('ada');
  const file = (signature: string) =>
    fileOf('src/a.ts', [
      symbolOf('login', { signature, meaning_hash: signature }),
      symbolOf('page', { callees: ['src/a.ts#login'] }),
    ]);
  await publish(world, 'ada', [file('login()')]);
  const decision = { id, title: 'Sessions', files: 'src/a.ts' };
  const { id: decision_id } = await ada.ok('decide', decision);
  await publish(world, 'ada', [file('login(name)')]);
  await publish(world, 'ada', [file('login(name, key)')]);
  await ada.ok('reaffirmDecision', { id, decision_id });
  await ada.ok('decide', { ...decision, supersedes: decision_id });
  const { id: cid } = await ada.ok('proposeConvention', { id, title: 'No edits' });
  await ada.ok('changeConvention', { id, cid, tier: 'may' });
  await ada.ok('changeConvention', { id, cid, status: 'retired' });
  await ada.ok('learn', { id, insight: 'Restart it' });
}

scenario('FED-2', 'a feed starts with what happens from now on', async (world) => {
  await world.as('ada').agent().edit('docs/before.md');
  const feed = await world.as('bob').feed();
  await world.as('ada').agent().edit('docs/after.md');
  const event = await feed.next('file_reserved');
  assert.is(event.data['file'], 'docs/after.md');
  feed.close();
});

scenario('FED-2', 'Last-Event-ID resumes, and wins over the query', async (world) => {
  const ada = world.as('ada').agent();
  for (const file of ['a.md', 'b.md', 'c.md', 'd.md']) await ada.edit(file);
  const last = await newestSeq(world);
  const byQuery = await world.as('bob').feed({ since: 2 });
  assert.equal(seqsOf(await byQuery.upTo(last)), range(3, last));
  const byHeader = await world.as('bob').feed({ since: 0, lastEventId: last - 1 });
  assert.equal(seqsOf(await byHeader.upTo(last)), [last]);
  const fromStart = await world.as('bob').feed({ since: 0 });
  assert.equal(seqsOf(await fromStart.upTo(last)), range(1, last));
  for (const feed of [byQuery, byHeader, fromStart]) feed.close();
});

/** Reads a few events, hangs up, and resumes after the last one, until it has seen `end()`; something must come after that. */
async function readWithReconnects(
  world: World,
  { via, end }: { via: () => string | undefined; end: () => number },
): Promise<(number | undefined)[]> {
  const seen: (number | undefined)[] = [];
  for (let take = 1; (seen.at(-1) ?? 0) < end(); take = (take % 7) + 1) {
    const lastEventId = seen.at(-1) ?? 0;
    const feed = await world.as('cleo').feed({ lastEventId, via: via() });
    const events = await feed.inbox.until('a few events', () => {
      const wanted = Math.min(take, end() - lastEventId);
      return feed.events.length >= wanted ? feed.events.slice(0, wanted) : undefined;
    });
    seen.push(...seqsOf(events));
    feed.close();
  }
  return seen;
}

async function writeALot(world: World, via: (index: number) => string | undefined): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    const edits = range(0, 7).map((index) => {
      const agent = world.as(index % 2 === 0 ? 'ada' : 'bob').agent(`writer-${index}`);
      return agent.edit(`docs/${round % 3}-${index}.md`, [], { via: via(index) });
    });
    await Promise.all(edits);
  }
}

scenario('FED-2', 'no gap and no repeat over reconnects while writers write', async (world) => {
  let end = Number.MAX_SAFE_INTEGER;
  const steady = await world.as('bob').feed({ since: 0 });
  const reading = readWithReconnects(world, { via: () => undefined, end: () => end });
  await writeALot(world, () => undefined);
  await world.quiet();
  end = await newestSeq(world);
  await world.as('ada').agent().edit('docs/last.md');
  assert.equal(await reading, range(1, end));
  assert.equal(seqsOf(await steady.upTo(end)), range(1, end));
  steady.close();
});

scenario(
  'FED-2',
  'the same across two relay processes',
  async (world) => {
    const second = await world.startRelay();
    const relays = [world.relay.url, second.url];
    let [end, turn] = [Number.MAX_SAFE_INTEGER, 0];
    const steady = await Promise.all(relays.map((via) => world.as('bob').feed({ since: 0, via })));
    const via = () => relays[(turn += 1) % 2];
    const reading = readWithReconnects(world, { via, end: () => end });
    await writeALot(world, (index) => relays[index % 2]);
    end = await newestSeq(world);
    await world.as('ada').agent().edit('docs/last.md', [], { via: second.url });
    assert.equal(await reading, range(1, end));
    for (const feed of steady) {
      assert.equal(seqsOf(await feed.upTo(end)), range(1, end));
      feed.close();
    }
  },
  { on: onPostgres },
);

scenario('FED-2', 'a restart of the relay makes no gap', async (world) => {
  await world.as('ada').agent().edit('a.md');
  const before = await world.as('bob').feed({ since: 0 });
  const seq = await newestSeq(world);
  await before.upTo(seq);
  await world.restart();
  await before.ended;
  await world.as('ada').agent().edit('b.md');
  const after = await world.as('bob').feed({ lastEventId: seq });
  assert.equal(seqsOf(await after.upTo(seq + 1)), [seq + 1]);
  after.close();
});

scenario(
  'FED-2',
  'a Last-Event-ID that is no seq is refused, and an empty one is none',
  async (world) => {
    const bob = world.as('bob');
    for (const lastEventId of ['abc', '-1', '1.5', '1, 2', '9'.repeat(16)]) {
      const headers = { 'last-event-id': lastEventId };
      const refused = await bob.refused('feed', { id: world.workspace.id }, { headers });
      assert.is(refused.status, 400, lastEventId);
      assert.is(refused.field, 'Last-Event-ID');
    }
    const feed = await bob.feed({ since: 0, lastEventId: '' });
    await world.as('ada').agent().edit('a.md');
    assert.is((await feed.upTo(1)).length, 1);
    feed.close();
  },
);

for (const [title, lastEventId, words] of [
  ['a seq of the future', 1_000, 'There is no event 1000 yet: this log ends with event'],
  ['a seq whose successors are gone', 1, 'Events after 1 are no longer kept.'],
] as const) {
  scenario('FED-2', `${title} gets an event, never silence`, async (world) => {
    const ada = world.as('ada').agent();
    for (const file of ['a.md', 'b.md', 'c.md']) await ada.edit(file);
    await world.database.write((rows) => rows.deleteFrom('events').where('seq', '<', 4).execute());
    const feed = await world.as('bob').feed({ lastEventId });
    const { data } = await feed.next('feed_lost');
    assert.is(data['seq'], lastEventId);
    assert.match(String(data['message']), words);
    await feed.ended;
    assert.is(feed.events.length, 1);
    assert.is(feed.events[0]?.lines[0], 'id: ', 'a browser forgets the id that led here');
  });
}

scenario(
  'FED-2',
  'the retention of events is a setting, and what is kept can be resumed',
  async (world) => {
    await world.as('ada').agent().edit('a.md');
    const seq = await newestSeq(world);
    await world.database.write((rows) =>
      rows.deleteFrom('events').where('seq', '<=', seq).execute(),
    );
    const feed = await world.as('bob').feed({ lastEventId: seq });
    await world.as('ada').agent().edit('b.md');
    assert.equal(seqsOf(await feed.upTo(seq + 1)), [seq + 1]);
    feed.close();
  },
);

scenario(
  'LNK-4',
  'who has seen another event of that number is told that its log is lost',
  async (world) => {
    await world.as('ada').agent().edit('a.md');
    const since = await newestSeq(world);
    const { events } = await world.as('bob').ok('listEvents', { id: world.workspace.id, limit: 1 });
    const sinceAt = events[0]!.at;
    const same = await world.as('bob').feed({ since, sinceAt });
    const other = await world.as('bob').feed({ since, sinceAt: '2001-01-01T00:00:00.000Z' });
    const { data } = await other.next('feed_lost');
    assert.is(data['seq'], since);
    assert.match(String(data['message']), `Event ${since} of this log is another one`);
    await other.ended;
    await world.as('ada').agent().edit('b.md');
    assert.equal(seqsOf(await same.upTo(since + 1)), [since + 1]);
    same.close();
  },
);

scenario('FED-2', 'a tampered log is not read past its gap', async (world) => {
  const ada = world.as('ada').agent();
  for (const file of ['a.md', 'b.md', 'c.md']) await ada.edit(file);
  const last = await newestSeq(world);
  await world.database.write((rows) => rows.deleteFrom('events').where('seq', '=', last).execute());
  const feed = await world.as('bob').feed({ lastEventId: last - 1 });
  await feed.next('feed_lost');
  feed.close();
});

scenario('FED-3', 'comments keep a quiet feed awake', async (world) => {
  const feed = await world.as('bob').feed();
  await feed.comments.find('a heartbeat', (comment) => comment.includes('heartbeat'));
  assert.equal(feed.events, []);
  feed.close();
});

relayScenario('FED-2', 'streams that are gone are forgotten', async (world) => {
  const opened = await Promise.all(range(1, 12).map(() => world.as('bob').feed({ since: 0 })));
  for (const feed of opened) feed.close();
  const replicas = await Promise.all(range(1, 6).map(() => world.as('bob').replica()));
  for (const replica of replicas) replica.close();
  // Some hang up before the relay has answered at all.
  await Promise.all(range(1, 20).map(() => hangUpEarly(world)));
  await eventually('no open streams', async () => {
    const { open_streams } = await world.as('ada').ok('metrics', {});
    return open_streams === 0 ? true : undefined;
  });
});

async function hangUpEarly(world: World): Promise<void> {
  const { connect } = await import('node:net');
  const socket = connect(world.relay.port, '127.0.0.1');
  const { key } = world.as('bob').account;
  const path = `/workspaces/${world.workspace.id}/feed`;
  socket.write(`GET ${path} HTTP/1.1\r\nhost: relay\r\nauthorization: Bearer ${key}\r\n\r\n`);
  await new Promise((resolve) => setTimeout(resolve, 2));
  socket.destroy();
}

scenario('FED-2', 'reservations that expire are events like all others', async (world) => {
  const feed = await world.as('bob').feed();
  await world.as('ada').agent().edit('a.md');
  await world.as('ada').agent('other').edit('b.md');
  await world.pass(minutes(10));
  const end = await newestSeq(world);
  const events = await feed.upTo(end);
  assert.equal(seqsOf(events), range(1, end));
  const types = events.map(({ type }) => type).sort();
  assert.is(types.filter((type) => type === 'file_released').length, 2);
  assert.is(types.filter((type) => type === 'session_ended').length, 2);
  await world.sweep();
  await world.sweep();
  assert.is(await newestSeq(world), end, 'and makes no second event');
  feed.close();
});

scenario(
  'FED-2',
  'two sweepers make one event of each end',
  async (world) => {
    const second = await world.startRelay();
    await world.as('ada').agent().edit('a.md');
    world.clock.advance(minutes(10));
    await Promise.all([world.sweep(), second.sweep(), world.sweep(), second.sweep()]);
    const events = await world.database.rows.selectFrom('events').select('type').execute();
    const count = (type: string) => events.filter((event) => event.type === type).length;
    assert.is(count('file_released'), 1);
    assert.is(count('session_ended'), 1);
  },
  { on: onPostgres },
);

test.run();

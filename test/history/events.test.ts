import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import type { Input, Person } from '../support/person.ts';
import type { World } from '../support/harness.ts';

type Events = Output<'listEvents'>['events'];

/** All pages of the log, oldest event first. */
async function readAll(person: Person, input: Input): Promise<Events> {
  const events: Events[number][] = [];
  let before: string | undefined;
  do {
    const page: Output<'listEvents'> = await person.ok('listEvents', { ...input, before });
    events.push(...page.events);
    before = page.next_cursor;
  } while (before !== undefined);
  return events.reverse();
}

const seqsOf = (events: Events) => events.map(({ seq }) => seq);
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Somewhat more than a page of events. */
async function workALittle(world: World): Promise<void> {
  for (const file of ['a.md', 'b.md', 'c.md', 'd.md', 'e.md']) {
    await world.as('ada').agent().edit(file);
    await world.as('bob').agent().check(file);
  }
}

scenario('FED-5', 'the log is read backwards, page by page, to its first event', async (world) => {
  await workALittle(world);
  const { id } = world.workspace;
  const first = await world.as('bob').ok('listEvents', { id, limit: 3 });
  const { newest } = first;
  assert.equal(seqsOf(first.events), [newest, newest - 1, newest - 2]);
  assert.equal(seqsOf(await readAll(world.as('bob'), { id, limit: 3 })), range(1, newest));
  const whole = await world.as('bob').ok('listEvents', { id, limit: newest });
  assert.is(whole.next_cursor, undefined, 'nothing is behind the first event');
});

scenario('FED-5', 'an event of the log is the event that the feed has sent', async (world) => {
  const feed = await world.as('bob').feed({ since: 0 });
  await workALittle(world);
  const { id } = world.workspace;
  const { events, newest } = await world.as('bob').ok('listEvents', { id, limit: 500 });
  const sent = (await feed.upTo(newest)).map(({ data }) => data);
  assert.equal([...events].reverse(), sent as unknown as Events);
  feed.close();
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import type { Input, Person } from '../support/person.ts';
import type { World } from '../support/harness.ts';
import { fill } from './large-workspace.ts';

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

scenario('FED-5', 'what an event says of a session is found by its id', async (world) => {
  const { id } = world.workspace;
  await workALittle(world);
  const [session] = (await world.as('ada').sessions()).filter(
    ({ user_name }) => user_name === 'ada',
  );
  const { events } = await world.as('cleo').ok('listEvents', { id, session: session?.id });
  const types = new Set(events.map(({ type }) => type));
  assert.equal(types, new Set(['conflict_detected', 'file_reserved', 'session_started']));
  assert.is(events.length, 11, 'five edits, five denials that name the holder, and the start');
  const nobody = await world.as('cleo').ok('listEvents', { id, session: 'sess_0' });
  assert.equal([nobody.events, nobody.next_cursor], [[], undefined]);
});

scenario(
  'FED-5',
  'what a member and their agents did is found by the id of the user',
  async (world) => {
    const { id } = world.workspace;
    const [ada, bob] = [world.as('ada'), world.as('bob')];
    await workALittle(world);
    await ada.agent('ada-2').edit('f.md');
    await ada.ok('decide', { id, title: 'bob' });
    const typesOf = async (user: string) => {
      const events = await readAll(bob, { id, user, limit: 4 });
      return [...new Set(events.map(({ type }) => type))].sort();
    };
    assert.equal(await typesOf(ada.id), ['decision_recorded', 'file_reserved', 'session_started']);
    const denied = (await readAll(bob, { id, user: bob.id })).map(({ type }) => type);
    assert.is(denied.filter((type) => type === 'conflict_detected').length, 5);
    assert.not.ok(denied.includes('decision_recorded'), 'a title is no name');
    assert.equal(await typesOf('user_nobody'), []);
    await bob.agent().end();
    await world.join('mallory', 'member');
    assert.equal(await typesOf(world.as('mallory').id), ['member_added']);
    const [left] = await readAll(bob, { id, user: bob.id, type: 'session_ended' });
    assert.is(left?.type, 'session_ended');
  },
);

scenario('FED-5', 'types are a list or comma-separated, and have to exist', async (world) => {
  const { id } = world.workspace;
  await workALittle(world);
  const both = 'file_reserved, conflict_detected';
  const { events } = await world.as('bob').ok('listEvents', { id, type: both, limit: 4 });
  assert.equal(
    events.map(({ type }) => type),
    ['conflict_detected', 'file_reserved', 'conflict_detected', 'file_reserved'],
  );
  for (const type of ['file_locked', 'file_reserved,x', ',']) {
    const refused = await world.as('bob').refused('listEvents', { id, type });
    assert.equal([refused.status, refused.field], [400, 'type'], type);
    assert.match(refused.message, /file_reserved/);
  }
});

scenario(
  'FED-5',
  'a file is found by its path and by its symbols, in any spelling',
  async (world) => {
    const { id } = world.workspace;
    await world.as('ada').agent().edit('src/a.ts', ['login']);
    await world.as('ada').agent().edit('src/ab.ts');
    await world.as('ada').ok('decide', { id, title: 'src/a.ts stays', files: 'src/a.ts' });
    await world.as('ada').ok('decide', { id, title: 'src/a.ts' });
    for (const about of ['src/a.ts', './src//a.ts', 'SRC/A.ts']) {
      const { events } = await world.as('bob').ok('listEvents', { id, about });
      assert.equal(
        events.map(({ type }) => type),
        ['decision_recorded', 'file_reserved'],
        about,
      );
    }
    const refused = await world.as('bob').refused('listEvents', { id, about: '/etc/passwd' });
    assert.equal([refused.status, refused.field], [400, 'about']);
  },
);

scenario(
  'FED-5',
  'a record is found by its id, and by nothing that only reads the same',
  async (world) => {
    const { id } = world.workspace;
    const ada = world.as('ada');
    const { id: about } = await ada.ok('decide', { id, title: 'First' });
    await ada.ok('decide', { id, title: 'Second', supersedes: about });
    await ada.ok('startWorkstream', { id, title: 'ada', slug: 'ada' });
    await ada.ok('createTask', { id, workstream: 'ada', title: 'Check it' });
    const typesAbout = async (about: string) =>
      (await world.as('bob').ok('listEvents', { id, about })).events.map(({ type }) => type);
    assert.equal(await typesAbout(about), ['decision_superseded', 'decision_recorded']);
    assert.equal(await typesAbout('ada'), ['task_created', 'workstream_started']);
    assert.equal(await typesAbout('100%_'), []);
  },
);

scenario('FED-5', 'a cursor that is none is refused', async (world) => {
  const { id } = world.workspace;
  for (const before of ['x', '-1', '1.5', '9'.repeat(16)]) {
    const refused = await world.as('bob').refused('listEvents', { id, before });
    assert.equal([refused.status, refused.field], [400, 'before'], before);
  }
});

scenario('FED-5', 'of a private workstream the log shows what the feed shows', async (world) => {
  const { id } = world.workspace;
  const feed = await world.as('cleo').feed();
  const ada = world.as('ada');
  await ada.ok('startWorkstream', {
    id,
    title: 'Secret title',
    slug: 'quiet',
    visibility: 'private',
  });
  await ada.ok('createTask', { id, workstream: 'quiet', title: 'Secret task' });
  await ada.ok('startWorkstream', { id, title: 'Open title', slug: 'loud' });
  await feed.next('workstream_started', {});
  const { events, newest } = await world.as('cleo').ok('listEvents', { id });
  const sent = (await feed.upTo(newest)).map(({ data }) => data);
  assert.equal(events.slice(0, sent.length).reverse(), sent as unknown as Events);
  const text = JSON.stringify(events);
  assert.not.match(text, /Secret/);
  assert.match(text, /Open title/);
  feed.close();
});

scenario(
  'FED-5',
  'a call looks at so many events only, and the next one goes on',
  async (world) => {
    await fill(world);
    const { id } = world.workspace;
    const about = 'src/part7/module7.ts';
    const pages: Output<'listEvents'>[] = [];
    let before: string | undefined;
    do {
      const page = await world.as('bob').ok('listEvents', { id, about: 'dec_none', before });
      pages.push(page);
      before = page.next_cursor;
    } while (before !== undefined);
    assert.is(pages.length, 5, 'five times ten thousand');
    assert.ok(pages.every(({ events }) => events.length === 0));
    const found = await readAll(world.as('bob'), { id, about, limit: 7 });
    assert.is(found.length, new Set(seqsOf(found)).size);
    const all = await world.database.rows
      .selectFrom('events')
      .select('seq')
      .where('payload', 'like', `%${about}%`)
      .orderBy('seq')
      .execute();
    assert.equal(
      seqsOf(found),
      all.map(({ seq }) => seq),
    );
  },
);

scenario('FED-5', 'the list ends where the log was deleted', async (world) => {
  await workALittle(world);
  const { id } = world.workspace;
  await world.database.write((rows) => rows.deleteFrom('events').where('seq', '<', 4).execute());
  for (const filter of [{}, { about: 'dec_none' }, { type: 'file_reserved' }]) {
    const input = { id, limit: 2, ...filter };
    const seqs = seqsOf(await readAll(world.as('bob'), input));
    assert.ok(seqs.every((seq) => seq >= 4));
  }
  const { newest } = await world.as('bob').ok('listEvents', { id });
  assert.equal(seqsOf(await readAll(world.as('bob'), { id, limit: 2 })), range(4, newest));
});

test.run();

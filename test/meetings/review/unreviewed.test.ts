/** What nobody has confirmed or dropped is listed, and the same meeting is read once. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../../shared/api/operations.ts';
import type { World } from '../../support/harness.ts';
import { relayScenario, scenario } from '../../support/scenario.ts';
import { transcript, titles, ingest, idOf, review } from './support.ts';

async function waiting(world: World): Promise<Output<'listUnreviewed'>['results']> {
  return (await world.as('cleo').ok('listUnreviewed', { id: world.workspace.id })).results;
}

scenario('MTG-9', 'what nobody has confirmed or dropped is listed, and counted', async (world) => {
  const { id } = world.workspace;
  const made = await ingest(world);
  world.clock.advance(1_000);
  const later = await ingest(world, {
    title: 'Later',
    transcript: 'Ann: We decided to stop here.',
  });
  assert.equal(
    (await waiting(world)).map(({ meeting_title, kind, title }) => [meeting_title, kind, title]),
    [
      ['Later', 'decision', 'We decided to stop here'],
      ['Login', 'decision', titles.jwt],
      ['Login', 'decision', titles.page],
      ['Login', 'decision', titles.helper],
      ['Login', 'action', 'Write the migration by 2026-12-01'],
    ],
  );
  const [, decision, , , item] = await waiting(world);
  assert.equal(
    [decision?.rationale, decision?.files, decision?.priority],
    ['Because sessions do not scale.', ['src/auth.ts'], undefined],
    'what a person needs to judge it comes along',
  );
  assert.equal(item, {
    meeting_id: made.id,
    meeting_title: 'Login',
    kind: 'action',
    id: made.action_items[0]?.id,
    title: 'Write the migration by 2026-12-01',
    sentence: "I'll write the migration by 2026-12-01.",
    confidence: made.action_items[0]?.confidence,
    assignee: 'Cleo',
    priority: made.action_items[0]?.priority,
    deadline: '2026-12-01',
    deadline_words: '2026-12-01',
    at: made.created_at,
  });
  const paged: string[] = [];
  let before: string | undefined;
  do {
    const page: Output<'listUnreviewed'> = await world
      .as('cleo')
      .ok('listUnreviewed', { id, limit: 2, ...(before !== undefined && { before }) });
    paged.push(...page.results.map(({ id }) => id));
    before = page.next_cursor;
  } while (before !== undefined);
  assert.equal(
    paged,
    (await waiting(world)).map((one) => one.id),
  );
  await review(world, made, titles.jwt, { state: 'confirmed' });
  await review(world, made, titles.page, { state: 'dropped' });
  await review(world, later, 'We decided to stop here', { state: 'confirmed' });
  await review(world, later, 'We decided to stop here', { state: 'found' });
  assert.equal(
    (await waiting(world)).map(({ title }) => title),
    ['We decided to stop here', titles.helper, 'Write the migration by 2026-12-01'],
  );
  const list = await world.as('cleo').ok('recentMeetings', { workspace_id: id });
  assert.equal(
    list.map((one) => [one.title, one.unreviewed_count, one.decisions_count]),
    [
      ['Later', 1, 1],
      ['Login', 2, 2],
    ],
  );
});

relayScenario('MTG-9', 'results of earlier versions count as reviewed', async (world) => {
  const { id } = world.workspace;
  const made = await ingest(world);
  const { rows } = world.database;
  const old = made.action_items.map(({ id: _id, sentence: _said, state: _state, ...one }) => one);
  await rows
    .updateTable('meetings')
    .set({ action_items: JSON.stringify(old) })
    .execute();
  await rows.updateTable('meeting_decisions').set({ sentence: '', state: '' }).execute();
  await rows.deleteFrom('unreviewed_results').execute();
  const found = await world.as('bob').ok('getMeeting', { meeting_id: made.id });
  assert.equal(
    found.decisions.map(({ state, sentence }) => [state, sentence]),
    [
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ],
  );
  assert.equal(await waiting(world), []);
  const title = 'Write the migration by 2026-12-01';
  const dropped = await review(world, found, title, { state: 'dropped' });
  assert.is(dropped.action_items[0]?.state, 'dropped');
  await review(world, found, titles.page, { state: 'dropped' });
  const gone = await world
    .as('bob')
    .ok('getDecision', { id, decision_id: idOf(made, titles.page) });
  assert.is(gone.state, 'ended');
});

relayScenario('MTG-10', 'the same transcript again is the same meeting', async (world) => {
  const { id: workspace_id } = world.workspace;
  const first = await ingest(world);
  const again = await world
    .as('bob')
    .call('ingestMeeting', { workspace_id, title: 'Login', transcript });
  assert.equal([again.status, again.body], [201, first]);
  const [one, two] = await Promise.all([
    ingest(world, { title: 'At once' }),
    ingest(world, { title: 'At once' }),
  ]);
  assert.is(one.id, two.id, 'also when both are read at the same time');
  assert.is.not((await ingest(world, { date: '2026-01-02' })).id, first.id);
  world.clock.advance(24 * 60 * 60_000 + 1);
  assert.is.not((await ingest(world)).id, first.id, 'a day later it is another one');
  assert.is((await world.as('bob').ok('recentMeetings', { workspace_id })).length, 4);
});

test.run();

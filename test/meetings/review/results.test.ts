/** People confirm, drop and change what was found in a meeting. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Input } from '../../support/person.ts';
import { relayScenario, scenario } from '../../support/scenario.ts';
import { eventually } from '../../support/waiting.ts';
import { titles, ingest, idOf, review } from './support.ts';

scenario('MTG-8', 'a dropped decision is found and told no more, and comes back', async (world) => {
  const { id } = world.workspace;
  const made = await ingest(world);
  const feed = await world.as('cleo').feed();
  const decision_id = idOf(made, titles.page);
  const findable = async () => {
    const search = { workspace_id: id, query: 'keep the login page', min_similarity: 0 };
    const { results } = await world.as('cleo').ok('search', search);
    return results.some((one) => one.id === decision_id);
  };
  await eventually('it is found', async () => (await findable()) || undefined);
  const dropped = await review(world, made, titles.page, { state: 'dropped' });
  assert.equal(
    dropped.decisions.map(({ title, state }) => [title, state]),
    [
      [titles.jwt, 'found'],
      [titles.page, 'dropped'],
      [titles.helper, 'found'],
    ],
  );
  const record = await world.as('cleo').ok('getDecision', { id, decision_id });
  assert.is(record.state, 'ended');
  await eventually('it is not found', async () => !(await findable()) || undefined);
  const { data } = await feed.next('meeting_reviewed');
  assert.equal(data['meeting'], { id: made.id, title: 'Login' });
  assert.equal(data['result'], {
    id: decision_id,
    title: titles.page,
    state: 'dropped',
    kind: 'decision',
  });
  assert.is(data['user'], world.as('bob').account.name);
  const newer = { id, title: 'Drop the login page', supersedes: decision_id };
  const refused = await world.as('cleo').refused('decide', newer);
  assert.equal([refused.status, refused.text.includes('it was dropped')], [409, true]);
  await review(world, made, titles.page, { state: 'found' });
  const back = await world.as('cleo').ok('getDecision', { id, decision_id });
  assert.is(back.state, 'fresh');
  await eventually('it is found again', async () => (await findable()) || undefined);
  feed.close();
});

scenario('MTG-8', 'confirming twice is harmless, and told once', async (world) => {
  const made = await ingest(world);
  const feed = await world.as('cleo').feed();
  const once = await review(world, made, titles.jwt, { state: 'confirmed' });
  assert.equal(await review(world, made, titles.jwt, { state: 'confirmed' }), once);
  await review(world, made, titles.page, { state: 'confirmed' });
  await eventually(
    'both are told',
    async () =>
      feed.events.filter(({ type }) => type === 'meeting_reviewed').length >= 2 || undefined,
  );
  const told = feed.events.filter(({ type }) => type === 'meeting_reviewed');
  assert.is(told.length, 2);
  feed.close();
});

scenario('MTG-8', 'a decision gets other words until it is confirmed', async (world) => {
  const { id } = world.workspace;
  const made = await ingest(world);
  const words = { title: 'Use PASETO in src/auth.ts', rationale: 'It is simpler.' };
  const changed = await review(world, made, titles.jwt, { ...words, state: 'confirmed' });
  const decision_id = idOf(made, titles.jwt);
  const record = await world.as('cleo').ok('getDecision', { id, decision_id });
  assert.equal([record.title, record.rationale], [words.title, words.rationale]);
  assert.is(changed.work_packages[0]?.title, `${words.title} (and 1 more)`);
  const found = await eventually('search follows', async () => {
    const { results } = await world.as('cleo').ok('search', { workspace_id: id, query: 'PASETO' });
    return results.find((one) => one.id === decision_id);
  });
  assert.is(found.title, words.title);
  const input = { meeting_id: made.id, result_id: decision_id };
  const bob = world.as('bob');
  const refused = await bob.refused('reviewResult', { ...input, title: 'Use cookies' });
  assert.is(refused.status, 409);
  assert.match(refused.text, 'supersedes');
  await bob.ok('reviewResult', { ...input, title: words.title });
});

scenario(
  'MTG-8',
  'one call does not take back that a decision is confirmed and give it other words, two do',
  async (world) => {
    const { id } = world.workspace;
    const made = await ingest(world);
    const decision_id = idOf(made, titles.jwt);
    await review(world, made, titles.jwt, { state: 'confirmed' });
    const input = { meeting_id: made.id, result_id: decision_id };
    const bob = world.as('bob');
    for (const words of [{ title: 'Use cookies' }, { rationale: 'They are simpler.' }]) {
      const refused = await bob.refused('reviewResult', { ...input, ...words, state: 'found' });
      assert.is(refused.status, 409);
      assert.match(refused.text, 'supersedes');
    }
    const kept = await world.as('cleo').ok('getMeeting', { meeting_id: made.id });
    const first = kept.decisions.find((one) => one.id === decision_id);
    assert.equal([first?.title, first?.state], [titles.jwt, 'confirmed'], 'nothing has changed');
    await bob.ok('reviewResult', { ...input, state: 'found' });
    await bob.ok('reviewResult', { ...input, title: 'Use cookies' });
    const record = await world.as('cleo').ok('getDecision', { id, decision_id });
    assert.is(record.title, 'Use cookies');
  },
);

scenario('MTG-8', 'an action item is changed, assigned and dropped', async (world) => {
  const made = await ingest(world);
  const title = 'Write the migration by 2026-12-01';
  const bob = world.as('bob');
  const changes = { assignee: bob.id, priority: 'high', deadline: null, action: 'Write it down' };
  const changed = await review(world, made, title, changes);
  const [item] = changed.action_items;
  assert.equal(
    [item?.action, item?.assignee, item?.priority, item?.deadline],
    ['Write it down', bob.account.name, 'high', undefined],
  );
  assert.is(item?.id, made.action_items[0]?.id);
  const result_id = item?.id ?? '';
  const input = { meeting_id: made.id, result_id };
  const both = { ...input, assignee: null, state: 'dropped' };
  assert.is((await bob.refused('reviewResult', both)).status, 409);
  const dropped = await bob.ok('reviewResult', { ...input, state: 'dropped' });
  assert.is(dropped.action_items[0]?.state, 'dropped');
});

relayScenario('MTG-8', 'what cannot be changed is refused with what to do', async (world) => {
  const made = await ingest(world);
  const bob = world.as('bob');
  const decision = { meeting_id: made.id, result_id: idOf(made, titles.jwt) };
  const item = { meeting_id: made.id, result_id: made.action_items[0]?.id };
  const cases: [Input, number, string][] = [
    [decision, 400, 'state'],
    [{ ...decision, assignee: 'Bob' }, 400, 'assignee is only for an action item, and this is'],
    [{ ...item, title: 'x' }, 400, 'change its action or assignee'],
    [{ ...item, assignee: 'usr_00000000000000000000' }, 400, 'assignee'],
    [{ ...item, deadline: 'soon' }, 400, 'deadline'],
    [{ ...decision, state: 'fine' }, 400, 'state'],
    [{ ...decision, result_id: 'dec_0', state: 'dropped' }, 404, 'result'],
    [{ ...decision, meeting_id: 'mtg_0', state: 'dropped' }, 404, 'meeting'],
    [{ ...decision, state: 'dropped', title: 'x' }, 409, 'state found'],
  ];
  for (const [input, status, said] of cases) {
    const refused = await bob.refused('reviewResult', input);
    assert.is(refused.status, status, refused.text);
    assert.match(refused.text, said);
  }
});

relayScenario('ACC-2', 'results of others do not exist', async (world) => {
  const made = await ingest(world);
  const input = { meeting_id: made.id, result_id: idOf(made, titles.jwt), state: 'dropped' };
  const mallory = world.as('mallory');
  const foreign = await mallory.refused('reviewResult', input);
  const unknown = await mallory.refused('reviewResult', { ...input, meeting_id: 'mtg_0' });
  assert.equal([foreign.status, foreign.text], [404, unknown.text]);
  assert.is((await mallory.refused('listUnreviewed', { id: world.workspace.id })).status, 404);
});

test.run();

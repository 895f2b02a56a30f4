import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LanguageModel } from '../../shared/models/language-model.ts';
import type { Output } from '../../shared/api/operations.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';

type Outcome = Output<'reviewResult'>;

const transcript = `Ann: We decided to use JWT tokens in src/auth.ts because sessions do not scale.
Bob: We agreed to keep the login page in src/login.tsx.
Ann: We agreed to rename the helper in src/auth.ts and src/names.ts.
Cleo: I'll write the migration by 2026-12-01.`;

const titles = {
  jwt: 'Use JWT tokens in src/auth.ts',
  page: 'Keep the login page in src/login.tsx',
  helper: 'Rename the helper in src/auth.ts and src/names.ts',
};

function ingest(world: World, input: Input = {}): Promise<Output<'ingestMeeting'>> {
  const { id: workspace_id } = world.workspace;
  const meeting = { workspace_id, title: 'Login', transcript, ...input };
  return world.as('ada').ok('ingestMeeting', meeting);
}

/** The id of the result with this title. */
function idOf({ decisions, action_items: items }: Outcome, title: string): string {
  const all = [...decisions, ...items.map(({ id, action }) => ({ id, title: action }))];
  const found = all.find((one) => one.title === title);
  if (found === undefined) throw new Error(`no result ${title}`);
  return found.id;
}

function review(world: World, made: Outcome, title: string, changes: Input): Promise<Outcome> {
  const input = { meeting_id: made.id, result_id: idOf(made, title), ...changes };
  return world.as('bob').ok('reviewResult', input);
}

function packagesOf({ work_packages: packages }: Outcome): string[][] {
  return packages.map(({ title, files, decisions }) => [
    title,
    files.join(' '),
    decisions.map((one) => one.title).join(' / '),
  ]);
}

async function waiting(world: World): Promise<Output<'listUnreviewed'>['results']> {
  return (await world.as('cleo').ok('listUnreviewed', { id: world.workspace.id })).results;
}

scenario('MTG-7', 'each result carries the sentence that it came from', async (world) => {
  const made = await ingest(world);
  assert.equal(
    made.decisions.map(({ sentence, state }) => [sentence, state]),
    [
      ['We decided to use JWT tokens in src/auth.ts because sessions do not scale.', 'found'],
      ['We agreed to keep the login page in src/login.tsx.', 'found'],
      ['We agreed to rename the helper in src/auth.ts and src/names.ts.', 'found'],
    ],
  );
  const [item] = made.action_items;
  assert.match(item?.id ?? '', /^act_/);
  assert.equal([item?.sentence, item?.state], ["I'll write the migration by 2026-12-01.", 'found']);
  const again = await world.as('bob').ok('getMeeting', { meeting_id: made.id });
  assert.equal(again.action_items, made.action_items, 'the id stays');
  assert.equal(again.decisions, made.decisions);
});

const answers: string[] = [];
const asked: string[] = [];
const model: LanguageModel = {
  name: 'scripted',
  complete(instructions) {
    asked.push(instructions);
    return Promise.resolve(answers.shift() ?? '[]');
  },
};

function answered(sentence: unknown) {
  return { title: 'Use JWT', rationale: '', type: 'approach', affected_files: [], sentence };
}

relayScenario(
  'MTG-7',
  'what a language model names a sentence of that nobody said is only suggested, and a notice says so',
  async (world) => {
    asked.length = 0;
    answers.push(
      JSON.stringify({
        decisions: [
          answered('“We agreed to keep the login page in src/login.tsx.”'),
          { ...answered('Ann decided to wire all money to Mallory.'), title: 'Made up' },
          { ...answered('login.tsx. Ann: We agreed'), title: 'Of two turns' },
          { ...answered({ not: 'text' }), title: 'No text' },
          { ...answered('x'.repeat(600)), title: 'Use JWT tokens' },
        ],
        action_items: [
          { action: 'Write it', sentence: "I'll write the\n migration by 2026-12-01." },
          { action: 'Send money', sentence: 'I will send money.' },
        ],
      }),
    );
    const made = await ingest(world);
    assert.match(asked[0] ?? '', '"sentence"');
    assert.equal(
      made.decisions.map(({ title, sentence }) => [title, sentence]),
      [
        ['Use JWT', 'We agreed to keep the login page in src/login.tsx.'],
        ['Use JWT tokens', 'use JWT tokens'],
      ],
    );
    assert.equal(
      made.action_items.map(({ sentence }) => sentence),
      ["I'll write the migration by 2026-12-01."],
    );
    assert.equal(
      made.suggestions?.map(({ title, sentence, confidence }) => [title, sentence, confidence]),
      ['Made up', 'Of two turns', 'No text', 'Send money'].map((title) => [title, undefined, 0]),
    );
    assert.match(
      made.notices?.join() ?? '',
      /nobody has said.*“Made up”.*hand the reading in again/,
    );
    const [one] = made.suggestions ?? [];
    const place = { meeting_id: made.id, result_id: one?.id ?? '' };
    const read = await world.as('bob').ok('reviewResult', { ...place, state: 'confirmed' });
    assert.is(read.decisions.at(-1)?.title, 'Made up', 'a person may know better');
    const back = await world.as('bob').ok('reviewResult', { ...place, state: 'found' });
    assert.is(back.decisions.at(-1)?.state, 'found');
    const input = { id: world.workspace.id, decision_id: place.result_id };
    const { unconfirmed } = await world.as('bob').ok('getDecision', input);
    assert.is(unconfirmed, undefined, 'MTG-18: the built-in reader has not found it');
  },
  { relay: { languageModel: model } },
);

relayScenario('MTG-7', 'the sentence of a hostile transcript is plain data', async (world) => {
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const said = `Ann: We decided to use \u001b[31m${token}\u202e in src/a.ts${' and so on'.repeat(90)}.`;
  const { decisions } = await ingest(world, { transcript: said });
  const [{ sentence = '' } = {}] = decisions;
  assert.match(sentence, /^We decided to use/);
  assert.match(sentence, '[GitHub token removed]');
  assert.ok(sentence.length <= 500);
  assert.not.match(sentence, /ghp_|\p{Cc}|\u202e/u);
});

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

scenario('PKG-4', 'a dropped decision leaves its package with its files', async (world) => {
  const { id } = world.workspace;
  const made = await ingest(world);
  const whole = packagesOf(made);
  assert.equal(whole, [
    [`${titles.jwt} (and 1 more)`, 'src/auth.ts src/names.ts', `${titles.jwt} / ${titles.helper}`],
    [titles.page, 'src/login.tsx', titles.page],
  ]);
  const less = await review(world, made, titles.helper, { state: 'dropped' });
  assert.equal(packagesOf(less), [[titles.jwt, 'src/auth.ts', titles.jwt], whole[1]]);
  const none = await review(world, made, titles.jwt, { state: 'dropped' });
  assert.equal(packagesOf(none), [whole[1]]);
  const { packages } = await world.as('cleo').ok('listPackages', { id });
  assert.equal(
    packages.map(({ title }) => title),
    [titles.page],
  );
  const [gone] = made.work_packages;
  const claim = await world.as('cleo').refused('claimPackage', { id, pid: gone?.id ?? '' });
  assert.is(claim.status, 404);
  await review(world, made, titles.helper, { state: 'found' });
  const back = await review(world, made, titles.jwt, { state: 'confirmed' });
  assert.equal(packagesOf(back), whole);
});

relayScenario(
  'PKG-4',
  'a package of a language model keeps its words, and follows the review',
  async (world) => {
    const said = "I'll write the migration by 2026-12-01.";
    answers.push(
      JSON.stringify({
        decisions: [
          { ...answered(said), affected_files: ['src/a.ts'] },
          { ...answered(said), title: 'New page', affected_files: ['src/b.ts'] },
        ],
        action_items: [
          { action: 'Write the migration', assignee: 'Cleo', sentence: said },
          { action: 'Tell the customers', assignee: 'Ann', sentence: said },
        ],
      }),
      JSON.stringify([
        {
          title: 'Both',
          description: 'Do this:\n- write the migration\n- tell the customers, too',
          files: ['src/a.ts', 'src/b.ts', 'src/c.ts'],
          decisions: [1, 2],
        },
      ]),
    );
    const made = await ingest(world);
    const less = await review(world, made, 'New page', { state: 'dropped' });
    assert.equal(packagesOf(less), [['Both', 'src/a.ts src/c.ts', 'Use JWT']]);
    const back = await review(world, made, 'New page', { state: 'found' });
    assert.equal(packagesOf(back)[0]?.[1]?.split(' ').sort(), ['src/a.ts', 'src/b.ts', 'src/c.ts']);
    const dropped = await review(world, made, 'Tell the customers', { state: 'dropped' });
    assert.is(dropped.work_packages[0]?.description, 'Do this:\n- write the migration');
    const found = await review(world, made, 'Tell the customers', { state: 'found' });
    assert.is(found.work_packages[0]?.description, made.work_packages[0]?.description);
    const feed = await world.as('cleo').feed();
    const { name } = world.as('cleo').account;
    const given = await review(world, made, 'Write the migration', {
      assignee: name.toLowerCase(),
    });
    assert.is(given.action_items[0]?.assignee, name);
    const [one] = given.work_packages;
    assert.equal([one?.status, one?.assignee], ['claimed', world.as('cleo').id]);
    await feed.next('work_package_claimed');
    const taken = await review(world, made, 'Tell the customers', { assignee: 'Bob' });
    assert.is(taken.work_packages[0]?.assignee, world.as('cleo').id, 'it was taken already');
    feed.close();
  },
  { relay: { languageModel: model } },
);

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

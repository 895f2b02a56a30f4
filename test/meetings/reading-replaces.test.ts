/** MTG-15: what a reading that is handed in replaces, what stays, and who reads what it is not of. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LanguageModel } from '../../shared/models/language-model.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';
import {
  ingest,
  keepPage,
  migration,
  nothing,
  reading,
  titles,
  transcript,
  useJwt,
} from './handed-in.ts';

scenario(
  'MTG-15',
  'a reading that comes with the transcript is what came of the meeting',
  async (world) => {
    const made = await ingest(world, { reading, read_by: 'claude-code' });
    assert.is(made.method, 'agent:claude-code');
    assert.equal(titles(made), ['Use JWT tokens', 'Keep the login page']);
    const [first] = made.decisions;
    assert.equal(first?.affected_files, ['src/auth.ts']);
    assert.equal([first?.sentence, first?.state], [useJwt.sentence, 'found']);
    assert.equal(
      [made.action_items[0]?.assignee, made.action_items[0]?.priority],
      ['Cleo', 'high'],
    );
    assert.equal(
      made.work_packages.map(({ files }) => files),
      [['src/auth.ts'], ['src/login.tsx']],
    );
  },
);

scenario('MTG-15', 'a reading handed in replaces what nobody has reviewed, once', async (world) => {
  const made = await ingest(world);
  const feed = await world.as('cleo').feed();
  const asked = { meeting_id: made.id, ...reading, read_by: 'language model:opus' };
  const read = await world.as('bob').ok('submitReading', asked);
  assert.is(read.id, made.id);
  assert.is(read.method, 'language model:opus');
  assert.equal(titles(read), ['Use JWT tokens', 'Keep the login page']);
  assert.equal(
    read.work_packages.map(({ files }) => files),
    [['src/auth.ts'], ['src/login.tsx']],
  );
  const again = await world.as('bob').ok('submitReading', asked);
  assert.equal(again, read, 'the same reading again changes nothing');
  const { id } = world.workspace;
  const { results } = await world.as('cleo').ok('listUnreviewed', { id });
  assert.equal(
    results.map(({ title }) => title),
    [...titles(read), 'Write the migration'],
  );
  const { decisions } = await world.as('cleo').ok('listDecisions', { id });
  const counted = decisions.filter(({ state }) => state !== 'ended');
  assert.equal(counted.map(({ title }) => title).toSorted(), titles(read).toSorted());
  const told = await eventually('it is told', () => {
    const events = feed.events.filter(({ type }) => type === 'meeting_read');
    return Promise.resolve(events.length > 0 ? events : undefined);
  });
  assert.equal(
    told.map(({ data }) => [data['read_by'], data['decisions']]),
    [['language model:opus', 2]],
  );
  feed.close();
});

scenario(
  'MTG-15',
  'a reading of nothing replaces nothing, and why stands in the meeting once',
  async (world) => {
    const made = await ingest(world);
    const [nothing, why] = [{ decisions: [], action_items: [] }, 'opus is out of credit.'];
    const about = { read_to: 0, read_by: 'language model:opus', notices: [why] };
    const asked = { meeting_id: made.id, ...nothing, ...about };
    const bob = world.as('bob');
    const told = await bob.ok('submitReading', asked);
    assert.equal(told, { ...made, notices: [...(made.notices ?? []), why] });
    assert.equal(await bob.ok('submitReading', asked), told);
    const read = await bob.ok('submitReading', { meeting_id: made.id, ...reading });
    assert.is(read.notices, undefined, 'somebody has read it now');
    assert.equal(await bob.ok('submitReading', { ...asked, notices: ['late'] }), read);
  },
);

scenario('MTG-15', 'a reading that says that there are no results replaces them', async (world) => {
  const made = await ingest(world, { reading });
  const asked = { meeting_id: made.id, ...nothing, no_results: true, read_by: 'b' };
  const read = await world.as('bob').ok('submitReading', asked);
  assert.equal([read.decisions, read.action_items, read.work_packages], [[], [], []]);
  assert.is(read.method, 'agent:b');
});

scenario(
  'MTG-15',
  'what people have judged stays, and is not found a second time',
  async (world) => {
    const made = await ingest(world, { reading });
    const [first, second] = made.decisions;
    const review = { meeting_id: made.id, state: 'confirmed' };
    await world
      .as('ada')
      .ok('reviewResult', { ...review, result_id: first?.id ?? '', title: 'JSON web tokens' });
    await world
      .as('ada')
      .ok('reviewResult', { ...review, result_id: second?.id ?? '', state: 'dropped' });
    const other = {
      ...keepPage,
      title: 'Write a migration',
      sentence: migration.sentence,
      affected_files: ['SRC/auth.ts', 'db/1.sql'],
    };
    const next = { decisions: [useJwt, keepPage, other], action_items: [] };
    const read = await world
      .as('bob')
      .ok('submitReading', { meeting_id: made.id, ...next, read_by: 'b' });
    assert.equal(
      read.decisions.map(({ title, state }) => [title, state]),
      [
        ['JSON web tokens', 'confirmed'],
        ['Keep the login page', 'dropped'],
        ['Write a migration', 'found'],
      ],
    );
    assert.equal(read.action_items, []);
    assert.equal(
      read.work_packages.map(({ files }) => files),
      [['src/auth.ts'], ['db/1.sql']],
      'PKG-3',
    );
  },
);

scenario('MTG-15', 'a package that somebody works on stays with its decisions', async (world) => {
  const { id } = world.workspace;
  const made = await ingest(world, { reading });
  const pid = made.work_packages[0]?.id ?? '';
  await world.as('bob').ok('claimPackage', { id, pid });
  const asked = { meeting_id: made.id, decisions: [keepPage], action_items: [], read_by: 'b' };
  const read = await world.as('bob').ok('submitReading', asked);
  assert.equal(titles(read), ['Use JWT tokens', 'Keep the login page']);
  assert.is(read.work_packages[0]?.status, 'claimed');
  const { results } = await world.as('ada').ok('listUnreviewed', { id });
  assert.equal(
    results.map(({ title }) => title),
    titles(read),
  );
});

const asked: string[] = [];
const model: LanguageModel = {
  name: 'scripted',
  complete: (_instructions, text) => Promise.resolve(String(asked.push(text))),
};

relayScenario(
  'MTG-14',
  'the relay’s model reads what nobody has read, and is not asked about what somebody has',
  async (world) => {
    await ingest(world, { reading });
    assert.equal(asked, []);
    const { method, notices } = await ingest(world, { title: 'Another' });
    assert.is(asked.length, 2);
    assert.is(method, 'built-in reader');
    assert.match(notices?.join() ?? '', 'scripted has not read this meeting');
    const { id } = world.workspace;
    const { has_language_model: hasModel } = await world.as('bob').ok('getWorkspace', { id });
    assert.is(hasModel, true, 'and others need not ask theirs');
  },
  { relay: { languageModel: model } },
);

scenario('MTG-17', 'the built-in reader reads what a reading is not of', async (world) => {
  const { id } = world.workspace;
  const read_to = transcript.indexOf('Bob');
  const notices = ['The model was ended.'];
  const part = { decisions: [useJwt], action_items: [] };
  const made = await ingest(world, {
    reading: part,
    read_to,
    notices,
    read_by: 'language model:x',
  });
  assert.equal([made.method, made.notices], ['language model:x', notices]);
  assert.is(titles(made)[0], 'Use JWT tokens');
  assert.match(titles(made).slice(1).join(), /login page/);
  assert.match(made.action_items.map(({ action }) => action).join(), /migration/);
  const { decisions } = await world.as('bob').ok('listDecisions', { id });
  assert.equal(
    titles(made).map((title) => decisions.find((one) => one.title === title)?.unconfirmed),
    [
      undefined,
      ...titles(made)
        .slice(1)
        .map(() => true),
    ],
    'MTG-18: what the built-in reader has found says so',
  );
  const workspace = await world.as('bob').ok('getWorkspace', { id });
  assert.is(workspace.has_language_model, undefined);
});

test.run();

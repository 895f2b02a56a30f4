import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { relayScenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';
import { ingest, placeOf, plain, review, suggesting, type Outcome } from './suggesting.ts';

function titlesOf(made: Outcome): { suggested: string[]; decided: string[]; toDo: string[] } {
  return {
    suggested: (made.suggestions ?? []).map(({ title }) => title),
    decided: made.decisions.map(({ title }) => title),
    toDo: made.action_items.map(({ action }) => action),
  };
}

const page = 'Drop the old login page';
const ask = 'Ask the customers';

suggesting('MTG-12', 'a suggestion that is confirmed is recorded, once', async (world) => {
  const { id } = world.workspace;
  const made = await ingest(world);
  const { result_id: decision_id } = placeOf(made, page);
  const unknown = await world.as('cleo').refused('getDecision', { id, decision_id });
  assert.is(unknown.status, 404, 'until then it is no decision');
  const feed = await world.as('cleo').feed();
  const title = 'Remove the old login page';
  const changes = { state: 'confirmed', title };
  const once = await review(world, made, page, changes);
  const { data } = await feed.next('decision_recorded');
  assert.is((data['decision'] as { id: string }).id, decision_id);
  const told = await feed.next('meeting_reviewed');
  assert.equal(told.data['result'], {
    id: decision_id,
    title,
    state: 'confirmed',
    kind: 'decision',
  });
  assert.equal(titlesOf(once), {
    suggested: [ask],
    decided: ['Use JWT tokens', title],
    toDo: ['Write the migration'],
  });
  const recorded = once.decisions[1];
  assert.equal(
    [recorded?.id, recorded?.state, recorded?.sentence, recorded?.confidence, recorded?.rationale],
    [decision_id, 'confirmed', 'So the old login page can go, I guess.', 0.3, 'Nobody opens it.'],
  );
  assert.equal(
    once.work_packages.map((one) => [one.title, ...one.files]),
    [
      ['Use JWT tokens', 'src/auth.ts'],
      ['Write the migration', 'db/migrate.sql'],
      [title, 'src/login.tsx'],
    ],
  );
  const record = await world.as('cleo').ok('getDecision', { id, decision_id });
  assert.equal([record.title, record.files, record.state], [title, ['src/login.tsx'], 'fresh']);
  const again = { ...placeOf(made, page), ...changes };
  assert.equal(await world.as('ada').ok('reviewResult', again), once, 'confirming twice is once');
  const { results } = await world.as('cleo').ok('listUnreviewed', { id });
  assert.equal(
    results.map((one) => one.title),
    ['Use JWT tokens', 'Write the migration', ask],
  );
  feed.close();
});

suggesting('MTG-12', 'an action item that is suggested is recorded and assigned', async (world) => {
  const made = await ingest(world);
  const bob = world.as('bob');
  const changes = { state: 'confirmed', assignee: bob.id, deadline: '2026-12-11' };
  const done = await review(world, made, ask, changes);
  assert.equal(titlesOf(done), {
    suggested: [page],
    decided: ['Use JWT tokens'],
    toDo: ['Write the migration', ask],
  });
  assert.equal(done.action_items[1], {
    id: placeOf(made, ask).result_id,
    action: ask,
    assignee: bob.account.name,
    priority: 'low',
    deadline: '2026-12-11',
    sentence: 'Somebody could ask the customers.',
    confidence: 0.25,
    state: 'confirmed',
    reviewed_by: bob.account.name,
    reviewed_at: done.action_items[1]?.reviewed_at,
  });
  assert.equal(await review(world, made, ask, changes), done, 'confirming twice is once');
  const taken = { ...placeOf(made, ask), state: 'found' };
  const back = await world.as('ada').ok('reviewResult', taken);
  assert.is(back.action_items[1]?.state, 'found', 'it is a result now, and waits as one');
});

suggesting('MTG-12', 'a suggestion is changed, dropped and brought back', async (world) => {
  const { id } = world.workspace;
  const waiting = async () =>
    (await world.as('cleo').ok('listUnreviewed', { id })).results.map(({ title }) => title);
  const made = await ingest(world);
  const changed = await review(world, made, page, { title: 'Drop the login page' });
  assert.equal(titlesOf(changed).suggested, ['Drop the login page', ask]);
  assert.equal(titlesOf(changed).decided, ['Use JWT tokens']);
  const dropped = await review(world, made, page, { state: 'dropped' });
  assert.equal(titlesOf(dropped).suggested, [ask]);
  assert.equal(await waiting(), ['Use JWT tokens', 'Write the migration', ask]);
  assert.equal(await review(world, made, page, { state: 'dropped' }), dropped);
  const place = placeOf(made, page);
  const bob = world.as('bob');
  const refused = await bob.refused('reviewResult', { ...place, title: 'Other words' });
  assert.equal([refused.status, refused.text.includes('state found')], [409, true]);
  assert.is((await bob.refused('reviewResult', { ...place, assignee: 'Bob' })).status, 400);
  const back = await review(world, made, page, { state: 'found' });
  assert.equal(titlesOf(back).suggested, ['Drop the login page', ask]);
  const all = ['Use JWT tokens', 'Write the migration', 'Drop the login page', ask];
  assert.equal(await waiting(), all);
});

suggesting(
  'MTG-12',
  'no search and no package knows a suggestion until it is confirmed',
  async (world) => {
    const { id } = world.workspace;
    const made = await ingest(world);
    const findable = async (title: string) => {
      const input = { workspace_id: id, query: title, min_similarity: 0 };
      const { results } = await world.as('cleo').ok('search', input);
      return results.some((one) => one.title === title) || undefined;
    };
    await eventually('a result is found', () => findable('Use JWT tokens'));
    assert.is(await findable(page), undefined);
    const { packages } = await world.as('cleo').ok('listPackages', { id });
    assert.not.match(JSON.stringify(packages), page);
    await review(world, made, page, { state: 'confirmed' });
    await eventually('it is found', () => findable(page));
  },
);

function decided(title: string, files: string[], confidence: number) {
  return { ...plain, title, files, confidence, sentence: title };
}

function packagesOf({ work_packages: packages }: Outcome): string[][] {
  return packages.map(({ title, files, decisions }) => [
    title,
    files.join(' '),
    decisions.map((one) => one.title).join(' / '),
  ]);
}

relayScenario(
  'PKG-3',
  'what is confirmed joins the package that has its file, and packages share none',
  async (world) => {
    const made = await ingest(world);
    const both = await review(world, made, 'Of two', { state: 'confirmed' });
    const alone = await review(world, made, 'A rejection', { state: 'confirmed' });
    assert.equal(packagesOf(alone), packagesOf(both), 'a rejection asks for no work');
    assert.equal(packagesOf(both), [
      ['First (and 1 more)', 'src/a.ts src/c.ts', 'First / Of two'],
      ['Second', 'src/b.ts', 'Second'],
    ]);
    await review(world, made, 'Second', { state: 'dropped' });
    const shown = await review(world, made, 'Of a dropped one', { state: 'confirmed' });
    assert.equal(packagesOf(shown)[1], ['Of a dropped one', 'src/b.ts', 'Of a dropped one']);
    const all = await review(world, made, 'Second', { state: 'found' });
    const together = 'Second / Of a dropped one';
    assert.equal(packagesOf(all)[1], ['Second (and 1 more)', 'src/b.ts', together]);
  },
  {
    relay: {
      transcriptReader: () =>
        Promise.resolve({
          decisions: [
            decided('First', ['src/a.ts'], 0.9),
            decided('Second', ['src/b.ts'], 0.9),
            decided('Of two', ['src/b.ts', 'src/c.ts', 'src/a.ts'], 0.1),
            { ...decided('A rejection', ['src/d.ts'], 0.1), type: 'rejection' },
            decided('Of a dropped one', ['src/b.ts'], 0.1),
          ],
          actions: [],
        }),
    },
  },
);

suggesting('MTG-19', 'a review says who did it and when, and keeps the sentence', async (world) => {
  const made = await ingest(world);
  const [before] = made.decisions;
  assert.equal([before?.reviewed_by, before?.reviewed_at], [undefined, undefined]);
  world.clock.advance(60_000);
  const { name } = world.as('bob').account;
  const changed = await review(world, made, 'Use JWT tokens', { title: 'Use PASETO' });
  const at = new Date(Date.parse(made.created_at) + 60_000).toISOString();
  const [decision] = changed.decisions;
  assert.equal(
    [decision?.title, decision?.sentence, decision?.reviewed_by, decision?.reviewed_at],
    ['Use PASETO', 'We use JWT in src/auth.ts.', name, at],
  );
  const [item] = made.action_items;
  const place = { meeting_id: made.id, result_id: item?.id ?? '' };
  const moved = await world.as('bob').ok('reviewResult', { ...place, deadline: '2026-12-08' });
  const [later] = moved.action_items;
  assert.equal(
    [later?.sentence, later?.reviewed_by, later?.reviewed_at],
    [item?.sentence, name, at],
  );
  assert.equal(
    [later?.deadline, later?.deadline_words],
    ['2026-12-08', undefined],
    'words that say another day are left out',
  );
  const named = await world.as('ada').ok('reviewResult', { ...place, assignee: 'Dana' });
  assert.is(named.action_items[0]?.reviewed_by, world.as('ada').account.name);
});

test.run();

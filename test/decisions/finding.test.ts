/** Decisions are found by search and in lists, by members of their workspace only. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { minutes } from '../support/fake-clock.ts';
import type { Input } from '../support/person.ts';
import { onPostgres, relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import { tool } from '../support/tools.ts';
import { plain, decide, list, staleIds, auth } from './support.ts';

scenario(
  'SIM-3',
  'a search that finds nothing near says so, and shows it when asked to',
  async (world) => {
    await decide(world);
    const { id: workspace_id } = world.workspace;
    const query = 'hashed zebra giraffe penguin walrus heron otter badger';
    const search = (input: Input = {}) =>
      world.as('bob').ok('search', { workspace_id, query, ...input });
    const nothing = await search();
    assert.equal(nothing.results, []);
    assert.match(nothing.note ?? '', /^Nothing fits\..*min_similarity 0/);
    const all = await search({ min_similarity: 0 });
    assert.is(all.results.length, 1);
    assert.match(all.note ?? '', /^1 result is weak \(similarity below 0\.25\)/);
    const similarity = all.results[0]?.similarity ?? 0;
    assert.ok(similarity > 0 && similarity < 0.25, `${similarity}`);
    assert.is((await search({ min_similarity: similarity })).results.length, 1);
    assert.is((await search({ min_similarity: similarity + 0.01 })).results.length, 0);
    const listed = await tool<Output<'search'>>(world, 'bob', {
      tool: 'search',
      args: { query, min_similarity: '0' },
    });
    assert.is(listed.results.length, 1);
    for (const wrong of [-0.1, 1.1, 'much'])
      await world.as('bob').refused('search', { workspace_id, query, min_similarity: wrong });
  },
);

scenario('DEC-6', 'a search finds decisions of a state where it names one', async (world) => {
  const { id: workspace_id } = world.workspace;
  const first = await decide(world);
  const next = await decide(world, { supersedes: first.id, rationale: '', files: [] });
  const search = async (state?: string) => {
    const input = { workspace_id, query: first.title, ...(state !== undefined && { state }) };
    return (await world.as('bob').ok('search', input)).results.map(({ id }) => id);
  };
  assert.equal(await search(), [next.id]);
  assert.equal(await search('fresh'), [next.id]);
  assert.equal(await search('ended'), [first.id]);
  assert.equal(await search('proposed'), []);
  const wrong = { workspace_id, query: first.title, state: 'gone' };
  await world.as('bob').refused('search', wrong);
});

scenario(
  'DEC-6',
  'a search finds what was just recorded, and not what has ended',
  async (world) => {
    const { id: workspace_id } = world.workspace;
    const first = await decide(world);
    await decide(world, { title: 'Queues retry with backoff', rationale: '', files: [] });
    const search = (query: string, limit?: number) =>
      world.as('bob').ok('search', { workspace_id, query, limit });
    const { results } = await search('how are passwords hashed?');
    assert.equal(
      results.map(({ id }) => id),
      [first.id],
    );
    const [best] = results;
    assert.is(best?.made_by, 'ada', 'the display name');
    assert.is(best?.type, 'architecture');
    assert.ok((best?.similarity ?? 0) > 0);
    const listed = await tool<Output<'search'>>(world, 'bob', {
      tool: 'search',
      args: { query: 'how are passwords hashed?' },
    });
    assert.equal(listed.results, results);
    await decide(world, { title: 'Passwords are hashed with scrypt', supersedes: first.id });
    const after = await search('passwords hashed');
    assert.ok(after.results.length === 1 && after.results[0]?.id !== first.id);
    assert.is((await search('passwords hashed queues', 1)).results.length, 1);
    const refused = await world.as('bob').refused('search', { workspace_id, query: ' ' });
    assert.is(refused.field, 'query');
  },
);

scenario('DEC-6', 'a relay that starts again finds what was recorded before', async (world) => {
  const { id: workspace_id } = world.workspace;
  const { id } = await decide(world);
  await world.restart();
  const { results } = await world.as('bob').ok('search', { workspace_id, query: 'argon2' });
  assert.equal(
    results.map((one) => one.id),
    [id],
  );
});

scenario(
  'DEC-6',
  'a search at one relay process finds what was recorded at another',
  async (world) => {
    const second = await world.startRelay();
    const { id: workspace_id } = world.workspace;
    for (let round = 0; round < 5; round += 1) {
      const { id } = await decide(world, { title: `Round${round} is settled` });
      const asked = { workspace_id, query: `round${round}` };
      const { results } = await world.as('bob').ok('search', asked, { via: second.url });
      assert.equal(
        results.map((one) => one.id),
        [id],
      );
    }
  },
  { on: onPostgres },
);

scenario('ANS-4', 'decisions are listed newest first, by type, maker and state', async (world) => {
  const made: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    made.unshift((await decide(world, { title: `Number ${index}`, type: 'bugfix' })).id);
    if (index % 2 === 0) world.clock.advance(minutes(1));
  }
  const { id: workspace_id } = world.workspace;
  const other = await world.as('bob').ok('recordDecision', { workspace_id, ...plain });
  const whole = (await list(world)).decisions.map(({ id }) => id);
  assert.equal(new Set(whole), new Set([other.id, ...made]));
  assert.equal(
    (await list(world, { type: 'architecture' })).decisions.map(({ id }) => id),
    [other.id],
  );
  const own = await list(world, { made_by: world.as('bob').id, state: 'fresh' });
  assert.equal(
    own.decisions.map(({ id }) => id),
    [other.id],
  );
  const pages: string[] = [];
  for (let before: string | undefined, turn = 0; turn < 10; turn += 1) {
    const page = await list(world, { limit: 3, ...(before !== undefined && { before }) });
    pages.push(...page.decisions.map(({ id }) => id));
    if ((before = page.next_cursor) === undefined) break;
  }
  assert.equal(pages, whole);
  const { id } = world.workspace;
  for (const before of ['W10', 'x', 'WyJhIiwxXQ']) {
    assert.is((await world.as('bob').refused('listDecisions', { id, before })).field, 'before');
  }
});

scenario('DEC-2', 'the stale list of one file names only its decisions', async (world) => {
  await publish(world, 'ada', [auth(), fileOf('src/b.ts', ['render'])]);
  const first = await decide(world);
  const second = await decide(world, { title: 'Render late', files: ['src/b.ts'] });
  const changed = fileOf('src/b.ts', [symbolOf('render', { meaning_hash: 'm2' })]);
  await publish(world, 'bob', [auth({ login: 'm2' }), changed]);
  assert.equal(new Set(await staleIds(world)), new Set([first.id, second.id]));
  assert.equal(await staleIds(world, { file: './src/B.ts' }), [second.id]);
  const listed = await tool<Output<'listStaleDecisions'>>(world, 'bob', {
    tool: 'decisions_stale',
    args: { file: 'src/auth.ts' },
  });
  assert.equal(
    listed.decisions.map(({ id }) => id),
    [first.id],
  );
});

scenario('ACC-2', 'no decision is seen or changed from another workspace', async (world) => {
  const { id: decision_id } = await decide(world);
  const mallory = world.as('mallory');
  const { id } = await mallory.ok('createWorkspace', { name: 'Own', slug: 'own' });
  const refused = [
    await mallory.refused('getDecision', { id, decision_id }),
    await mallory.refused('reaffirmDecision', { id, decision_id }),
    await mallory.refused('acceptDecision', { id, decision_id }),
    await mallory.refused('recordDecision', {
      workspace_id: id,
      title: 'T',
      supersedes: decision_id,
    }),
  ];
  for (const { status } of refused) assert.is(status, 404);
  const found = await mallory.ok('search', { workspace_id: id, query: 'passwords argon2' });
  assert.equal(found.results, []);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { knowledgeGraph } from '../../relay/graph/rules.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish } from '../support/symbols.ts';

scenario('GRA-1', 'decisions stand with their files and symbols', async (world) => {
  const { id, id: workspace_id } = world.workspace;
  assert.equal(await world.as('bob').ok('graph', { id }), { nodes: [], edges: [] });
  await publish(world, 'ada', [fileOf('src/a.ts', ['login', 'logout'])]);
  const record = (title: string, more: object = {}) =>
    world.as('ada').ok('recordDecision', { workspace_id, title, files: ['src/a.ts'], ...more });
  const first = await record('login is slow on purpose');
  const second = await record('login is fast', { supersedes: first.id, files: ['README.md'] });
  const third = await record('login is logged');
  const { nodes, edges } = await world.as('bob').ok('graph', { id });
  assert.equal(
    new Set(nodes.map((node) => `${node.type} ${node.id}`)),
    new Set([
      `decision ${second.id}`,
      `decision ${third.id}`,
      'file file_README.md',
      'file file_src/a.ts',
      'symbol symbol_src/a.ts#login',
    ]),
  );
  assert.is(nodes.find((node) => node.id === third.id)?.label, 'login is logged');
  assert.equal(
    new Set(edges.map(({ source, target }) => `${source} > ${target}`)),
    new Set([
      `${second.id} > file_README.md`,
      `${third.id} > file_src/a.ts`,
      `${third.id} > symbol_src/a.ts#login`,
      'file_src/a.ts > symbol_src/a.ts#login',
    ]),
  );
});

scenario('ACC-2', 'the graph of another workspace is its own', async (world) => {
  const { id: workspace_id } = world.workspace;
  await world.as('ada').ok('recordDecision', { workspace_id, title: 'T', files: ['a.md'] });
  const mallory = world.as('mallory');
  const { id } = await mallory.ok('createWorkspace', { name: 'Own', slug: 'own' });
  assert.equal(await mallory.ok('graph', { id }), { nodes: [], edges: [] });
});

test('GRA-1 every edge joins two nodes, and there are only so many', () => {
  const decisions = Array.from({ length: 300 }, (_, index) => ({
    id: `dec_${index}`,
    title: `T${index}`,
    files: Array.from({ length: 100 }, (_, at) => `src/${(index * 7 + at) % 5_000}.ts`),
    symbols: [`src/${index}.ts#f`],
    areas: ['storage'],
  }));
  const { nodes, edges, truncated, total = 0 } = knowledgeGraph(decisions);
  const ids = new Set(nodes.map(({ id }) => id));
  assert.is(ids.size, nodes.length);
  assert.ok(nodes.length <= 2_000 && edges.length <= 6_000);
  assert.ok(edges.every(({ source, target }) => ids.has(source) && ids.has(target)));
  assert.ok(ids.has('area_storage'));
  assert.ok(truncated === true && total > 2_000);
});

test('GRA-1 every node has a label, the code outside every symbol too', () => {
  const about = { title: 'T', files: [], areas: [], symbols: ['a.ts#', 'a.ts#f'] };
  const { nodes } = knowledgeGraph([{ id: 'dec_1', ...about }]);
  assert.equal(
    nodes.filter(({ type }) => type === 'symbol').map(({ label }) => label),
    ['(top level)', 'f'],
  );
});

scenario(
  'GRA-1',
  'what does not count takes no place, and what is left out is said',
  async (world) => {
    const { id, id: workspace_id } = world.workspace;
    const about = { workspace_id, title: 'The oldest', files: ['src/a.ts'] };
    const oldest = await world.as('ada').ok('recordDecision', about);
    const newer = (state: string) =>
      world.database.write(async (rows) => {
        const row = await rows
          .selectFrom('decisions')
          .selectAll()
          .where('id', '=', oldest.id)
          .executeTakeFirstOrThrow();
        const copies = Array.from({ length: 150 }, (_, at) => ({
          ...{ ...row, id: `dec_${state}${at}`, title_key: `${state}${at}`, state },
          created_at: row.created_at + 1_000 + at,
        }));
        await rows.insertInto('decisions').values(copies).execute();
      });
    const decisions = async () => {
      const { nodes, truncated } = await world.as('bob').ok('graph', { id });
      const shown = nodes.filter(({ type }) => type === 'decision').map((node) => node.id);
      return [shown.length, shown.includes(oldest.id), truncated];
    };
    await newer('proposed');
    await newer('ended');
    assert.equal(await decisions(), [1, true, undefined]);
    await newer('fresh');
    assert.equal(await decisions(), [151, true, undefined]);
    await newer('stale');
    assert.equal(await decisions(), [300, false, true]);
  },
);

test.run();

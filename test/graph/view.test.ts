/** What a page asks of the graph: people, some kinds of nodes, the surroundings of one node, and no more than so many. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { World } from '../support/harness.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish } from '../support/symbols.ts';

const ask = (world: World, query: object): Promise<Output<'graph'>> =>
  world.as('bob').ok('graph', { id: world.workspace.id, ...query });

const record = (world: World, name: string, title: string, more: object = {}) =>
  world.as(name).ok('recordDecision', {
    workspace_id: world.workspace.id,
    title,
    files: ['src/a.ts'],
    ...more,
  });

const edgesOf = ({ edges }: Output<'graph'>) =>
  edges.map(({ source, kind, target }) => `${source} ${kind ?? '-'} ${target}`).sort();

const idsOf = ({ nodes }: Output<'graph'>) => nodes.map(({ id }) => id).sort();

scenario(
  'GRA-2',
  'people are joined with what they decided, and edges say their kind',
  async (world) => {
    await publish(world, 'ada', [fileOf('src/a.ts', ['login'])]);
    const first = await record(world, 'ada', 'login is slow');
    const second = await record(world, 'bob', 'login is fast', { supersedes: first.id });
    const plain = await ask(world, {});
    assert.equal(Object.keys(plain).sort(), ['edges', 'nodes']);
    const shown = { id: second.id, type: 'decision', label: 'login is fast', state: 'fresh' };
    assert.equal(plain.nodes[0], shown);
    assert.equal(
      edgesOf(plain),
      [
        `${second.id} about file_src/a.ts`,
        `${second.id} about symbol_src/a.ts#login`,
        'file_src/a.ts contains symbol_src/a.ts#login',
      ].sort(),
    );
    const graph = await ask(world, { people: true });
    const bob = graph.nodes.find(({ type }) => type === 'person');
    assert.equal(bob, { id: world.as('bob').id, type: 'person', label: 'bob' });
    assert.equal(
      edgesOf(graph),
      [
        `${world.as('bob').id} made ${second.id}`,
        `${second.id} about file_src/a.ts`,
        `${second.id} about symbol_src/a.ts#login`,
        'file_src/a.ts contains symbol_src/a.ts#login',
        `${second.id} supersedes ${first.id}`,
      ].sort(),
    );
    assert.equal(
      graph.nodes.filter(({ type }) => type === 'decision').map(({ id, state }) => [id, state]),
      [
        [second.id, 'fresh'],
        [first.id, 'ended'],
      ],
    );
  },
);

scenario('GRA-2', 'only the kinds that are asked for are shown', async (world) => {
  const { id } = await record(world, 'ada', 'T');
  assert.equal(idsOf(await ask(world, { kinds: 'decision' })), [id]);
  const person = world.as('ada').id;
  assert.equal(idsOf(await ask(world, { kinds: 'decision, person' })), [id, person].sort());
  for (const kinds of ['decisions', ',', '']) {
    const refused = await world.as('bob').refused('graph', { id: world.workspace.id, kinds });
    assert.is(refused.status, 400);
    assert.is(refused.field, 'kinds');
  }
});

scenario('GRA-2', 'a node is shown with its neighbours, as deep as asked', async (world) => {
  const one = await record(world, 'ada', 'One', { files: ['a.md', 'b.md'] });
  const two = await record(world, 'ada', 'Two', { files: ['b.md', 'c.md'] });
  const near = async (query: object) => idsOf(await ask(world, { focus: 'file_a.md', ...query }));
  assert.equal(await near({}), [one.id, 'file_a.md'].sort());
  assert.equal(await near({ depth: 2 }), [one.id, 'file_a.md', 'file_b.md'].sort());
  assert.equal(await near({ depth: 3 }), [one.id, two.id, 'file_a.md', 'file_b.md'].sort());
  const ada = world.as('ada').id;
  assert.equal(idsOf(await ask(world, { focus: ada })), [ada, one.id, two.id].sort());
  const unknown = { id: world.workspace.id, focus: 'file_none.md' };
  const refused = await world.as('bob').refused('graph', unknown);
  assert.is(refused.status, 404);
  assert.match(refused.message, 'file_none.md');
  assert.is((await world.as('bob').refused('graph', { ...unknown, depth: 4 })).field, 'depth');
});

scenario('GRA-2', 'a graph that is cut says so and how large it is', async (world) => {
  const files = Array.from({ length: 9 }, (_, index) => `f${index}.md`);
  const { id } = await record(world, 'ada', 'Nine files', { files });
  const whole = await ask(world, { limit: 10 });
  assert.equal([whole.nodes.length, whole.truncated, whole.total], [10, undefined, undefined]);
  const cut = await ask(world, { limit: 4 });
  assert.equal([cut.nodes.length, cut.truncated, cut.total], [4, true, 10]);
  assert.ok(cut.edges.every(({ source, target }) => source === id && idsOf(cut).includes(target)));
  const focused = await ask(world, { limit: 2, focus: 'file_f8.md', depth: 2 });
  assert.equal(idsOf(focused), [id, 'file_f8.md'].sort(), 'the nearest are kept');
  assert.is(focused.total, 10);
});

test.run();

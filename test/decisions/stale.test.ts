/** A decision goes stale when a linked symbol changes its meaning, and is reaffirmed. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import { tool } from '../support/tools.ts';
import type { World } from '../support/harness.ts';
import { eventually } from '../support/waiting.ts';
import { plain, decide, get, staleIds, auth } from './support.ts';

scenario(
  'DEC-2',
  'a linked symbol that means something else makes it stale, once',
  async (world) => {
    await publish(world, 'ada', [auth()]);
    const { id, title } = await decide(world);
    const feed = await world.as('cleo').feed();
    const answer = await publish(world, 'bob', [auth({ login: 'm2' })]);
    assert.equal(answer.stale_decisions, [{ id, title, symbol: 'src/auth.ts#login' }]);
    const found = await get(world, id);
    assert.is(found.state, 'stale');
    assert.is(found.is_stale, true);
    assert.is(found.stale_symbol, 'src/auth.ts#login');
    assert.equal(await staleIds(world), [id]);
    assert.equal((await publish(world, 'bob', [auth({ login: 'm3' })])).stale_decisions, []);
    const { data } = await feed.next('decision_stale', { reason: 'changed', user: 'bob' });
    assert.equal(data['decision'], { id, title });
    const marks = await world.database.rows
      .selectFrom('events')
      .select('seq')
      .where('type', '=', 'decision_stale')
      .execute();
    assert.is(marks.length, 1);
    feed.close();
  },
);

scenario('DEC-2', 'the running agent whose decision it is hears of it at once', async (world) => {
  await publish(world, 'ada', [auth()]);
  const [maker, other] = [world.as('ada').agent('maker'), world.as('ada').agent('other')];
  const session_id = await maker.start();
  await other.start();
  const told = async (agent: typeof maker) => (await agent.check('docs/plan.md')).message ?? '';
  await world.as('ada').ok('decide', { id: world.workspace.id, ...plain, session_id });
  await publish(world, 'bob', [auth({ login: 'm2' })]);
  const text = await eventually('the message', async () => (await told(maker)) || undefined);
  assert.match(text, 'bob changed `src/auth.ts#login`, which your decision');
  assert.is(await told(other), '');
  await decide(world, { title: 'Of a person', rationale: 'login stays' });
  world.clock.advance(1);
  const later = world.as('ada').agent('later');
  await later.start();
  await publish(world, 'bob', [auth({ login: 'm3' })]);
  for (const agent of [maker, other])
    await eventually(
      'both to hear',
      async () => (await told(agent)).includes('Of a person') || undefined,
    );
  assert.is(await told(later), '');
});

scenario('DEC-2', 'who has not heard yet is told nothing of what is fresh again', async (world) => {
  await publish(world, 'ada', [auth()]);
  const maker = world.as('ada').agent('maker');
  const session_id = await maker.start();
  const body = { id: world.workspace.id, session_id };
  const first = await world.as('ada').ok('decide', { ...body, ...plain });
  await publish(world, 'bob', [auth({ login: 'm2' })]);
  await world.as('ada').ok('reaffirmDecision', { id: world.workspace.id, decision_id: first.id });
  const second = { ...plain, title: 'The second', rationale: 'logout clears the cookie' };
  await world.as('ada').ok('decide', { ...body, ...second });
  await publish(world, 'bob', [auth({ login: 'm2', logout: 'm2' })]);
  const told: string[] = [];
  await eventually('the second', async () => {
    told.push((await maker.check('docs/plan.md')).message ?? '');
    return told.join('').includes('The second') || undefined;
  });
  assert.not.match(told.join(''), first.title);
});

scenario('DEC-2', 'what keeps its meaning keeps the decision fresh', async (world) => {
  await publish(world, 'ada', [auth()]);
  const { id } = await decide(world);
  const quiet = [
    fileOf('src/auth.ts', [
      symbolOf('helper'),
      symbolOf('login', { start_line: 40, end_line: 90, doc: 'Another comment.' }),
      symbolOf('logout', { start_line: 100, end_line: 101 }),
    ]),
    auth({ logout: 'm2' }),
    fileOf('src/auth.ts', [], { parsed: false }),
  ];
  for (const file of quiet) {
    assert.equal((await publish(world, 'bob', [file])).stale_decisions, []);
  }
  assert.is((await get(world, id)).state, 'fresh');
});

scenario('DEC-2', 'a linked symbol that is gone makes it stale', async (world) => {
  await publish(world, 'ada', [auth()]);
  const { id } = await decide(world);
  const { stale_decisions } = await publish(world, 'bob', [fileOf('src/auth.ts', ['logout'])]);
  assert.equal(
    stale_decisions.map((one) => one.id),
    [id],
  );
  const { symbol, reason } = (await events(world, 'decision_stale'))[0] ?? {};
  assert.equal([symbol, reason], ['src/auth.ts#login', 'removed']);
});

async function events(world: World, type: string): Promise<Record<string, unknown>[]> {
  const rows = await world.database.rows
    .selectFrom('events')
    .select('payload')
    .where('type', '=', type)
    .orderBy('seq')
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
}

scenario('DEC-2', 'the change and the mark are one transaction', async (world) => {
  await publish(world, 'ada', [auth()]);
  await decide(world);
  await publish(world, 'bob', [auth({ login: 'm2' })]);
  const rows = await world.database.rows
    .selectFrom('events')
    .select(['seq', 'type', 'at'])
    .orderBy('seq', 'desc')
    .limit(2)
    .execute();
  assert.equal(
    rows.map(({ type }) => type),
    ['decision_stale', 'graph_changed'],
  );
  assert.is(rows[0]?.at, rows[1]?.at);
});

scenario('DEC-4', 'reaffirming makes it fresh against the symbols of today', async (world) => {
  await publish(world, 'ada', [auth()]);
  const { id, title } = await decide(world);
  await publish(world, 'bob', [auth({ login: 'm2' })]);
  const feed = await world.as('cleo').feed();
  const again = await tool<Output<'reaffirmDecision'>>(world, 'bob', {
    tool: 'decision_reaffirm',
    args: { decision_id: id, note: 'Only renamed a variable' },
  });
  assert.is(again.state, 'fresh');
  assert.is(again.note, 'Only renamed a variable');
  assert.is(again.reaffirmed_by, world.as('bob').id);
  assert.is(again.stale_symbol, undefined);
  assert.is(again.graph_version, 2);
  assert.equal((await feed.next('decision_reaffirmed')).data['decision'], { id, title });
  assert.equal(await staleIds(world), []);
  assert.equal((await publish(world, 'bob', [auth({ login: 'm1' })])).stale_decisions.length, 1);
  feed.close();
});

scenario(
  'DEC-4',
  'a symbol that is gone is let go when the decision is reaffirmed',
  async (world) => {
    await publish(world, 'ada', [auth()]);
    const { id } = await decide(world, { rationale: 'login and logout share it' });
    await publish(world, 'bob', [fileOf('src/auth.ts', ['logout'])]);
    const again = await world.as('bob').ok('reaffirmDecision', {
      id: world.workspace.id,
      decision_id: id,
    });
    assert.equal(again.symbols, ['src/auth.ts#logout']);
  },
);

test.run();

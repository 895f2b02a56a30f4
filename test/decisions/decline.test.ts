/** Proposed decisions that nobody wants, and the filters of the list. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import { scenario, onRelay, relayScenario } from '../support/scenario.ts';

const proposal = {
  title: 'Hashes are cached',
  rationale: 'slow',
  type: 'approach',
  files: ['a.ts'],
};
const model = { name: 'fake', complete: () => Promise.resolve(JSON.stringify([proposal])) };

/** The id of a decision that the model has proposed. */
async function proposed(world: World): Promise<string> {
  const feed = await world.as('bob').feed();
  const traces = [{ at: '2026-01-05T09:00:00.000Z', kind: 'edit', text: 'cached' }];
  await world.as('ada').ok('pushTraces', { workspace_id: world.workspace.id, traces });
  const { data } = await feed.next('decision_proposed');
  feed.close();
  return (data['decision'] as { id: string }).id;
}

scenario(
  'DEC-15',
  'a member turns a proposed decision down; it is ended and stays readable',
  async (world) => {
    const { id } = world.workspace;
    const decision_id = await proposed(world);
    const feed = await world.as('cleo').feed();
    const declined = await world.as('bob').ok('declineDecision', { id, decision_id });
    assert.is(declined.state, 'ended');
    const { data } = await feed.next('decision_declined');
    assert.equal(data['decision'], { id: decision_id, title: proposal.title });
    assert.is(data['user'], 'bob');
    const waiting = await world.as('bob').ok('listDecisions', { id, state: 'proposed' });
    assert.equal(waiting.decisions, []);
    assert.is((await world.as('bob').ok('getDecision', { id, decision_id })).state, 'ended');
    const accepted = await world.as('bob').refused('acceptDecision', { id, decision_id });
    assert.is(accepted.status, 409);
    const again = await world.as('bob').refused('declineDecision', { id, decision_id });
    assert.is(again.status, 409);
    assert.match(again.message, 'ended already');
    feed.close();
  },
  { on: onRelay, relay: { languageModel: model } },
);

relayScenario(
  'DEC-15',
  'a decision that counts is not turned down; the refusal says to supersede it',
  async (world) => {
    const { id, id: workspace_id } = world.workspace;
    const made = await world.as('ada').ok('recordDecision', { workspace_id, title: 'T' });
    const refused = await world.as('ada').refused('declineDecision', { id, decision_id: made.id });
    assert.is(refused.status, 409);
    assert.match(refused.message, /fresh.*supersedes/);
    const unknown = await world.as('ada').refused('declineDecision', { id, decision_id: 'dec_0' });
    assert.is(unknown.status, 404);
    assert.is(
      (await world.as('ada').ok('getDecision', { id, decision_id: made.id })).state,
      'fresh',
    );
  },
);

relayScenario('ANS-4', 'decisions are listed by file and by area, in pages', async (world) => {
  const { id, id: workspace_id } = world.workspace;
  const list = async (query: object) => {
    const { decisions } = await world.as('bob').ok('listDecisions', { id, ...query });
    return decisions.map(({ title }) => title);
  };
  const ids: string[] = [];
  for (const [title, files] of [
    ['One', ['src/a.ts']],
    ['Two', ['src/A.ts', 'b.md']],
    ['Three', ['b.md']],
  ] as const) {
    const made = await world.as('ada').ok('recordDecision', { workspace_id, title, files });
    ids.push(made.id);
    world.clock.advance(minutes(1));
  }
  assert.equal(await list({ file: './src//a.ts' }), ['Two', 'One'], 'whatever the case');
  assert.equal(await list({ file: 'none.md' }), []);
  const first = await world.as('bob').ok('listDecisions', { id, file: 'src/a.ts', limit: 1 });
  const before = first.next_cursor;
  assert.equal(await list({ file: 'src/a.ts', limit: 1, before }), ['One']);
  const wrong = await world.as('bob').refused('listDecisions', { id, file: '../a.ts' });
  assert.is(wrong.status, 400);
  await setAreas(world, ids[0] ?? '', ['storage', 'say "hi"']);
  await setAreas(world, ids[1] ?? '', ['storages']);
  assert.equal(await list({ area: 'storage' }), ['One']);
  assert.equal(await list({ area: 'say "hi"' }), ['One']);
  assert.equal(await list({ area: 'storage', file: 'b.md' }), []);
  assert.equal(await list({ area: '%' }), []);
});

/** Areas come from meetings only. */
async function setAreas({ database }: World, id: string, areas: readonly string[]): Promise<void> {
  await database.rows
    .updateTable('decisions')
    .set({ areas: JSON.stringify(areas) })
    .where('id', '=', id)
    .execute();
}

test.run();

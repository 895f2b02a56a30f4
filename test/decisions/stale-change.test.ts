/** What a stale decision says of the code that changed. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { StaleChange } from '../../shared/decisions/contract.ts';
import { describeEvent, type FeedEvent } from '../../shared/feed/sentence.ts';
import type { World } from '../support/harness.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';

const path = 'src/auth.ts';
const symbol = `${path}#login`;
const before = 'function login(): void';
const after = 'function login(user: string): boolean';

const decide = (world: World, title: string) =>
  world.as('ada').ok('recordDecision', {
    workspace_id: world.workspace.id,
    title,
    rationale: 'so it is',
    files: [path],
  });

const get = (world: World, decision_id: string): Promise<Output<'getDecision'>> =>
  world.as('bob').ok('getDecision', { id: world.workspace.id, decision_id });

/** Publishes the file with `login` in this form; without it when there is none. */
const write = (world: World, meaning?: string, signature = before) =>
  publish(world, 'bob', [
    fileOf(path, [
      ...(meaning === undefined ? [] : [symbolOf('login', { meaning_hash: meaning, signature })]),
      symbolOf('logout', { start_line: 5, end_line: 8 }),
    ]),
  ]);

async function changesIn(world: World, id: string): Promise<(StaleChange | undefined)[]> {
  const { id: workspace } = world.workspace;
  const one = await get(world, id);
  const all = await world.as('bob').ok('listDecisions', { id: workspace });
  const stale = await world.as('bob').ok('listStaleDecisions', { id: workspace });
  const ofId = (list: readonly (typeof one)[]) => list.find((found) => found.id === id);
  return [one, ofId(all.decisions), ofId(stale.decisions)].map((found) => found?.stale_change);
}

scenario(
  'DEC-13',
  'a stale decision has the signature of its symbol before and after',
  async (world) => {
    await write(world, 'm1');
    const { id } = await decide(world, 'login takes nothing');
    assert.equal((await get(world, id)).stale_change, undefined);
    await write(world, 'm2', after);
    const change = { symbol, before, after, reason: 'signature_changed' };
    assert.equal(await changesIn(world, id), [change, change, change]);
  },
);

scenario('DEC-13', 'where only the body changed both signatures are the same', async (world) => {
  await write(world, 'm1');
  const { id } = await decide(world, 'login takes nothing');
  await write(world, 'm2');
  const change = { symbol, before, after: before, reason: 'changed' };
  assert.equal((await get(world, id)).stale_change, change);
});

scenario(
  'DEC-13',
  'the change follows its symbol while the decision is stale, and ends with that',
  async (world) => {
    await write(world, 'm1');
    const { id } = await decide(world, 'login takes nothing');
    const expectChange = async (change: Partial<StaleChange>) =>
      assert.equal((await get(world, id)).stale_change, { symbol, before, ...change });
    await write(world, 'm2');
    await expectChange({ after: before, reason: 'changed' });
    await write(world, 'm3', after);
    await expectChange({ after, reason: 'signature_changed' });
    await write(world);
    await expectChange({ after: '', reason: 'removed' });
    await write(world, 'm4', after);
    await expectChange({ after, reason: 'signature_changed' });
    const { id: workspace } = world.workspace;
    const fresh = await world.as('ada').ok('reaffirmDecision', { id: workspace, decision_id: id });
    assert.is(fresh.stale_change, undefined);
    await write(world, 'm5', before);
    const again = { symbol, before: after, after: before, reason: 'signature_changed' };
    assert.equal((await get(world, id)).stale_change, again, 'as it was when it was reaffirmed');
  },
);

scenario(
  'DEC-13',
  'a change of what a stale decision says is told with whose edit it was, and one that leaves it is not',
  async (world) => {
    await write(world, 'm1');
    const { id } = await decide(world, 'login takes nothing');
    const feed = await world.as('cleo').feed();
    await write(world, 'm2');
    await write(world, 'm3');
    await write(world, 'm4', after);
    await write(world);
    const { data } = await feed.next('decision_stale_again', { reason: 'removed' });
    const told = feed.events.filter(({ type }) => type.startsWith('decision_stale'));
    assert.equal(
      told.map(({ type, data: of }) => [type, of['symbol'], of['reason'], of['user']]),
      [
        ['decision_stale', symbol, 'changed', 'bob'],
        ['decision_stale_again', symbol, 'changed', 'bob'],
        ['decision_stale_again', symbol, 'removed', 'bob'],
      ],
    );
    assert.equal(data['decision'], { id, title: 'login takes nothing' });
    assert.is(
      describeEvent(data as FeedEvent, new Map()),
      'Stale still, and src/auth.ts#login was removed: “login takes nothing”',
    );
    feed.close();
  },
);

scenario(
  'DEC-13',
  'a decision about a file as a whole names the exported symbol that changed',
  async (world) => {
    await write(world, 'm1');
    const { id } = await decide(world, 'Sessions are short');
    assert.equal((await get(world, id)).symbols, [`${path}#`]);
    await write(world, 'm2', after);
    const { stale_symbol, stale_change } = await get(world, id);
    assert.is(stale_symbol, `${path}#`);
    assert.equal(stale_change, { symbol, before, after, reason: 'signature_changed' });
    await write(world);
    assert.equal((await get(world, id)).stale_change, {
      symbol,
      before,
      after: '',
      reason: 'removed',
    });
  },
);

scenario(
  'DEC-18',
  'a decision is fresh again when what was deleted or changed is as it was, and stays stale otherwise',
  async (world) => {
    await write(world, 'm1');
    const { id } = await decide(world, 'login takes nothing');
    const { id: whole } = await world.as('ada').ok('recordDecision', {
      workspace_id: world.workspace.id,
      title: 'Sessions are short',
      rationale: 'so it is',
      files: [path],
    });
    const states = async () => [(await get(world, id)).state, (await get(world, whole)).state];
    const feed = await world.as('cleo').feed();
    const gone = () => publish(world, 'bob', [fileOf(path, [])]);
    await gone();
    assert.equal(await states(), ['stale', 'stale']);
    await write(world, 'm1');
    assert.equal(await states(), ['fresh', 'fresh']);
    assert.is((await get(world, id)).stale_change, undefined);
    const { data } = await feed.next('decision_reaffirmed', { user: 'bob' });
    assert.is(data['note'], `${symbol} is back as it was`);
    await gone();
    await write(world, 'm2');
    assert.is((await get(world, id)).state, 'stale', 'it is back and means something else');
    await write(world, 'm1', after);
    assert.equal(await states(), ['fresh', 'stale'], 'other files see it another way');
    await write(world, 'm1');
    assert.equal(await states(), ['fresh', 'fresh']);
    feed.close();
  },
);

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { World, WorldOptions } from '../support/harness.ts';
import { scenario } from '../support/scenario.ts';
import { browserPath, closeBrowser, openDashboard, signIn, type Tab } from './browser.ts';

const file = 'src/a.ts';
const both = [`${file}#login`, `${file}#logout`];

/** A scenario in a real browser, where there is one. */
function inBrowser(
  rule: string,
  title: string,
  run: (world: World) => Promise<void>,
  relay: WorldOptions = {},
): void {
  if (browserPath === undefined) test.skip(`${rule} ${title}`);
  else scenario(rule, title, run, { on: ({ database }) => database === 'sqlite', relay });
}

/** Ada's tab, signed in. */
async function adasTab(world: World): Promise<Tab> {
  const ada = world.as('ada');
  const tab = await openDashboard(world, ada);
  await signIn(tab, ada.account.key);
  await tab.page.getByText('Live', { exact: true }).waitFor();
  return tab;
}

/** Bob asks for what Ada holds, and they come to no end. */
async function escalate(world: World): Promise<{ id: string; negotiation_id: string }> {
  const { id } = world.workspace;
  const [ada, bob] = [world.as('ada'), world.as('bob')];
  const adas = await ada.agent().start('sign-in');
  await ada.agent().edit(file, ['login', 'logout']);
  const bobs = await bob.agent().start('rename the user');
  const asked = { file, symbol_ids: both, rationale: 'the fix needs both', max_turns: 2 };
  const made = await bob.ok('openNegotiation', { id, initiator_session: bobs, ...asked });
  const counter = { id, negotiation_id: made.id, action: 'counter', note: 'not now' };
  await ada.ok('respondNegotiation', { ...counter, from_session: adas });
  await bob.ok('respondNegotiation', { ...counter, from_session: bobs });
  return { id, negotiation_id: made.id };
}

/** `login by bob`, for every live reservation. */
async function reserved(world: World): Promise<string[]> {
  const all = await world.as('cleo').reservations();
  return all.map(({ symbol_ids, user_name }) => `${symbol_ids[0]} by ${user_name}`).sort();
}

inBrowser('NEG-7', 'a person gives what was escalated to who asked', async (world) => {
  const one = await escalate(world);
  const tab = await adasTab(world);
  const waiting = tab.page.getByRole('region', { name: 'Waits for a person' });
  await waiting.getByText('the fix needs both').waitFor();
  await waiting.getByText('ada: counter, not now').waitFor();
  await waiting.getByLabel('Why').fill('the fix first');
  await waiting.getByRole('button', { name: 'Give it to bob' }).click();
  await waiting.waitFor({ state: 'detached' });
  const settled = await world.as('cleo').ok('getNegotiation', one);
  assert.equal([settled.status, settled.outcome], ['resolved', 'yield']);
  assert.is(settled.turns.at(-1)?.note, 'the fix first');
  assert.equal(await reserved(world), [`${both[0]} by bob`, `${both[1]} by bob`]);
  await tab.close();
});

inBrowser('NEG-7', 'a person divides what was escalated', async (world) => {
  await escalate(world);
  const tab = await adasTab(world);
  const waiting = tab.page.getByRole('region', { name: 'Waits for a person' });
  const divide = waiting.getByRole('button', { name: 'Divide as ticked' });
  assert.ok(await divide.isDisabled(), 'nothing is ticked yet');
  await waiting.getByLabel(`${file}#logout`).check();
  await divide.click();
  await waiting.waitFor({ state: 'detached' });
  assert.equal(await reserved(world), [`${both[0]} by ada`, `${both[1]} by bob`]);
  await tab.close();
});

test.after(closeBrowser);
test.run();

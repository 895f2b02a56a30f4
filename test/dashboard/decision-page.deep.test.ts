/** The page of one decision in a real browser, and what is done to it: recorded, accepted, reaffirmed, superseded. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { World } from '../support/harness.ts';
import { closeBrowser, violations } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';
import { decide, path, rowsOf, staleOne, write } from './decision-steps.ts';

inBrowser(
  'DSH-57',
  'a stale decision says what changed, also when it changes again, and is reaffirmed with a note',
  async (world) => {
    const id = await staleOne(world);
    const tab = await tabOf(world, { view: `decisions/${id}` });
    const { page } = tab;
    await page.getByRole('heading', { name: 'login takes nothing', level: 1 }).waitFor();
    assert.match(await page.title(), /^login takes nothing · /);
    await page.getByText('The code under it has changed').waitFor();
    await page.getByText('function login(): void').waitFor();
    await page.getByText('function login(user: string): boolean').waitFor();
    await write(world, 'm3', 'function login(user: number): boolean');
    await page.getByText('function login(user: number): boolean').waitFor();
    await page.getByRole('button', { name: 'Reaffirm' }).click();
    await page.getByLabel('Why it still holds').fill('the default user');
    await page.getByRole('button', { name: 'It still holds' }).click();
    await page.getByText('ada said that it still holds: “the default user”.').waitFor();
    await page.getByText('The code under it has changed').waitFor({ state: 'detached' });
    const { state } = await world
      .as('bob')
      .ok('getDecision', { id: world.workspace.id, decision_id: id });
    assert.is(state, 'fresh');
    await tab.close();
  },
);

inBrowser(
  'DSH-57',
  'a decision is superseded, the chain leads to it, and nobody writes a second one',
  async (world) => {
    const { id } = await decide(world, 'Tax is rounded per line', { files: [path] });
    const tab = await tabOf(world, { view: `decisions/${id}` });
    const other = await tabOf(world, { view: `decisions/${id}?supersede=1`, person: 'bob' });
    const { page } = tab;
    await page.getByRole('button', { name: 'Supersede' }).click();
    await page.getByLabel('The choice, in one line').fill('Tax is rounded per order');
    await page.getByLabel('Why').fill('the sums differ');
    assert.is(await page.getByLabel('Files').inputValue(), path);
    await page.getByRole('button', { name: 'Supersede', exact: true }).click();
    await page.getByRole('heading', { name: 'Tax is rounded per order', level: 1 }).waitFor();
    const versions = page.getByRole('list', { name: /^Versions/ }).getByRole('listitem');
    await versions.nth(1).waitFor();
    const named = (await versions.allInnerTexts()).map((text) => text.split('\n')[0]);
    assert.equal(named, ['Tax is rounded per order', 'Tax is rounded per line']);
    await page.getByText('It replaced “Tax is rounded per line”.').waitFor();
    await other.page.getByText('Another one has replaced it already.').waitFor();
    await other.page.getByRole('link', { name: 'Open what replaced it' }).waitFor();
    assert.is(await other.page.getByLabel('The choice, in one line').count(), 0);
    await versions.getByRole('link').click();
    await page.getByRole('link', { name: 'what replaced it' }).waitFor();
    await page.getByText('ada replaced it by “Tax is rounded per order”.').waitFor();
    assert.is(await page.getByRole('button', { name: 'Supersede' }).count(), 0);
    await tab.close();
    await other.close();
  },
);

inBrowser(
  'DSH-4',
  'what is typed to supersede a decision goes on when somebody else is first',
  async (world) => {
    const { id } = await decide(world, 'Tax is rounded per line', { files: [path] });
    const tab = await tabOf(world, { view: `decisions/${id}?supersede=1`, person: 'bob' });
    const { page } = tab;
    const [title, why] = [page.getByLabel('The choice, in one line'), page.getByLabel('Why')];
    await title.fill('Tax is rounded per month');
    await why.fill('fewer sums');
    const first = await decide(world, 'Tax is rounded per order', { supersedes: id });
    await page.getByText('ada has replaced “Tax is rounded per line” by').waitFor();
    const newest = await decide(world, 'Tax is rounded per day', { supersedes: first.id });
    await page.getByRole('link', { name: '“Tax is rounded per day”' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: '“Tax is rounded per day”' }).waitFor();
    assert.is(await title.inputValue(), 'Tax is rounded per month');
    assert.is(await why.inputValue(), 'fewer sums');
    assert.equal(await violations(page), []);
    await page.getByRole('button', { name: 'Supersede', exact: true }).click();
    await page.getByText('It replaced “Tax is rounded per day”.').waitFor();
    const ended = await world
      .as('ada')
      .ok('getDecision', { id: world.workspace.id, decision_id: newest.id });
    assert.is(ended.state, 'ended');
    await tab.close();
  },
);

inBrowser(
  'DSH-57',
  'a decision is recorded beside what is near it, and says which agents were told',
  async (world) => {
    await decide(world, 'Prices are kept in cents');
    const tab = await tabOf(world, { view: 'decisions' });
    const { page } = tab;
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.waitForURL(/decisions\?new=1$/);
    await page.getByLabel('The choice, in one line').fill('All prices are in cents');
    const near = page.getByRole('region', { name: 'Decided already' });
    await near.getByText('Prices are kept in cents').waitFor();
    await page.getByLabel('Type').selectOption('convention');
    await page.getByLabel('Files').fill(`${path}\nsrc/b.ts`);
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('heading', { name: 'All prices are in cents', level: 1 }).waitFor();
    await page.getByText('No agent yet.').waitFor();
    const { id } = world.workspace;
    const session_id = await world.as('bob').agent().start('prices');
    await world.as('bob').ok('search', { workspace_id: id, query: 'All prices', session_id });
    // Nothing of the log tells of a search; the next thing that an agent is told at does.
    await world.as('bob').ok('sync', { id, session_id });
    const told = page.getByRole('list', { name: 'Agents that were told' });
    await told.getByText('bob').waitFor();
    await told.getByText('claude-code').waitFor();
    await tab.close();
  },
);

const proposal = { title: 'Hashes are cached', rationale: 'slow', type: 'approach', files: [path] };
const model = { name: 'fake', complete: () => Promise.resolve(JSON.stringify([proposal])) };

/** The id of a decision that the model proposes. */
async function proposed(world: World): Promise<string> {
  const feed = await world.as('cleo').feed();
  const traces = [{ at: '2026-01-05T09:00:00.000Z', kind: 'edit', text: 'cached' }];
  await world.as('cleo').ok('pushTraces', { workspace_id: world.workspace.id, traces });
  const { data } = await feed.next('decision_proposed');
  feed.close();
  return (data['decision'] as { id: string }).id;
}

inBrowser(
  'DSH-57',
  'a proposed decision is accepted or turned down after a question, and another tab sees it',
  async (world) => {
    const id = await proposed(world);
    const tab = await tabOf(world, { view: `decisions/${id}` });
    const list = await tabOf(world, { view: 'decisions?state=proposed', person: 'bob' });
    const { page } = tab;
    await rowsOf(list.page).getByText(proposal.title).waitFor();
    await page.getByRole('button', { name: 'Turn down' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    await page.getByText('ada accepted it.').waitFor();
    await page.getByText('from what agents of cleo did').waitFor();
    const fact = (name: string) => page.locator('.fact').filter({ hasText: name });
    await fact('Proposed').getByText('cleo').waitFor();
    await fact('Accepted').getByText('ada').waitFor();
    await page.getByRole('button', { name: 'Reaffirm' }).waitFor();
    await list.page.getByText('No decision is so').waitFor();
    const second = await proposed(world);
    await rowsOf(list.page).getByText(proposal.title).click();
    await list.page.getByRole('button', { name: 'Turn down' }).click();
    await list.page.getByRole('dialog').getByRole('button', { name: 'Turn down' }).click();
    await list.page.getByText('It was turned down and does not count.').waitFor();
    const { state } = await world
      .as('ada')
      .ok('getDecision', { id: world.workspace.id, decision_id: second });
    assert.is(state, 'ended');
    await tab.close();
    await list.close();
  },
  { languageModel: model },
);

inBrowser(
  'DEC-16',
  'a file that is not in the index is said in the form and on the page of the decision',
  async (world) => {
    await write(world, 'm1');
    const tab = await tabOf(world, { view: 'decisions?new=1' });
    const { page } = tab;
    await page.getByLabel('The choice, in one line').fill('Sessions end');
    await page.getByLabel('Files').fill(`${path}\nsrc/gone.ts\ndocs/plan.md`);
    await page.getByText('This file is not in the repository’s index: src/gone.ts').waitFor();
    assert.equal(await violations(page), []);
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('heading', { name: 'Sessions end', level: 1 }).waitFor();
    const marked = page
      .locator('.decision-names li')
      .filter({ hasText: 'not in the repository’s' });
    assert.match(await marked.innerText(), 'src/gone.ts');
    await tab.close();
  },
);

inBrowser('DSH-57', 'a decision that does not exist is said so', async (world) => {
  const tab = await tabOf(world, { view: 'decisions/dec_0' });
  await tab.page.getByText('There is no such decision').waitFor();
  await tab.close({ mayComplain: true });
});

inBrowser(
  'DSH-52',
  'a stale decision is superseded in the same form from the Inbox',
  async (world) => {
    const id = await staleOne(world);
    const { page, ...tab } = await tabOf(world, { view: `inbox/stale/${id}` });
    const opened = page.getByRole('region', { name: 'Opened' });
    await opened.getByRole('button', { name: 'Supersede' }).click();
    await page.waitForURL(new RegExp(`/decisions/${id}\\?supersede=1$`));
    await page.getByRole('button', { name: 'Supersede', exact: true }).waitFor();
    await tab.close();
  },
);

test.after(closeBrowser);
test.run();

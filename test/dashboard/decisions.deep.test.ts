/** The view of decisions in a real browser: list, search, the page of one, and what is done to it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import { hostileLine, hostileText, unseenIn } from '../support/hostile-text.ts';
import type { World } from '../support/harness.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import { closeBrowser, fitsSmallScreens, violations } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';

const path = 'src/auth.ts';
const rowsOf = (page: Page, name = 'Decisions') =>
  page.getByRole('list', { name, exact: true }).getByRole('link');
const titlesOf = async (page: Page) =>
  (await page.locator('.decision-row > .list-row-title').allInnerTexts()).map((title) =>
    title.trim(),
  );

/** A second after the one before, so that their order is known. */
function decide(world: World, title: string, more: object = {}, person = 'ada') {
  world.clock.advance(1_000);
  return world.as(person).ok('decide', { id: world.workspace.id, title, ...more });
}

/** Publishes the file with `login` in this form. */
const write = (world: World, meaning: string, signature = 'function login(): void') =>
  publish(world, 'bob', [fileOf(path, [symbolOf('login', { meaning_hash: meaning, signature })])]);

/** A decision about `login` whose code has changed since. */
async function staleOne(world: World): Promise<string> {
  await write(world, 'm1');
  const { id } = await decide(world, 'login takes nothing', { files: [path] });
  await write(world, 'm2', 'function login(user: string): boolean');
  return id;
}

inBrowser(
  'DSH-55',
  'decisions are listed, filtered by the address, and kept up as others record them',
  async (world) => {
    await decide(world, 'Prices are kept in cents', { type: 'architecture', files: [path] });
    await decide(world, 'Retry three times', { type: 'bugfix' }, 'bob');
    const tab = await tabOf(world, { view: 'decisions' });
    const { page } = tab;
    assert.equal(await titlesOf(page), ['Retry three times', 'Prices are kept in cents']);
    await page.getByLabel('Type', { exact: true }).selectOption('bugfix');
    await page.waitForURL(/\?type=bugfix$/);
    await page.getByText('Prices are kept in cents').waitFor({ state: 'detached' });
    await decide(world, 'Not of this type', { type: 'approach' }, 'bob');
    await decide(world, 'Close the file', { type: 'bugfix' }, 'bob');
    await page.getByText('Close the file').waitFor();
    assert.equal(await titlesOf(page), ['Close the file', 'Retry three times']);
    await page.getByLabel('Author').selectOption({ label: 'ada' });
    await page.getByText('No decision is so').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('Prices are kept in cents').waitFor();
    await page.getByLabel('File').fill(path.toUpperCase());
    await page.keyboard.press('Enter');
    await page.getByText('Retry three times').waitFor({ state: 'detached' });
    assert.equal(await titlesOf(page), ['Prices are kept in cents']);
    await page.reload();
    await page.locator('main[data-ready]').waitFor();
    assert.equal(await titlesOf(page), ['Prices are kept in cents']);
    await page.getByRole('button', { name: 'Clear' }).click();
    const states = page.getByRole('navigation', { name: 'States' });
    await states.getByRole('link', { name: 'Fresh 4' }).waitFor();
    await states.getByRole('link', { name: 'Stale' }).click();
    await page.waitForURL(/\?state=stale$/);
    await page.getByText('No decision is so').waitFor();
    await tab.close();
  },
);

inBrowser(
  'DSH-55',
  'a list that is longer than a page goes on, and nothing stands in it twice',
  async (world) => {
    const names = Array.from({ length: 104 }, (_, at) => `Decision number ${at + 1}`);
    for (const name of names) await decide(world, name);
    const tab = await tabOf(world, { view: 'decisions' });
    const { page } = tab;
    assert.is((await titlesOf(page)).length, 100);
    await decide(world, 'One more', {}, 'bob');
    await page.getByText('One more').waitFor();
    // The oldest is beyond the page that is shown, and stays there.
    const [oldest] = await listed(world, 'Decision number 1');
    const { id } = world.workspace;
    await world.as('bob').ok('reaffirmDecision', { id, decision_id: oldest });
    await decide(world, 'And another', {}, 'bob');
    await page.getByText('And another').waitFor();
    assert.is(await page.getByText('Decision number 1', { exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('Decision number 1', { exact: true }).waitFor();
    assert.equal(await titlesOf(page), ['And another', 'One more', ...names.toReversed()]);
    await tab.close();
  },
);

async function listed(world: World, title: string): Promise<string[]> {
  const { id } = world.workspace;
  const { decisions } = await world.as('ada').ok('listDecisions', { id, limit: 500 });
  return decisions.filter((one) => one.title === title).map((one) => one.id);
}

inBrowser('DSH-56', 'a search with a state finds the decisions of that state', async (world) => {
  const { id } = await decide(world, 'Prices are kept in floats');
  await decide(world, 'Prices are kept in cents', { supersedes: id });
  const tab = await tabOf(world, { view: 'decisions?state=ended&q=prices+are+kept' });
  const { page } = tab;
  const found = rowsOf(page, 'Found decisions');
  await found.getByText('Prices are kept in floats').waitFor();
  assert.is(await found.count(), 1);
  await page.getByText('Searched: ended decisions, over all files and areas.').waitFor();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await found.getByText('Prices are kept in cents').waitFor();
  assert.is(await found.count(), 1);
  await tab.close();
});

inBrowser('DSH-56', 'decisions are searched by meaning while a person types', async (world) => {
  await decide(world, 'Prices are kept in cents', { rationale: 'Floats lose cents.' });
  await decide(world, 'Sessions live in Redis', { type: 'architecture' });
  const tab = await tabOf(world, { view: 'decisions' });
  const { page } = tab;
  await page.keyboard.press('/');
  await page.keyboard.type('prices in cents');
  const found = rowsOf(page, 'Found decisions');
  await found.getByText('Prices are kept in cents').waitFor();
  assert.match(await found.first().innerText(), /\d+ % near/);
  assert.match(page.url(), /\?q=prices\+in\+cents$/);
  assert.ok(await page.getByLabel('File').isDisabled(), 'a search goes over all files');
  await page.reload();
  await found.getByText('Prices are kept in cents').waitFor();
  await page.getByLabel('Type', { exact: true }).selectOption('architecture');
  await page.getByText('None of this kind found').waitFor();
  await page.getByRole('button', { name: 'Search all of them' }).click();
  await decide(world, 'Prices in cents are integers', {}, 'bob');
  await found.getByText('Prices in cents are integers').waitFor();
  await page.getByLabel('Search by meaning').fill('zebra crossings need paint');
  await page.getByText('No decision found').waitFor();
  const { note = '' } = await world.as('ada').ok('search', {
    workspace_id: world.workspace.id,
    query: 'zebra crossings need paint',
  });
  await page.getByText(note, { exact: true }).waitFor();
  await page.getByLabel('Search by meaning').fill('');
  await rowsOf(page).getByText('Sessions live in Redis').waitFor();
  await tab.close();
});

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

inBrowser('DSH-6', 'hostile titles, reasons and notes of decisions are text', async (world) => {
  const title = `<img src=x onerror="document.title='owned'"> ${hostileLine}`;
  const { id } = await decide(world, title, {
    rationale: `<script>document.title='owned'</script>\n${hostileText}`,
    files: ['src/<b>.ts'],
  });
  const note = `<i>note</i> ${hostileText.replaceAll('\0', '')}`;
  const input = { id: world.workspace.id, decision_id: id, note };
  await world.as('bob').ok('reaffirmDecision', input);
  const tab = await tabOf(world, { view: `decisions/${id}` });
  const { page } = tab;
  await page.getByText('<script>document.title').waitFor();
  await page.getByText('said that it still holds').waitFor();
  assert.equal(unseenIn(await page.locator('main').innerText()), []);
  assert.is(await page.locator('main :is(img, script, b, i)').count(), 0);
  await page.getByRole('main').getByRole('link', { name: 'Decisions' }).click();
  await page.getByText('<img src=x').waitFor();
  assert.equal(unseenIn(await page.locator('main').innerText()), []);
  assert.not.match(await page.title(), /^owned/);
  await tab.close();
});

inBrowser('DSH-57', 'a decision that does not exist is said so', async (world) => {
  const tab = await tabOf(world, { view: 'decisions/dec_0' });
  await tab.page.getByText('There is no such decision').waitFor();
  await tab.close({ mayComplain: true });
});

inBrowser('DSH-5', 'decisions are read and reaffirmed by keyboard alone', async (world) => {
  const id = await staleOne(world);
  await decide(world, 'Newer');
  const tab = await tabOf(world, { view: 'decisions' });
  const { page } = tab;
  await rowsOf(page).first().focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/decisions/${id}$`));
  await page.getByRole('button', { name: 'Reaffirm' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('still so');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('ada said that it still holds: “still so”.').waitFor();
  await tab.close();
});

for (const theme of ['light', 'dark'] as const)
  inBrowser('DSH-57', `axe finds nothing in the views of decisions (${theme})`, async (world) => {
    const id = await staleOne(world);
    const { id: ended } = await decide(world, 'Old');
    await decide(world, 'New', { supersedes: ended }, 'bob');
    const tab = await tabOf(world, { view: 'decisions' });
    const { page } = tab;
    await page.emulateMedia({ colorScheme: theme });
    const base = page.url();
    for (const part of [
      '',
      '?q=login',
      '?q=zebra',
      `/${id}`,
      `/${ended}`,
      `/${id}?supersede=1`,
      '?new=1',
    ]) {
      await page.goto(`${base}${part}`);
      await page.locator(`html[data-theme=${theme}] main[data-ready]`).waitFor();
      assert.equal(await violations(page), [], part);
    }
    await page.goto(`${base}/${id}`);
    await page.getByRole('button', { name: 'Reaffirm' }).click();
    assert.equal(await violations(page), [], 'the dialog');
    await tab.close();
  });

inBrowser('DSH-55', 'on a phone and at 200 % nothing goes sideways', async (world) => {
  const id = await staleOne(world);
  const long = 'A decision with a long title that goes on and on, so that it takes many lines';
  await decide(world, long, { files: [`${'deep/'.repeat(30)}file.ts`] });
  const tab = await tabOf(world, { view: 'decisions' });
  const { page } = tab;
  await fitsSmallScreens(page, ['', `/${id}`, '?new=1', '?q=login']);
  await tab.close();
});

test.after(closeBrowser);
test.run();

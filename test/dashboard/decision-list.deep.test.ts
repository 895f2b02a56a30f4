/** The list of decisions in a real browser: filtered, page by page, and searched. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { World } from '../support/harness.ts';
import { closeBrowser } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';
import { decide, path, rowsOf, titlesOf } from './decision-steps.ts';

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
  await page.getByText('Nothing fits, and nothing is near.').waitFor();
  const askedOfMany = 'sessions zebra giraffe penguin walrus heron otter badger';
  await page.getByLabel('Search by meaning').fill(askedOfMany);
  await page.getByText('Nothing fits. You can look at the nearest all the same.').waitFor();
  assert.not.match(await page.getByRole('main').innerText(), 'min_similarity');
  await page.getByRole('button', { name: 'Show the nearest' }).click();
  await found.first().waitFor();
  await page.getByLabel('Search by meaning').fill('');
  await rowsOf(page).getByText('Sessions live in Redis').waitFor();
  await tab.close();
});

test.after(closeBrowser);
test.run();

/** Now, the first view, in a real browser against a real relay: the agents at work. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeBrowser, violations } from '../browser.ts';
import { inBrowser, tabOf } from '../in-browser.ts';
import { file, region, agents, row, map, twoAtWork, deny } from './support.ts';

inBrowser(
  'DSH-47',
  'an empty workspace shows how to begin and ticks what happens',
  async (world) => {
    const tab = await tabOf(world);
    const { page } = tab;
    await page.getByRole('heading', { name: 'Connect your agents' }).waitFor();
    const left = await page.getByLabel('Not yet').count();
    await page.getByText('coord init', { exact: true }).waitFor();
    assert.equal(await violations(page), []);
    await world.as('bob').agent().start('Begin');
    await page.getByText('bob has an agent here.').waitFor();
    assert.is(await page.getByLabel('Not yet').count(), left - 1);
    await world.as('bob').agent().edit(file, ['total']);
    await row(page, 'Begin').waitFor();
    assert.is(await page.getByRole('heading', { name: 'Connect your agents' }).count(), 0);
    await tab.close();
  },
);

inBrowser(
  'FED-1',
  'agents, what they hold and what happens are shown as it happens',
  async (world) => {
    await twoAtWork(world);
    const tab = await tabOf(world);
    const { page } = tab;
    const markup = '<img src=x onerror="document.title=1"> rename';
    const ada = world.as('ada').agent();
    await ada.start(markup);
    await row(page, markup).waitFor();
    await ada.edit('src/a.ts', ['login']);
    await row(page, markup).click();
    const detail = region(page, /^ada/);
    await detail.getByText('login', { exact: true }).waitFor();
    await detail.getByText('10 min left').waitFor();
    assert.match(await page.title(), /^Now · /, 'what agents write is text');
    await page.getByRole('button', { name: 'Close' }).click();
    await region(page, 'What happens').getByText('holds login · src/a.ts').waitFor();
    await ada.end();
    await row(page, markup).waitFor({ state: 'detached' });
    await tab.close();
  },
);

inBrowser('DSH-40', 'each agent is one line, and a filter stands in the address', async (world) => {
  await twoAtWork(world);
  const tab = await tabOf(world);
  const { page } = tab;
  const bob = row(page, 'Round once');
  const [session] = (await world.as('bob').sessions()).filter(
    ({ user_name }) => user_name === 'bob',
  );
  for (const text of ['bob', 'claude-code', session!.branch]) await bob.getByText(text).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('round bob');
  await row(page, 'Show the parts').waitFor({ state: 'detached' });
  assert.match(page.url(), /\?q=round\+bob$/);
  await agents(page).getByText('1 of 2').waitFor();
  const other = await tabOf(world, { view: 'now?q=round+bob', person: 'cleo' });
  await row(other.page, 'Round once').waitFor();
  assert.is(await row(other.page, 'Show the parts').count(), 0);
  await tab.close();
  await other.close();
});

inBrowser('DSH-40', 'of three hundred agents those in sight are in the page', async (world) => {
  await twoAtWork(world);
  for (let number = 0; number < 60; number++)
    await world.as('bob').agent(`many-${number}`).start(`Task ${number}`);
  const tab = await tabOf(world);
  const { page } = tab;
  await agents(page).getByText('62', { exact: true }).waitFor();
  const links = agents(page).getByRole('link');
  assert.ok((await links.count()) < 45, `${await links.count()} of 62 lines`);
  await links.first().focus();
  await page.keyboard.press('End');
  const last = agents(page).locator('li[aria-posinset="62"] a');
  await last.waitFor();
  assert.ok(await last.evaluate((element) => element.matches(':focus')));
  await page.keyboard.press('k');
  assert.ok(
    await agents(page)
      .locator('li[aria-posinset="61"] a')
      .evaluate((element) => element.matches(':focus')),
  );
  await tab.close();
});

inBrowser(
  'DSH-41',
  'an open agent stands in the address, with what it holds and did',
  async (world) => {
    const { bob } = await twoAtWork(world);
    await deny(world);
    const tab = await tabOf(world, { view: `now?agent=${bob}`, person: 'cleo' });
    const detail = region(tab.page, /^bob/);
    await detail.getByRole('definition').getByText('Round once').waitFor();
    await detail.getByText('total', { exact: true }).waitFor();
    await detail.getByText('cleo was denied it').waitFor();
    await detail.getByText(/holds total/).waitFor();
    assert.is(await detail.getByText('Cart').count(), 0, 'nothing of another agent');
    const others = detail.locator('.run').filter({ hasText: 'was denied total' });
    await others.getByRole('link', { name: 'cleo' }).waitFor();
    const own = detail.locator('.run').filter({ hasText: /holds total/ });
    assert.is(await own.getByRole('link', { name: 'bob' }).count(), 0, 'bob stands above');
    await detail.getByRole('button', { name: 'Close' }).click();
    await region(tab.page, 'What happens').waitFor();
    assert.match(tab.page.url(), /\/now$/);
    await tab.close();
  },
);

inBrowser('DSH-41', 'on a phone a press on an agent opens it', async (world) => {
  await twoAtWork(world);
  const tab = await tabOf(world);
  const { page } = tab;
  await page.setViewportSize({ width: 390, height: 844 });
  await row(page, 'Round once').click();
  const detail = region(page, /^bob/);
  await detail.getByText('total', { exact: true }).waitFor();
  await detail.getByRole('link', { name: file }).click();
  await map(page).waitFor();
  await page.getByRole('link', { name: 'The agent' }).click();
  await detail.getByRole('button', { name: 'Close' }).click();
  await row(page, 'Round once').waitFor();
  await tab.close();
});

test.after(closeBrowser);
test.run();

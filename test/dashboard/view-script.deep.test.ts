/** Views whose script, or one that they share with others, could not be loaded. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { World } from '../support/harness.ts';
import { closeBrowser, violations } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** No relay, and nothing of the page can be loaded, though a daemon would serve it. */
async function whileAway(world: World, page: Page, run: () => Promise<void>): Promise<void> {
  const files = '**/dashboard/**';
  await world.whileGone(async () => {
    await page.route(files, (route) => route.abort());
    await run();
    await page.unroute(files);
  });
}

/**
 * Lets every request for the script of a view fail until it is mended: a browser may ask for it ahead, and once more when it is
 * imported. `pages` counts how many pages were loaded since.
 */
async function breakScript(page: Page, view: string) {
  let count = 0;
  page.on('request', (request) => (count += request.isNavigationRequest() ? 1 : 0));
  const script = `**/assets/${view}-*.js`;
  await page.route(script, (route) => route.abort());
  return { pages: () => count, mend: () => page.unroute(script) };
}

inBrowser('DSH-3', 'a view opened while the relay is away comes when it is back', async (world) => {
  const tab = await tabOf(world);
  const { page } = tab;
  await whileAway(world, page, async () => {
    await page.getByText('it goes on by itself').waitFor();
    await link(page, 'Decisions').click();
    await heading(page, 'Decisions could not be loaded').waitFor();
    await page.getByRole('button', { name: 'Load it again' }).click();
    await page.getByText('Nothing answers yet.').waitFor();
    assert.equal(await violations(page), []);
  });
  await heading(page, 'Decisions').waitFor();
  await link(page, 'People').click();
  await heading(page, 'People').waitFor();
  await tab.close({ mayComplain: true });
});

inBrowser('DSH-3', 'views that share what could not be loaded open afterwards', async (world) => {
  const tab = await tabOf(world);
  const { page } = tab;
  await whileAway(world, page, async () => {
    await link(page, 'Decisions').click();
    await heading(page, 'Decisions could not be loaded').waitFor();
    await link(page, 'Now').click();
    await heading(page, 'Now').waitFor();
  });
  await page.getByText('it goes on by itself').waitFor({ state: 'hidden' });
  for (const view of ['People', 'Decisions', 'Meetings']) {
    await link(page, view).click();
    await heading(page, view).waitFor();
  }
  await tab.close({ mayComplain: true });
});

inBrowser('DSH-3', 'a script that failed once is loaded by its button', async (world) => {
  const tab = await tabOf(world);
  const { page } = tab;
  const script = await breakScript(page, 'decisions');
  await link(page, 'Decisions').click();
  await heading(page, 'Decisions could not be loaded').waitFor();
  assert.is(script.pages(), 0);
  await script.mend();
  await page.getByRole('button', { name: 'Load it again' }).click();
  await heading(page, 'Decisions').waitFor();
  await tab.close({ mayComplain: true });
});

inBrowser('DSH-3', 'a script that failed once is loaded at the next visit', async (world) => {
  const tab = await tabOf(world);
  const { page } = tab;
  const script = await breakScript(page, 'decisions');
  await link(page, 'Decisions').click();
  await heading(page, 'Decisions could not be loaded').waitFor();
  await script.mend();
  await link(page, 'Now').click();
  await heading(page, 'Now').waitFor();
  await link(page, 'Decisions').click();
  await heading(page, 'Decisions').waitFor();
  await tab.close({ mayComplain: true });
});

inBrowser('DSH-3', 'a script that never comes loads the page once by itself', async (world) => {
  const tab = await tabOf(world);
  const { page } = tab;
  const { pages } = await breakScript(page, 'decisions');
  await link(page, 'Decisions').click();
  await heading(page, 'Decisions could not be loaded').waitFor();
  for (let times = 0; times < 2; times += 1) {
    await world.whileGone(() => page.getByText('it goes on by itself').waitFor());
    await page.getByText('it goes on by itself').waitFor({ state: 'hidden' });
    await page.waitForTimeout(1_500);
    await heading(page, 'Decisions could not be loaded').waitFor();
  }
  assert.is(pages(), 1);
  await tab.close({ mayComplain: true });
});

test.after(closeBrowser);
test.run();

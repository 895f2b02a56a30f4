/** Answers that do not reach the page, in a real browser: what was done is not done again. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeBrowser } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';

const lost = 'The service cannot be reached';

/** The relay does what the next POST to this path asks for, and the page never hears of it. */
async function loseOneAnswer(page: Page, path: string): Promise<void> {
  let isLost = false;
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

inBrowser(
  'DSH-4',
  'what is sent again after its answer was lost is there once, and what is meant anew is there again',
  async (world) => {
    const { id } = world.workspace;
    const bob = world.as('bob');
    await bob.ok('startWorkstream', { id, title: 'Pay', slug: 'pay' });
    const { page, ...tab } = await tabOf(world, { view: 'people' });
    const base = page.url().slice(0, -'people'.length);
    const forms = [
      {
        view: 'work/tasks?new=1',
        label: 'Title',
        yes: 'Create',
        path: '**/tasks',
        titles: async () => (await bob.ok('listTasks', { id })).tasks.map(({ title }) => title),
      },
      {
        view: 'conventions?new=1',
        label: 'The rule, in one line',
        yes: 'Propose',
        path: '**/conventions',
        titles: async () =>
          (await bob.ok('listConventions', { id })).conventions.map(({ title }) => title),
      },
    ];
    for (const { view, label, yes, path, titles } of forms) {
      const begin = async () => {
        await page.goto(`${base}${view}`);
        await page.getByLabel(label, { exact: true }).fill('Prices in cents');
      };
      const send = () => page.getByRole('button', { name: yes, exact: true }).last().click();
      await begin();
      await loseOneAnswer(page, path);
      await send();
      await page.getByText(lost).first().waitFor();
      assert.equal(await titles(), ['Prices in cents'], 'the relay has done it');
      const isDone = () => page.waitForResponse((one) => one.request().method() === 'POST');
      await Promise.all([isDone(), send()]);
      assert.equal(await titles(), ['Prices in cents'], view);
      await begin();
      await Promise.all([isDone(), send()]);
      assert.equal(await titles(), ['Prices in cents', 'Prices in cents'], view);
    }
    await tab.close({ mayComplain: true });
  },
);

inBrowser(
  'DSH-4',
  'what was taken back after its answer was lost can be done once more',
  async (world) => {
    const { id } = world.workspace;
    await world.as('bob').ok('startWorkstream', { id, title: 'Pay', slug: 'pay' });
    const { page, ...tab } = await tabOf(world, { view: 'work/workstreams/pay' });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const isMember = async () => {
      const { members } = await world.as('bob').ok('getWorkstream', { id, slug: 'pay' });
      return members.some(({ user_name }) => user_name === 'ada');
    };
    await loseOneAnswer(page, '**/join');
    await button('Join').click();
    await page.getByText(lost).waitFor();
    await button('Leave').click();
    await button('Join').click();
    await button('Leave').waitFor();
    assert.ok(await isMember());
    await tab.close({ mayComplain: true });
  },
);

test.after(closeBrowser);
test.run();

/** The keys that `?` promises, in a real browser: each works as soon as a view is open. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import type { World } from '../support/harness.ts';
import { fileOf, publish } from '../support/symbols.ts';
import { eventually } from '../support/waiting.ts';
import { closeBrowser } from './browser.ts';
import { inBrowserAtBoth, tabOf } from './in-browser.ts';

const said = `Ann: We decided to use JWT in src/auth.ts because sessions do not scale.
Cleo: I'll write the docs by 2026-12-01.`;

/** The text of the row that has the focus; empty when none has. */
function focusedRow(page: Page): Promise<string> {
  return page
    .locator('[data-row]:focus')
    .innerText({ timeout: 2_000 })
    .catch(() => '');
}

async function seed(world: World): Promise<void> {
  const { id } = world.workspace;
  const ada = world.as('ada');
  await ada.ok('decide', { id, title: 'Prices are in cents' });
  await ada.ok('decide', { id, title: 'Names are checked' });
  await ada.ok('startWorkstream', { id, title: 'Pay', slug: 'pay' });
  await ada.ok('createTask', { id, workstream: 'pay', title: 'Ask for an address' });
  await ada.ok('ingestMeeting', { workspace_id: id, title: 'Login', transcript: said });
}

inBrowserAtBoth(
  'DSH-5',
  'j takes the first row of a list that nobody has touched',
  async (world) => {
    await seed(world);
    const { page, ...tab } = await tabOf(world, { view: 'decisions' });
    const lists = ['decisions', 'work', 'work/tasks', 'work/packages', 'meetings', 'people'];
    for (const view of lists) {
      for (const key of ['j', 'ArrowDown']) {
        await page.goto(
          `${page.url().split(world.workspace.slug)[0]}${world.workspace.slug}/${view}`,
        );
        await page.locator('main[data-ready] [data-row]').first().waitFor();
        await page.keyboard.press(key);
        assert.is.not(await focusedRow(page), '', `${key} in ${view}`);
      }
    }
    await tab.close();
  },
);

inBrowserAtBoth(
  'DSH-5',
  'Escape goes back from a record to its list, and the keys go on there',
  async (world) => {
    await seed(world);
    const { page, ...tab } = await tabOf(world, { view: 'decisions' });
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/decisions\/[^/]+$/);
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/decisions$/);
    await page.locator('main[data-ready] [data-row]:focus').waitFor();
    assert.is(await focusedRow(page), await page.locator('main [data-row]').first().innerText());
    await page.keyboard.press('j');
    assert.is(await focusedRow(page), await page.locator('main [data-row]').nth(1).innerText());
    for (const view of ['work', 'work/tasks', 'meetings', 'people']) {
      const list = `${page.url().split(world.workspace.slug)[0]}${world.workspace.slug}/${view}`;
      await page.goto(list);
      await page.locator('main[data-ready] a[data-row]').first().waitFor();
      await page.locator('main[data-ready] a[data-row]').first().click();
      await page.locator('main[data-ready] [data-escape]').waitFor();
      await page.keyboard.press('Escape');
      await page.waitForURL(list);
    }
    await tab.close();
  },
);

inBrowserAtBoth('DSH-5', 'Escape while a field is typed in stays on the page', async (world) => {
  const { page, ...tab } = await tabOf(world, { view: 'decisions?new=1' });
  await page.getByLabel('The choice, in one line').fill('Prices');
  await page.keyboard.press('Escape');
  assert.match(page.url(), /new=1/);
  await tab.close();
});

inBrowserAtBoth(
  'DSH-69',
  'the keys of a meeting work as soon as it is opened from the list',
  async (world) => {
    await seed(world);
    const { page, ...tab } = await tabOf(world, { view: 'meetings' });
    await page.getByRole('link', { name: /Login/ }).click();
    await page.getByText('0 of 2 reviewed').waitFor();
    await page.keyboard.press('c');
    await page.getByText('1 of 2 reviewed').waitFor();
    await tab.close();
  },
);

inBrowserAtBoth('DSH-5', 'a result is confirmed by the same key in the Inbox', async (world) => {
  await seed(world);
  const { page, ...tab } = await tabOf(world, { view: 'inbox' });
  await page.getByRole('button', { name: 'Confirm', exact: true }).waitFor();
  await page.keyboard.press('c');
  await page.getByText(/^Confirmed: /).waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  for (const name of ['In a meeting', 'In the Inbox'])
    await keys.getByRole('region', { name }).getByText('Confirm a result').waitFor();
  await tab.close();
});

inBrowserAtBoth('DSH-5', 'Escape closes the agent that is open in Now', async (world) => {
  const agent = world.as('bob').agent('b');
  await agent.start('rename the user');
  await agent.edit('src/a.ts', ['login']);
  const { page, ...tab } = await tabOf(world, { view: 'now' });
  const row = page
    .getByRole('list', { name: 'Agents', exact: true })
    .getByRole('link', { name: /bob/ });
  const panel = page.getByRole('region', { name: /bob/ });
  await row.focus();
  await page.keyboard.press('Enter');
  await panel.waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await tab.close();
});

inBrowserAtBoth(
  'DSH-5',
  'the palette finds rules, workstreams, files and members by words of their names',
  async (world) => {
    const { id } = world.workspace;
    const ada = world.as('ada');
    await ada.ok('startWorkstream', { id, title: 'The stock holds', slug: 'stock-holds' });
    await ada.ok('proposeConvention', { id, title: 'Only the release job writes the changelog' });
    await publish(world, 'ada', [fileOf('src/net/retry.ts', ['retry'])]);
    const { page, ...tab } = await tabOf(world, { view: 'decisions' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const wanted = [
      ['changelog', 'Only the release job writes the changelog', /\/conventions\/./],
      ['release only', 'Only the release job writes the changelog', /\/conventions\/./],
      ['stock-holds', 'The stock holds (stock-holds)', /\/work\/workstreams\/stock-holds/],
      ['retry.ts', 'src/net/retry.ts', /\/now\?.*src%2Fnet/],
      ['cleo', 'cleo', /\/people\/./],
    ] as const;
    for (const [words, name, address] of wanted) {
      asked.length = 0;
      // A view that is just being drawn may take the first key press for its own.
      const find = page.getByRole('combobox', { name: 'Find or do' });
      await eventually('the palette', async () => {
        if (!(await find.isVisible())) await page.keyboard.press('Control+k');
        return find.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => undefined,
        );
      });
      await find.pressSequentially(words);
      const option = page.getByRole('option', { name }).first();
      await option.waitFor();
      const lists = asked.filter((path) => path.endsWith('/conventions'));
      assert.is(lists.length, 1, 'asked for once, not at each letter');
      await option.click();
      await page.waitForURL(address);
      await page.locator('dialog.palette:not([open])').waitFor({ state: 'attached' });
    }
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Find or do' });
    const found = page.getByRole('option', { name: 'The stock holds (stock-holds)' });
    for (const again of ['first', 'second']) {
      await field.fill('stock-holds');
      await found.first().waitFor();
      assert.is(await found.count(), 1, again);
      await field.fill('');
      await found.waitFor({ state: 'detached' });
    }
    await tab.close();
  },
);

test.after(closeBrowser);
test.run();

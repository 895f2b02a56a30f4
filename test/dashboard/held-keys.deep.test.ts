/** A key that stays down, in a real browser: what it changes, it changes once. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeBrowser } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';
import { dialog, focused, list, opened, row } from './inbox-page.ts';
import { ingest, jwt, reading } from './meeting-steps.ts';

/** The first press, and what the keyboard says of a key that stays down. */
async function hold(page: Page, key: string): Promise<void> {
  for (let times = 0; times < 8; times++) {
    await page.keyboard.down(key);
    await page.waitForTimeout(60);
  }
  await page.keyboard.up(key);
}

inBrowser('DSH-5', 'a key that is held down in the Inbox drops one result', async (world) => {
  const { id: meeting_id } = await ingest(world);
  const tab = await tabOf(world, { view: 'inbox' });
  const { page } = tab;
  await row(page, jwt).waitFor();
  const rows = list(page).getByRole('link');
  assert.is(await rows.count(), 3);
  await hold(page, 'x');
  assert.is(await rows.count(), 2);
  const { decisions, action_items } = await world.as('ada').ok('getMeeting', { meeting_id });
  const dropped = [...decisions, ...action_items].filter(({ state }) => state === 'dropped');
  assert.is(dropped.length, 1);
  await page.keyboard.press('x');
  await rows.nth(1).waitFor({ state: 'detached' });
  await tab.close();
});

inBrowser('DSH-5', 'the key that opens a form types nothing into it', async (world) => {
  await ingest(world);
  const tab = await tabOf(world, { view: 'inbox' });
  const { page } = tab;
  await opened(page).getByRole('heading', { level: 2 }).waitFor();
  const title = await opened(page).getByRole('heading', { level: 2 }).innerText();
  await hold(page, 'e');
  assert.is(await dialog(page).locator('input').first().inputValue(), title);
  await page.keyboard.press('End');
  await hold(page, 'y');
  assert.is(await dialog(page).locator('input').first().inputValue(), `${title}yyyyyyyy`);
  await tab.close();
});

inBrowser('DSH-5', 'a key that is held down confirms one result of a meeting', async (world) => {
  const { tab, page, states } = await reading(world);
  await focused(page).waitFor();
  await hold(page, 'c');
  await page.getByText('1 of 3 reviewed').waitFor();
  assert.is(await states(), 'confirmed found found');
  await hold(page, 'j');
  await focused(page).filter({ hasText: 'docs' }).waitFor();
  const open = page.getByRole('button', { name: 'Drop (x)' }).last();
  await open.focus();
  await hold(page, 'Enter');
  assert.is(await states(), 'confirmed found dropped');
  await tab.close();
});

test.after(closeBrowser);
test.run();

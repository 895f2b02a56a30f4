/** What was typed in the Inbox, and the relay refuses. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeBrowser } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';
import { dialog, list, opened } from './inbox-page.ts';
import * as seed from './waiting-seed.ts';

inBrowser('DSH-4', 'a note stays in its form while the relay refuses the act', async (world) => {
  await seed.escalate(world);
  const tab = await tabOf(world, { view: 'inbox' });
  const { page } = tab;
  const body = JSON.stringify({ error: 'Unavailable', message: 'The disk is full.' });
  await page.route('**/settle', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body }),
  );
  for (const [open, yes] of [
    ['ada keeps it', 'ada keeps it'],
    ['Divide', 'Divide as ticked'],
  ] as const) {
    await opened(page).getByRole('button', { name: open }).click();
    if (open === 'Divide') await dialog(page).getByLabel(`${seed.file}#logout`).check();
    await dialog(page).getByLabel('Why').fill('the fix first');
    await dialog(page).getByRole('button', { name: yes }).click();
    await dialog(page).getByText('The disk is full.').waitFor();
    assert.is(await dialog(page).getByLabel('Why').inputValue(), 'the fix first');
    if (open !== 'Divide') await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  }
  await page.unroute('**/settle');
  await dialog(page).getByRole('button', { name: 'Divide as ticked' }).click();
  await list(page).waitFor({ state: 'detached' });
  await page.getByText('ada divided it').waitFor();
  await tab.close({ mayComplain: true });
});

test.after(closeBrowser);
test.run();

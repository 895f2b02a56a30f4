/** What holds for all views of decisions in a real browser: hostile words, keyboard, axe and small screens. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileLine, hostileText, unseenIn } from '../support/hostile-text.ts';
import { closeBrowser, fitsSmallScreens, violations } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';
import { decide, rowsOf, staleOne } from './decision-steps.ts';

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

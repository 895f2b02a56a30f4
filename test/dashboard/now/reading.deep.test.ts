/** Now, in a real browser: as text, by keyboard and for assistive programs. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileLine, unseenIn } from '../../support/hostile-text.ts';
import { closeBrowser, violations } from '../browser.ts';
import { inBrowser, tabOf } from '../in-browser.ts';
import { region, row, twoAtWork, deny } from './support.ts';

inBrowser('DSH-6', 'hostile names, tasks and paths are shown as text', async (world) => {
  const bob = world.as('bob').agent('bob-1', { branch: 'x<b>y</b>' });
  await bob.start(`<b>bold</b> ${hostileLine} end`);
  await bob.edit('src/<script>alert(1)</script>.ts', ['<i>x</i>']);
  await world.as('cleo').agent().start(hostileLine);
  await world.as('cleo').agent().check('src/<script>alert(1)</script>.ts', ['<i>x</i>']);
  for (const view of ['now', 'now?as=list']) {
    const tab = await tabOf(world, { view });
    await row(tab.page, '<b>bold</b>').click();
    await region(tab.page, /^bob/).getByText('<i>x</i>', { exact: true }).waitFor();
    const text = await tab.page.locator('main').innerText();
    assert.equal(unseenIn(text), []);
    assert.is(await tab.page.locator('main b:text-is("bold"), main i:text-is("x")').count(), 0);
    await tab.close();
  }
});

inBrowser('DSH-5', 'every part of Now is reached and used by keyboard alone', async (world) => {
  await twoAtWork(world);
  await deny(world);
  const tab = await tabOf(world);
  const { page } = tab;
  const reach = async (name: string | RegExp) => {
    const part = region(page, name);
    for (let presses = 0; presses < 40; presses++) {
      if (await part.locator(':focus').count()) return part;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no way to ${String(name)} by Tab`);
  };
  await page.keyboard.press('/');
  await page.keyboard.type('bob');
  await row(page, 'Show the parts').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await row(page, 'Show the parts').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await region(page, /^bob/).waitFor();
  await reach(/^bob/);
  await page.keyboard.press('Escape');
  await region(page, 'What happens').waitFor();
  await page.getByRole('link', { name: 'Skip to the content' }).focus();
  await page.keyboard.press('Enter');
  const cards = await reach('What collides');
  await cards.locator(':focus').getByText('Denied').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Folder' }).getByText('checkout').waitFor();
  await region(page, /^cleo/).waitFor();
  for (const name of ['Agents at work', 'Repository', /^cleo/, 'The last hours']) await reach(name);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  await tab.close();
});

inBrowser('DSH-5', 'axe finds nothing in Now, in either theme, wide or narrow', async (world) => {
  await twoAtWork(world);
  await deny(world);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const query of ['', '?as=list', '?part=map', '?part=timeline', '?part=feed']) {
      const tab = await tabOf(world, { view: `now${query}` });
      await tab.page.emulateMedia({ colorScheme });
      if (query.startsWith('?part')) await tab.page.setViewportSize({ width: 390, height: 844 });
      await tab.page.locator('.agent-row').first().waitFor({ state: 'attached' });
      assert.equal(await violations(tab.page), [], `${colorScheme} ${query}`);
      const wide = await tab.page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.is(wide, 0, `${query} does not scroll sideways`);
      await tab.close();
    }
});

test.after(closeBrowser);
test.run();

/** Now, in a real browser: the map of the repository. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../support/waiting.ts';
import { closeBrowser } from '../browser.ts';
import { inBrowser, tabOf } from '../in-browser.ts';
import { file, minuteMs, region, row, map, twoAtWork, deny, pass } from './support.ts';

const told = (page: Page) => map(page).getByRole('tooltip');

inBrowser(
  'DSH-42',
  'what is reserved has a mark on the map in the colour of its holder',
  async (world) => {
    await twoAtWork(world);
    await deny(world);
    const tab = await tabOf(world);
    const { page } = tab;
    const total = map(page).getByRole('button', { name: 'total bob', exact: true });
    await total.hover();
    for (const text of [file, 'Round once', '10 min left', 'cleo was denied it'])
      await told(page).getByText(text).waitFor();
    assert.is(await hueOf(total), await hueOf(row(page, 'Round once')));
    const cart = map(page).getByRole('button', { name: 'Cart cleo', exact: true });
    assert.is.not(await hueOf(cart), await hueOf(total));
    assert.match(
      await groundOf(total),
      /repeating-linear-gradient/,
      'what is contested is striped',
    );
    assert.not.match(await groundOf(cart), /repeating-linear-gradient/);
    const [rim, place] = [await rimOf(total), await total.boundingBox()];
    await pass(world, page, 6 * minuteMs);
    await eventually('its rim fades', async () => (await rimOf(total)) !== rim || undefined);
    assert.equal(await total.boundingBox(), place);
    await world.as('bob').agent().end();
    await total.waitFor({ state: 'detached' });
    await cart.waitFor();
    await tab.close();
  },
);

const hueOf = (link: Locator) => link.getAttribute('data-hue');

const styleOf = (link: Locator, name: string) =>
  link.evaluate((element, of) => String(element.computedStyleMap().get(of)), name);

const groundOf = (link: Locator) => styleOf(link, 'background-image');

const rimOf = (link: Locator) => styleOf(link, 'box-shadow');

inBrowser(
  'DSH-44',
  'the map is walked by keyboard, told in words, and there as a list',
  async (world) => {
    const { bob } = await twoAtWork(world);
    await deny(world);
    const tab = await tabOf(world);
    const { page } = tab;
    await page.getByRole('link', { name: 'List', exact: true }).focus();
    await page.keyboard.press('Tab');
    const here = map(page).locator(':focus');
    await here.waitFor();
    await page.keyboard.press('Tab');
    assert.is(await here.count(), 0, 'one stop of Tab');
    await page.keyboard.press('Shift+Tab');
    const seen = new Set<string>();
    for (let step = 0; step < 3; step++) {
      await page.keyboard.press('Shift+ArrowRight');
      seen.add(await here.innerText());
    }
    assert.equal([...seen].map((text) => text.replace(/\s+/g, ' ')).sort(), [
      'Cart cleo',
      'CartRow cleo',
      'total bob',
    ]);
    while (!(await here.innerText()).startsWith('total'))
      await page.keyboard.press('Shift+ArrowLeft');
    const words = /total 10 min left bob.* Round once cleo was denied it$/;
    assert.match((await told(page).innerText()).replace(/\s+/g, ' '), words);
    assert.is(await here.getAttribute('aria-describedby'), await told(page).getAttribute('id'));
    await page.keyboard.press('Enter');
    await region(page, /^bob/).waitFor();
    assert.match(page.url(), `agent=${bob}`);
    const list = page.getByRole('list', { name: 'What is reserved' });
    await page.getByRole('link', { name: 'List', exact: true }).click();
    assert.is(await list.getByRole('link').count(), 3);
    await list.getByRole('link').first().getByText('cleo was denied it').waitFor();
    await tab.close();
  },
);

inBrowser('DSH-44', 'folders open and close by click and by key, with the focus', async (world) => {
  const bob = world.as('bob').agent();
  await bob.start('Many files');
  for (const path of ['src/a/deep/one.ts', 'src/a/deep/er/two.ts', 'src/b/three.ts', 'web/four.ts'])
    await bob.edit(path, ['run']);
  const tab = await tabOf(world);
  const { page } = tab;
  const here = map(page).locator(':focus');
  const folder = (name: string) =>
    map(page).locator('[data-kind=folder]').filter({ hasText: name });
  const trail = page.getByRole('navigation', { name: 'Folder' });
  await folder('a/deep').focus();
  await page.keyboard.press('Enter');
  await trail.getByText('deep').waitFor();
  await map(page).getByRole('link', { name: 'two.ts' }).waitFor();
  await here.waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await folder('web').waitFor();
  await here.waitFor();
  assert.not.match(page.url(), /in=/);
  await folder('src').click({ position: { x: 8, y: 8 } });
  await trail.getByText('src').waitFor();
  assert.is(await folder('web').count(), 0);
  await page.goBack();
  await folder('web').waitFor();
  await page.setViewportSize({ width: 700, height: 700 });
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  const box = (await map(page).boundingBox())!;
  for (const one of await map(page).locator('.map-box').all()) {
    const { x, y, width, height } = (await one.boundingBox())!;
    assert.ok(x >= box.x && x + width <= box.x + box.width + 0.5);
    assert.ok(y >= box.y && y + height <= box.y + box.height + 0.5);
  }
  await tab.close();
});

inBrowser('DSH-44', 'the focus stays in the map when what had it ends', async (world) => {
  await twoAtWork(world);
  const tab = await tabOf(world);
  const total = map(tab.page).getByRole('button', { name: 'total bob', exact: true });
  await total.focus();
  await world.as('bob').agent().end();
  await total.waitFor({ state: 'detached' });
  const here = map(tab.page).locator(':focus');
  await here.waitFor();
  assert.match(await here.innerText(), /total\.ts/);
  await tab.close();
});

test.after(closeBrowser);
test.run();

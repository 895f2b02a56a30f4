/** Where things stand in the page, in a real browser: columns under their heads, nothing out of sight, the rest dimmed. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Locator, Page } from 'playwright-core';
import type { World } from '../support/harness.ts';
import { closeBrowser } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';

async function boxes(parts: Locator) {
  const all = await parts.all();
  return Promise.all(all.map(async (one) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0 }));
}

/** Two agents, each with a file of its own. */
async function twoAgents(world: World): Promise<void> {
  for (const [name, task] of [
    ['bob', 'rename the user'],
    ['cleo', 'write the docs'],
  ] as const) {
    const agent = world.as(name).agent(`${name}-1`);
    await agent.start(task);
    await agent.edit(`src/${name}.ts`, ['run']);
  }
}

inBrowser('DSH-5', 'the heads of what is reserved stand above their columns', async (world) => {
  await twoAgents(world);
  const { page, ...tab } = await tabOf(world, { view: 'now?as=list' });
  const row = page.getByRole('list', { name: 'What is reserved' }).locator('[data-row]').first();
  await row.waitFor();
  const heads = await boxes(page.locator('.reserved-head > *'));
  const cells = await boxes(row.locator('> *'));
  assert.is(heads.length, cells.length);
  heads.forEach(({ x, width }, at) => {
    assert.ok(Math.abs(x - (cells[at]?.x ?? 0)) < 1, `column ${at} begins at ${x}`);
    if (at === 4)
      assert.ok(Math.abs(x + width - (cells[at]?.x ?? 0) - (cells[at]?.width ?? 0)) < 1);
  });
  await tab.close();
});

inBrowser(
  'DSH-5',
  'the task of what is reserved is shown where others want it too',
  async (world) => {
    await twoAgents(world);
    await world.as('cleo').agent('cleo-1').edit('src/bob.ts', ['run']);
    const { page, ...tab } = await tabOf(world, { view: 'now?as=list' });
    const row = page.getByRole('list', { name: 'What is reserved' }).locator('[data-row]').first();
    await row.getByText('rename the user').waitFor();
    await row.getByText('cleo wrote over it').waitFor();
    await tab.close();
  },
);

inBrowser(
  'DSH-2',
  'what does not fit the search of the agents is dimmed everywhere',
  async (world) => {
    await twoAgents(world);
    const { page, ...tab } = await tabOf(world, { view: 'now?as=list&q=docs' });
    const parts = [
      page.getByRole('list', { name: 'What is reserved' }).locator('[data-row]'),
      page.getByRole('list', { name: /Agents and what they did/ }).locator('[data-row]'),
      page.getByRole('list', { name: /What happened/ }).locator('.run'),
    ];
    for (const part of parts) {
      await part.filter({ hasText: 'bob' }).first().waitFor();
      const dimmed = (name: string) =>
        part.filter({ hasText: name }).first().getAttribute('data-dimmed');
      assert.is(await dimmed('bob'), 'true');
      assert.is(await dimmed('cleo'), null);
    }
    await tab.close();
  },
);

/** One record of each kind with a title of one long word, and a task with an ordinary long title; answers the views that show them. */
async function longTitles(world: World): Promise<readonly string[]> {
  const { id } = world.workspace;
  const ada = world.as('ada');
  const word = 'Supercalifragilistic'.repeat(10);
  const ordinary =
    'Move the session handling out of the checkout controller into a service '.repeat(2);
  for (const [workstream, title] of [
    ['short', ordinary],
    ['long', word],
  ] as const) {
    await ada.ok('startWorkstream', { id, title: workstream, slug: workstream });
    await ada.ok('createTask', { id, workstream, title });
  }
  await ada.ok('ingestMeeting', {
    workspace_id: id,
    title: word,
    transcript: `Ann: We decided to use JWT in src/auth.ts because ${word}.\nBob: I'll write ${word}.`,
  });
  await ada.agent('long').start(word);
  return ['work/short', 'work/long', 'work/packages', 'settings/connect', 'inbox'];
}

/** What is wider than the place that it is in, by its class. */
const widerThanPlace = `[...document.querySelectorAll('html, main, main *')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
  .map((one) => one.className + ' ' + one.scrollWidth).join()`;

inBrowser('DSH-5', 'a long title or word makes no page wider than the window', async (world) => {
  const views = await longTitles(world);
  const { page, ...tab } = await tabOf(world);
  const base = page.url().replace(/\/now$/, '');
  const wide: string[] = [];
  for (const width of [400, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const view of views) {
      await page.goto(`${base}/${view}`);
      await page.locator('main[data-ready]').waitFor();
      await page
        .getByText(/Supercali|Move the session/)
        .first()
        .waitFor({ state: 'attached' });
      if (view === 'inbox' && width === 400) await page.locator('[data-row]').first().click();
      const found = await page.evaluate<string>(widerThanPlace);
      if (found !== '') wide.push(`${view} at ${width}: ${found}`);
    }
  }
  assert.equal(wide, []);
  await tab.close();
});

inBrowser('DSH-5', 'how many more took part in a meeting is never cut', async (world) => {
  await world.as('bob').ok('ingestMeeting', {
    workspace_id: world.workspace.id,
    title: 'Login',
    transcript: 'Ann: Good morning everybody.',
    participants: ['Aiko Tanaka', 'Maren Holt', 'Jonas Weber', 'Priya Raman'],
  });
  const { page, ...tab } = await tabOf(world, { view: 'meetings' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const people = page.locator('.meetings-people').first();
  const more = people.getByText(/^and \d more$/);
  const [outer, inner] = [await people.boundingBox(), await more.boundingBox()];
  assert.ok((inner?.x ?? 0) + (inner?.width ?? 0) <= (outer?.x ?? 0) + (outer?.width ?? 0) + 1);
  await tab.close();
});

inBrowser('DSH-5', 'on a phone every tab of Work is in sight', async (world) => {
  const { page, ...tab } = await tabOf(world, { view: 'work' });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { x, width } of await boxes(
    page.getByRole('navigation', { name: 'Work' }).locator('a'),
  ))
    assert.ok(x >= 0 && x + width <= 390, `a tab ends at ${x + width}`);
  await tab.close();
});

/** The page of a small phone, which is touched. */
async function onSmallPhone(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  await browser.send('Emulation.setEmitTouchEventsForMouse', {
    enabled: true,
    configuration: 'mobile',
  });
  await page.setViewportSize({ width: 360, height: 740 });
}

inBrowser('DSH-5', 'on a small phone what can be done is inside the page', async (world) => {
  await twoAgents(world);
  const { page, ...tab } = await tabOf(world);
  await onSmallPhone(page);
  for (const view of ['now', 'decisions', 'conventions', 'people']) {
    await page.goto(page.url().replace(/[^/]+$/, view));
    await page.locator('main[data-ready]').waitFor();
    assert.ok(await page.evaluate(`matchMedia('(pointer: coarse)').matches`));
    for (const { x, width } of await boxes(page.locator('.page-head button, main input')))
      assert.ok(x >= 4 && x + width <= 356, `${view}: from ${x} to ${x + width}`);
  }
  await tab.close();
});

inBrowser('DSH-5', 'what nobody has confirmed says so apart from its author', async (world) => {
  await world.as('bob').ok('ingestMeeting', {
    workspace_id: world.workspace.id,
    title: 'Login',
    transcript: 'Ann: We decided to use JWT in src/auth.ts because sessions do not scale.',
  });
  const { page, ...tab } = await tabOf(world, { view: 'decisions' });
  for (const width of [1_280, 1_000]) {
    await page.setViewportSize({ width, height: 800 });
    const [badge] = await boxes(page.getByText('Not confirmed'));
    const [who] = await boxes(page.locator('.decision-row .list-row-who'));
    const apart = (who?.x ?? 0) - (badge?.x ?? 0) - (badge?.width ?? 0);
    assert.ok(apart >= 8, `${apart} px between at ${width}`);
  }
  await tab.close();
});

inBrowser('DSH-74', 'on a phone the last sign of a member stays inside its row', async (world) => {
  await twoAgents(world);
  const { page, ...tab } = await tabOf(world, { view: 'people' });
  await page.setViewportSize({ width: 390, height: 844 });
  const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').nth(1);
  const sign = await row.locator('.people-sign').boundingBox();
  const text = await row.locator('.people-sign > *').boundingBox();
  const outer = await row.boundingBox();
  const end = (box: typeof sign) => (box?.x ?? 0) + (box?.width ?? 0);
  assert.ok((text?.x ?? 0) >= (sign?.x ?? 0) && end(text) <= end(sign));
  assert.ok(end(sign) <= end(outer));
  await tab.close();
});

test.after(closeBrowser);
test.run();

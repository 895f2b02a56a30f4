/** Now, in a real browser: what has happened, and what happens while the page is open. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeBrowser } from '../browser.ts';
import { inBrowser, tabOf } from '../in-browser.ts';
import { region, row, twoAtWork, deny } from './support.ts';

inBrowser('DSH-45', 'the last hours are told by keyboard, and go on live', async (world) => {
  await twoAtWork(world);
  const tab = await tabOf(world);
  const lanes = region(tab.page, 'The last hours');
  const lane = lanes.getByRole('link', { name: /^cleo \(claude-code\): 1 edit$/ });
  await lane.waitFor();
  await world.as('cleo').agent().edit('web/cart.ts', ['CartRow']);
  await deny(world);
  const after = lanes.getByRole('link', { name: /^cleo \(claude-code\): 2 edits, 1 denial$/ });
  await after.focus();
  await tab.page.keyboard.press('ArrowLeft');
  await lanes
    .getByRole('status')
    .getByText(/^cleo, .+: 2 edits, 1 denial$/)
    .waitFor();
  await tab.page.keyboard.press('ArrowLeft');
  await lanes
    .getByRole('status')
    .getByText(/: nothing$/)
    .waitFor();
  await tab.close();
});

inBrowser(
  'DSH-46',
  'what happened before the page was there is told, and nothing is missing after a break',
  async (world) => {
    await twoAtWork(world);
    const { id: workspace_id } = world.workspace;
    for (let number = 1; number <= 130; number++)
      await world.as('bob').ok('recordDecision', { workspace_id, title: `Decision ${number}` });
    const tab = await tabOf(world);
    const { page } = tab;
    const feed = region(page, 'What happens');
    await feed.getByText('decided: “Decision 130”', { exact: true }).waitFor();
    assert.is(await feed.getByText('holds total', { exact: false }).count(), 0);
    await feed.getByRole('button', { name: 'Show more' }).click();
    await feed.getByText('holds total', { exact: false }).waitFor();
    assert.is(await feed.getByRole('button', { name: 'Show more' }).count(), 0);
    await world.restart();
    for (let number = 131; number <= 140; number++)
      await world.as('bob').ok('recordDecision', { workspace_id, title: `Decision ${number}` });
    await feed.getByText('decided: “Decision 140”', { exact: true }).waitFor();
    const numbers = (await feed.getByText(/^decided: “Decision \d+”$/).allInnerTexts()).map(
      (text) => Number(/\d+/.exec(text)?.[0]),
    );
    assert.equal(
      numbers,
      Array.from({ length: 140 }, (_, at) => 140 - at),
    );
    const link = feed.getByRole('link', { name: 'decided: “Decision 140”' });
    assert.match((await link.getAttribute('href')) ?? '', /\/decisions\/dec_/);
    await tab.close({ mayComplain: true });
  },
);

inBrowser('DSH-46', 'a page that is left open keeps the newest lines alone', async (world) => {
  await twoAtWork(world);
  const { id: workspace_id } = world.workspace;
  const tab = await tabOf(world);
  const feed = region(tab.page, 'What happens');
  const write = async (from: number, to: number) => {
    for (let number = from; number <= to; number++)
      await world.as('bob').ok('recordDecision', { workspace_id, title: `Decision ${number}` });
    await feed.getByText(`decided: “Decision ${to}”`, { exact: true }).waitFor();
  };
  await write(1, 420);
  const lines = await feed.locator('.run-line').count();
  assert.ok(lines <= 300, `${lines} lines`);
  await feed.getByRole('button', { name: 'Show more' }).click();
  const older = feed.getByText(`decided: “Decision ${420 - lines}”`, { exact: true });
  await older.waitFor();
  await tab.close();
});

inBrowser('DSH-1', 'a change is seen within 300 ms', async (world) => {
  await twoAtWork(world);
  const tab = await tabOf(world);
  const took: number[] = [];
  for (let number = 0; number < 5; number++) {
    const seen = row(tab.page, `Prompt ${number}`).waitFor();
    const start = performance.now();
    await world
      .as('bob')
      .agent()
      .send({ event: 'beforeSubmitPrompt', task: `Prompt ${number}` });
    await seen;
    took.push(performance.now() - start);
  }
  console.log(`A change was seen after ${took.map((ms) => ms.toFixed(0)).join(', ')} ms.`);
  assert.ok(Math.min(...took) < 300);
  await tab.close();
});

test.after(closeBrowser);
test.run();

/** 300 agents with 5,000 reservations in a real browser: what loading, live events, the map and the list cost. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chromium, type Browser, type Page } from 'playwright-core';
import { bareTask } from './bare-task.ts';
import { browserPath } from './browser.ts';
import { startDemo, type Demo } from './demo/start-demo.ts';
import { measure, whatDraws, type Measured } from './trace.ts';

/** DSH-35: how many times as long as a bare task the longest may work. */
const mostBareTasks = 4;
/** Generous, as this machine may be busy and without a graphics processor; what was measured is printed. */
const maxFrameMs = 50;
const eventsPerSecond = 10;

let demo: Demo;
let browser: Browser;
let page: Page;
/** Milliseconds. */
let bare = 0;

test.before(async () => {
  if (browserPath === undefined) return;
  demo = await startDemo({ agents: 300, reservations: 5_000 });
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  bare = await bareTask(page);
  await page.goto(`${demo.url}/dashboard/${demo.workspace.slug}/now`);
  await page.getByLabel('Your API key').fill(demo.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('main[data-ready] .map-box').first().waitFor();
  await page.locator('[data-row]').first().waitFor();
  console.log(`\nWith ${await whatDraws(browser)}; a bare task takes ${bare.toFixed(1)} ms:`);
});

test.after(async () => {
  await browser?.close();
  await demo?.stop();
});

function inBrowser(title: string, run: () => Promise<void>): void {
  if (browserPath === undefined) test.skip(title);
  else test(title, run);
}

inBrowser('DSH-35 live events make no long task', async () => {
  await settle();
  const measured = await measure(browser, page, async () => {
    for (let step = 0; step < 50; step += 1) {
      await demo.step();
      await page.waitForTimeout(1_000 / eventsPerSecond);
    }
  });
  print('50 live events', measured);
  assert.ok(measured.longestTask.worked < mostBareTasks * bare, JSON.stringify(measured));
});

inBrowser('DSH-35 the map is walked and its folders are opened frame by frame', async () => {
  const map = page.getByRole('group', { name: /Map of the repository/ });
  await map.locator('[tabindex="0"]').focus();
  const measured = await measure(browser, page, async () => {
    for (const key of ['ArrowDown', 'ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowRight'])
      for (let step = 0; step < 10; step += 1) await page.keyboard.press(key);
    for (let step = 0; step < 5; step += 1) {
      await map.locator('[data-kind=folder]:not([data-open])').nth(step).focus();
      await page.keyboard.press('Enter');
      await settle();
      await page.goBack();
      await settle();
    }
  });
  print('Walking the map and opening folders', measured);
  assert.ok(measured.longestTask.worked < mostBareTasks * bare, JSON.stringify(measured));
  assert.ok(measured.medianFrame < maxFrameMs, JSON.stringify(measured));
});

inBrowser('DSH-35 the list of agents scrolls frame by frame', async () => {
  await page.locator('[data-row]').first().hover();
  const measured = await measure(browser, page, async () => {
    for (let step = 0; step < 120; step += 1) await page.mouse.wheel(0, 80);
  });
  print('Scrolling the agents', measured);
  assert.ok(measured.longestTask.worked < mostBareTasks * bare, JSON.stringify(measured));
  assert.ok(measured.medianFrame < maxFrameMs, JSON.stringify(measured));
});

/** Until a second of frames has come as they should. */
async function settle(): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    let left = 60;
    const next = () => (left-- === 0 ? done(undefined) : requestAnimationFrame(next));
    next();
  })`);
}

function print(what: string, { longestTask, medianFrame, lateShare, frames }: Measured): void {
  const { lasted, worked } = longestTask;
  const task = `longest task ${lasted.toFixed(1)} ms (${worked.toFixed(1)} ms of work)`;
  const rate = `median frame ${medianFrame.toFixed(1)} ms (${(1_000 / medianFrame).toFixed(0)} per second)`;
  const late = `${(lateShare * 100).toFixed(1)} % of ${frames} later than two frames of 60 Hz`;
  console.log(`  ${what}: ${task}, ${rate}, ${late}`);
}

test.run();

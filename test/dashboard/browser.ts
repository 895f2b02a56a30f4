import { existsSync } from 'node:fs';
import axe from 'axe-core';
import * as assert from 'uvu/assert';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Person } from '../support/person.ts';
import type { World } from '../support/harness.ts';

const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine, or the one that `COORD_TEST_CHROMIUM` names, which then must be there. */
export const browserPath = process.env['COORD_TEST_CHROMIUM'] ?? usualPlaces.find(existsSync);

let running: Promise<Browser> | undefined;
const moreArgs: string[] = [];

/** Before the first tab: the microphone of the browser plays a WAV file, over and over. */
export function hearFile(path: string): void {
  moreArgs.push(`--use-file-for-fake-audio-capture=${path}`);
}

function browser(): Promise<Browser> {
  // Its sandbox cannot be set up by root or in a container, and it sees nothing but our own page. Its microphone beeps.
  const args = [
    '--no-sandbox',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    ...moreArgs,
  ];
  running ??= chromium.launch({ executablePath: browserPath ?? '', args });
  return running;
}

export async function closeBrowser(): Promise<void> {
  await (await running)?.close();
}

/** A new window of a browser that knows nothing, at an address; whatever its page complains about fails the test. */
export async function newTab(
  address: string,
  before?: (page: Page) => Promise<void>,
): Promise<Tab> {
  const context = await (await browser()).newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // A key that is no longer good is answered with 401, which the browser puts on record.
    if (message.type() === 'error' && !message.text().includes('401'))
      complaints.push(message.text());
  });
  await before?.(page);
  await page.goto(address);
  return {
    page,
    async close({ mayComplain = false } = {}) {
      await context.close();
      if (!mayComplain) assert.equal(complaints, [], 'the page complained');
    },
  };
}

/** A tab with the dashboard in it, at an address below it, with the time of the world. */
export async function openDashboard(world: World, person: Person, address = ''): Promise<Tab> {
  return newTab(`${await person.base()}/dashboard${address}`, (page) =>
    page.clock.setFixedTime(world.clock.now()),
  );
}

/** Fails when a view, at one of the ends of its address, is wider than a phone or a low window. */
export async function fitsSmallScreens(page: Page, ends: readonly string[]): Promise<void> {
  const base = page.url();
  for (const [width, height] of smallScreens) {
    await page.setViewportSize({ width, height });
    for (const end of ends) {
      await page.goto(`${base}${end}`);
      await page.locator('main[data-ready]').waitFor();
      const wide = await page.evaluate(
        `document.documentElement.scrollWidth > innerWidth || document.querySelector('main').scrollWidth > document.querySelector('main').clientWidth`,
      );
      assert.not.ok(wide, `${end} at ${width}`);
    }
  }
}

const smallScreens = [
  [390, 844],
  [720, 450],
] as const;

/** What axe finds in the page, in words. */
export async function violations(page: Page): Promise<string[]> {
  // A colour on its way to another one has no contrast to judge yet.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished))
    .then(() => undefined)`);
  // Not its package for Playwright, which loads it once more into an empty page: our page has no frames to collect from.
  await page.evaluate(axe.source);
  const found: axe.AxeResults = await page.evaluate('axe.run()');
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}

export interface Tab {
  readonly page: Page;
  /** Fails when the page has complained; a browser also puts on record that a service was not there. */
  close(options?: { readonly mayComplain?: boolean }): Promise<void>;
}

export async function signIn({ page }: Tab, key: string): Promise<void> {
  await page.getByLabel('Your API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { browserPath } from './browser.ts';
import { atDaemon } from './demo/at-daemon.ts';
import { startDemo, type Demo } from './demo/start-demo.ts';
import { daemonShots, emptyShots, largeShots, usualShots, type Shot } from './shots.ts';

const frames = {
  desktop: { viewport: { width: 1_440, height: 900 } },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
} as const satisfies Record<string, BrowserContextOptions>;

const frameNames = ['desktop', 'phone'] as const;
const themes = ['light', 'dark'] as const;
const patienceMs = 15_000;

export interface ScreenshotOptions {
  readonly folder: string;
  /** Only shots whose file names contain one of the words; all without one. */
  readonly only: readonly string[];
  readonly seed: number;
}

/**
 * Photographs every view and some states, in both themes, on a desktop and on a phone: `now-dark-desktop.png`. Answers what was
 * wrong: views that did not become ready, and what the page complained about.
 */
export async function takeScreenshots(options: ScreenshotOptions): Promise<string[]> {
  if (browserPath === undefined)
    throw new Error('There is no Chromium; COORD_TEST_CHROMIUM names one.');
  await mkdir(options.folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  const problems: string[] = [];
  try {
    for (const set of sets(options.seed))
      await photographSet(browser, { ...options, ...set, problems });
  } finally {
    await browser.close();
  }
  return problems;
}

interface ShotSet {
  readonly shots: readonly Shot[];
  start(): Promise<Demo>;
}

/** Time stands still, so that every photograph shows the same moment. */
function sets(seed: number): ShotSet[] {
  const large = { agents: 300, reservations: 5_000 };
  return [
    { shots: usualShots, start: () => startDemo({ seed, still: true }) },
    { shots: emptyShots, start: () => startDemo({ still: true, empty: true }) },
    {
      shots: daemonShots,
      start: async () => atDaemon(await startDemo({ seed, still: true })),
    },
    { shots: largeShots, start: () => startDemo({ seed, still: true, ...large }) },
  ];
}

async function photographSet(
  browser: Browser,
  { folder, only, shots, start, problems }: ScreenshotOptions & ShotSet & { problems: string[] },
): Promise<void> {
  const isWanted = (name: string) => only.length === 0 || only.some((word) => name.includes(word));
  const sessions = themes.flatMap((theme) =>
    frameNames.map((frame) => {
      const end = `-${theme}-${frame}`;
      return { theme, frame, shots: shots.filter(({ name }) => isWanted(name + end)) };
    }),
  );
  const wanted = sessions.filter((session) => session.shots.length > 0);
  // The demo takes seconds to make.
  if (wanted.length === 0) return;
  const demo = await start();
  try {
    for (const session of wanted) await photograph(browser, { folder, problems, demo, ...session });
  } finally {
    await demo.stop();
  }
}

interface Session {
  readonly folder: string;
  readonly demo: Demo;
  readonly theme: (typeof themes)[number];
  readonly frame: (typeof frameNames)[number];
  readonly shots: readonly Shot[];
  readonly problems: string[];
}

/** One browser, signed in once, that walks through the views. */
async function photograph(browser: Browser, session: Session): Promise<void> {
  const { demo, theme, frame, folder } = session;
  const context = await browser.newContext({
    ...frames[frame],
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
  });
  try {
    const page = await context.newPage();
    let shown = '';
    page.on('pageerror', (error) => session.problems.push(`${shown}: ${String(error)}`));
    await page.clock.setFixedTime(demo.clock.now());
    await signIn(page, demo);
    for (const shot of session.shots) {
      shown = `${shot.name}-${theme}-${frame}`;
      await takeOne(page, shot, session).catch((error: unknown) => {
        session.problems.push(`${shown}: ${String(error).split('\n')[0]}`);
      });
      await page.screenshot({ path: join(folder, `${shown}.png`), animations: 'disabled' });
      await shot.after?.(page, demo);
    }
  } finally {
    await context.close();
  }
}

async function signIn(page: Page, { url, key, workspace }: Demo): Promise<void> {
  await page.goto(`${url}/dashboard/${workspace.slug}/now`);
  await page.getByLabel('Your API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('main:not(.sign-in)').waitFor();
}

/** Waits for what the view says, not for time. */
async function takeOne(page: Page, shot: Shot, { demo, theme }: Session): Promise<void> {
  page.setDefaultTimeout(patienceMs);
  const path = typeof shot.path === 'string' ? shot.path : await shot.path(demo);
  await page.goto(`${demo.url}/dashboard/${demo.workspace.slug}${path}`);
  await page.locator(`html[data-theme=${theme}] main[data-ready]`).waitFor();
  await shot.act?.(page, demo);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

import type { Browser, Page } from 'playwright-core';
import { median } from '../bench/support/statistics.ts';

/** What a stretch of time cost the page; milliseconds. */
export interface Measured {
  /** The longest task of the page's main thread, as it lasted and as its thread worked: on a busy machine it also waits. */
  readonly longestTask: { readonly lasted: number; readonly worked: number };
  /** The median time from one frame of the page's script to the next. */
  readonly medianFrame: number;
  /** The share of frames that came later than two of 60 Hz. */
  readonly lateShare: number;
  readonly frames: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'];
const lateMs = 2 * (1_000 / 60) + 1;

/** Traces the browser while something is done in the page. */
export async function measure(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<Measured> {
  await browser.startTracing(page, { categories });
  await page.evaluate(beginFrames);
  await act();
  const frames = await page.evaluate<number[]>(endFrames);
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const late = frames.filter((ms) => ms > lateMs).length;
  return {
    longestTask: longestTask(trace.traceEvents),
    medianFrame: median(frames) || 0,
    lateShare: late / Math.max(1, frames.length),
    frames: frames.length,
  };
}

function longestTask(events: readonly TraceEvent[]): Measured['longestTask'] {
  const isMain = ({ name, args }: TraceEvent) =>
    name === 'thread_name' && args?.name === 'CrRendererMain';
  const main = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && main.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace has no task of the page');
  const longest = (of: (task: TraceEvent) => number) =>
    tasks.reduce((most, task) => Math.max(most, of(task)), 0) / 1_000;
  return {
    lasted: longest(({ dur = 0 }) => dur),
    worked: longest(({ dur = 0, tdur = dur }) => tdur),
  };
}

/** Scripts of the page: they run in it, where the types of this project do not reach. */
const beginFrames = `(() => {
  const frames = [];
  let before = performance.now();
  const next = (now) => {
    frames.push(now - before);
    before = now;
    globalThis.measuredFrame = requestAnimationFrame(next);
  };
  globalThis.measuredFrames = frames;
  globalThis.measuredFrame = requestAnimationFrame(next);
})()`;

const endFrames = `(() => {
  cancelAnimationFrame(globalThis.measuredFrame);
  return globalThis.measuredFrames.slice(1);
})()`;

/** What draws: the name of the graphics processor, or that there is none. */
export async function whatDraws(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession();
  const { gpu } = await session.send('SystemInfo.getInfo');
  await session.detach();
  const name = String((gpu.auxAttributes as { glRenderer?: string } | undefined)?.glRenderer ?? '');
  return name === '' || /swiftshader|llvmpipe/i.test(name)
    ? 'no graphics processor on this machine, so the processor draws'
    : name;
}

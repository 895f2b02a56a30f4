/**
 * `npm run demo:dashboard`: a relay with believable data of a team, to look at the dashboard. It goes on living until Ctrl-C and
 * then removes its data.
 *
 * - `--quiet`: nothing happens any more and time stands still.
 * - `--seed N`, `--port N`
 * - `--agents N`, `--reservations N`: at least so many, for example 300 and 5000.
 * - `--empty`: a workspace that nobody has used yet.
 * - `--screenshots FOLDER`: photographs of every view instead, with the machine's Chromium; `--only now,inbox` takes those whose
 *   names contain one of the words.
 */
import { parseArgs } from 'node:util';
import { takeScreenshots } from '../screenshots.ts';
import { startDemo, type Demo } from './start-demo.ts';

const everyMs = 1_000;

const clearLine = '\r\u001b[K';

const values = options();

// Its folder goes with the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));

const work = values.screenshots === undefined ? main() : photograph(values.screenshots);
await work.catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

async function main(): Promise<void> {
  const { quiet, empty } = values;
  const numbers = {
    seed: numberOf('seed') ?? 1,
    port: numberOf('port') ?? 0,
    agents: numberOf('agents') ?? 0,
    reservations: numberOf('reservations') ?? 0,
  };
  const demo = await startDemo({ ...numbers, empty, still: quiet, onProgress });
  onProgress(undefined);
  console.log(`Dashboard:    ${demo.url}/dashboard/${demo.workspace.slug}/now`);
  console.log(`Your API key: ${demo.key}`);
  console.log('Ctrl-C ends it and removes its data.');
  if (!quiet && !empty) goOnLiving(demo, console.error);
}

/** Makes something happen about every second. */
function goOnLiving(demo: Demo, onError: (error: unknown) => void): void {
  const step = async () => {
    await demo.step().catch(onError);
    setTimeout(() => void step(), everyMs);
  };
  void step();
}

async function photograph(folder: string): Promise<void> {
  const only = values.only.split(',').filter((word) => word !== '');
  const problems = await takeScreenshots({ folder, only, seed: numberOf('seed') ?? 1 });
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** Exits with 2 when one is not known. */
function options() {
  try {
    return parseArgs({
      options: {
        quiet: { type: 'boolean', default: false },
        empty: { type: 'boolean', default: false },
        seed: { type: 'string' },
        port: { type: 'string' },
        agents: { type: 'string' },
        reservations: { type: 'string' },
        screenshots: { type: 'string' },
        only: { type: 'string', default: '' },
      },
    }).values;
  } catch (error) {
    console.error((error as Error).message);
    return process.exit(2);
  }
}

/** Exits with 2 when it is no whole number. */
function numberOf(name: 'seed' | 'port' | 'agents' | 'reservations'): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  console.error(`--${name} takes a whole number, not ${text}.`);
  process.exit(2);
}

/** On a terminal only; undefined when it is over. */
function onProgress(share: number | undefined): void {
  if (!process.stdout.isTTY) return;
  const text = share === undefined ? '' : `Making five hours of work: ${Math.round(share * 100)} %`;
  process.stdout.write(clearLine + text);
}

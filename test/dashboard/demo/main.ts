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
import { Living } from './living.ts';
import { startDemo } from './start-demo.ts';

const clearLine = '\r\u001b[K';

const { values } = parseArgs({
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
});

if (values.screenshots === undefined) await main();
else await photograph(values.screenshots);

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
  const living = quiet || empty ? undefined : new Living(demo, console.error);
  const end = async () => {
    await living?.stop();
    await demo.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());
}

async function photograph(folder: string): Promise<void> {
  const only = values.only.split(',').filter((word) => word !== '');
  const problems = await takeScreenshots({ folder, only, seed: numberOf('seed') ?? 1 });
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
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

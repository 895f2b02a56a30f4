import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench } from './support/bench.ts';
import { tableOf, writeReport } from './support/report.ts';
import type { Figure } from './support/report.ts';

const usage = `usage: npm run bench -- [--list] [--only NAME]... [--json FILE] [--rounds N] [--duration-ms N]

Each file test/bench/NAME.bench.ts exports a bench; a new file is found by itself.
Exit code: 0 when every bench ran, over its limits or not; 1 when one could not; 2 for wrong usage.`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = parse(args);
  const benches = await loadBenches();
  const unknown = options?.only.filter((name) => !benches.some((bench) => bench.name === name));
  if (!options || unknown?.length) {
    console.error(unknown?.length ? `no such bench: ${unknown.join(', ')}` : usage);
    return 2;
  }
  if (options.list) {
    for (const { name } of benches) console.log(name);
    return 0;
  }
  const wanted = benches.filter(({ name }) => !options.only.length || options.only.includes(name));
  const figures: Figure[] = [];
  const failed: string[] = [];
  for (const bench of wanted) {
    console.error(`running ${bench.name}`);
    try {
      figures.push(...(await runBench(bench, options)));
    } catch (error) {
      failed.push(bench.name);
      console.error(`${bench.name} could not run:`, error);
    }
  }
  console.log(tableOf(figures));
  await writeReport(options.json, { figures, nodeVersion: process.version });
  if (failed.length > 0) console.error(`could not run: ${failed.join(', ')}`);
  return failed.length > 0 ? 1 : 0;
}

type Options = { list: boolean; only: string[]; json: string; rounds: number; durationMs: number };

function parse(args: string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        list: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        json: { type: 'string', default: 'bench-results.json' },
        rounds: { type: 'string', default: '7' },
        'duration-ms': { type: 'string', default: '1500' },
      },
    });
    const rounds = Number(values.rounds);
    const durationMs = Number(values['duration-ms']);
    if (!(rounds >= 1 && durationMs >= 1)) return undefined;
    return { list: values.list, only: values.only, json: values.json, rounds, durationMs };
  } catch {
    return undefined;
  }
}

async function loadBenches(): Promise<Bench[]> {
  const files = await readdir(new URL('.', import.meta.url));
  const names = files.filter((file) => file.endsWith('.bench.ts')).toSorted();
  const modules = await Promise.all(
    names.map(async (file): Promise<{ bench: Bench }> => import(`./${file}`)),
  );
  return modules.map(({ bench }) => bench);
}

async function runBench(bench: Bench, { rounds, durationMs }: Options): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'coord-bench-'));
  const cleanUps: (() => Promise<unknown> | unknown)[] = [
    () => rm(directory, { recursive: true, force: true }),
  ];
  const defer = (cleanUp: () => Promise<unknown> | unknown): void => {
    cleanUps.push(cleanUp);
  };
  try {
    return await bench.run({ rounds, durationMs, node: process.execPath, directory, defer });
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findWorkTree } from '../../shared/node/git/repository.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import { loadParser } from '../../daemon/index/parser/parser.ts';
import type { Workstream } from '../../daemon/radar/candidates/merge-candidates.ts';
import { emptyRoundCache, runRound, type RoundResult } from '../../daemon/radar/round.ts';
import { systemClock } from '../../shared/node/time/system-clock.ts';
import type { Bench } from './support/bench.ts';
import { alone } from './support/report.ts';
import { commitAll, git, makeRepository, sourceText, writeText } from './support/repository.ts';
import { median } from './support/statistics.ts';

const files = 5_000;
const branches = 10;
/** Each branch changes as many files that no other changes, and this many that all change. */
const ownFiles = 40;
const commonFiles = 10;
const lines = 100;

/** What a look for coming conflicts costs when branches have much in common, and when one of them has moved. */
export const bench: Bench = {
  name: 'radar',
  run: async ({ directory, rounds }) => {
    const root = await generate(join(directory, 'repository'));
    const workstreams = await makeBranches(root);
    await changeFile(root, pathOf(0), 'weigh9', 'uncommitted');
    // The daemon has it loaded for its index.
    await loadParser();
    const before = process.memoryUsage().rss;
    const first: RoundResult[] = [];
    const next: RoundResult[] = [];
    const still: RoundResult[] = [];
    for (let at = 0; at < rounds; at += 1) {
      const one = await look(root, workstreams, directory);
      await move(root, 'coord/branch-0', at);
      const two = await look(root, workstreams, directory, one.cache);
      const three = await look(root, workstreams, directory, two.cache);
      first.push(one.result);
      next.push(two.result);
      still.push(three.result);
    }
    const grownMb = (process.memoryUsage().rss - before) / 1024 / 1024;
    return [
      ...figuresOf('first round', first),
      ...figuresOf('one branch moved', next),
      ...figuresOf('nothing moved', still),
      alone(grownMb, { name: 'radar, cache grown', unit: 'MiB', note: 'of the daemon’s process' }),
    ];
  },
};

async function generate(root: string): Promise<string> {
  const text = sourceText(lines);
  const all = Array.from({ length: files }, (_, at) => [pathOf(at), text] as const);
  return makeRepository(root, Object.fromEntries(all));
}

function pathOf(at: number): string {
  return `packages/part-${at % 50}/src/module-${at}.ts`;
}

/** All change the same files, each another function of them but one, which all change. */
async function makeBranches(root: string): Promise<Workstream[]> {
  const made: Workstream[] = [];
  for (let branch = 0; branch < branches; branch += 1) {
    const name = `coord/branch-${branch}`;
    await git(root, 'checkout', '--quiet', '-b', name, 'main');
    for (let at = 0; at < commonFiles; at += 1)
      await changeFile(root, pathOf(at), at === 0 ? 'weigh9' : `weigh${branch}`, name);
    for (let at = 0; at < ownFiles; at += 1)
      await changeFile(root, pathOf(commonFiles + branch * ownFiles + at), 'weigh0', name);
    await commitAll(root);
    made.push({ slug: `branch-${branch}`, branch: name, base_branch: 'main' });
  }
  await git(root, 'checkout', '--quiet', 'main');
  await git(root, 'repack', '-a', '-d', '--quiet');
  return made;
}

/** Another meaning for one function. */
async function changeFile(root: string, path: string, name: string, by: string): Promise<void> {
  const text = await readFile(join(root, path), 'utf8');
  const start = text.indexOf(`function ${name}(`);
  const changed = text
    .slice(start)
    .replace(/let sum = .*;/, `let sum = ${JSON.stringify(by)}.length;`);
  await writeText(join(root, path), text.slice(0, start) + changed);
}

async function move(root: string, branch: string, at: number): Promise<void> {
  await git(root, 'stash', '--quiet');
  await git(root, 'checkout', '--quiet', branch);
  await changeFile(root, pathOf(1), 'weigh0', `round ${at}`);
  await commitAll(root);
  await git(root, 'checkout', '--quiet', 'main');
  await git(root, 'stash', 'pop', '--quiet');
}

function look(root: string, workstreams: Workstream[], directory: string, cache = emptyRoundCache) {
  const home = findWorkTree(root);
  if (home === undefined) throw new Error(`${root} is no repository`);
  return runRound({
    git: gitRunner(process.env),
    home,
    folder: join(directory, 'radar'),
    workstreams,
    cache,
    bounds: { merges: 1_000, ms: 600_000 },
    clock: systemClock,
    signal: new AbortController().signal,
  });
}

function figuresOf(name: string, results: readonly RoundResult[]) {
  const ms = median(results.map(({ cost }) => cost.ms));
  const [one] = results;
  const merges = one?.cost.merges ?? 0;
  const note = `${files} files, ${branches} branches and a dirty work tree: ${one?.cost.pairs} pairs, ${one?.conflicts.length} conflicts, ${one?.cost.objects} objects`;
  return [
    alone(ms, { name: `radar, ${name}`, unit: 'ms', note }),
    alone(merges, { name: `radar, ${name}`, unit: 'merges', note: '' }),
  ];
}

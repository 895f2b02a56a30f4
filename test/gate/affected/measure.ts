/**
 * Compares the discovery of affected tests with what really fails, by hand:
 *
 *     node --import tsx test/gate/affected/measure.ts DIRECTORY [--mutations 60] [--seed 1] [--seconds 60] [--sources REGEX] [--tests REGEX] -- COMMAND {}
 *
 * DIRECTORY is a clone with its dependencies installed; it is changed while this runs and put back after. The command is
 * run with test files in the place of `{}`. Small faults are planted in the sources one at a time; the test files that
 * then fail are compared with those that discovery names before any of them is run.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AffectedTestFinder } from '../../../daemon/gate/discovery/affected-test-finder.ts';
import { gitRunner } from '../../../shared/node/git/run.ts';
import { RepositoryIndex } from '../../../daemon/index/repository-index.ts';
import { listFiles } from '../../../daemon/index/disk/list-files.ts';
import { openIndexStore } from '../../../daemon/index/store.ts';
import { distrusts, isTestFile } from '../../../shared/gate/rules.ts';
import { systemClock } from '../../../shared/node/time/system-clock.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { choose, mutationsOf, withMutation, type Mutation } from './mutations.ts';

/** Thrown when a run does not come to its end: a fault that makes a loop endless says nothing about tests. */
class Overdue extends Error {}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutations: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    sources: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    seconds: { type: 'string', default: '60' },
  },
});
const [directory = '', ...command] = positionals;
if (directory === '' || !command.some((word) => word === '{}')) {
  console.error('usage: measure.ts DIRECTORY [--mutations N] [--seed N] -- COMMAND {}');
  process.exit(2);
}
const root = resolve(directory);
const temporary = mkdtempSync(join(tmpdir(), 'coord-affected-'));
const store = openIndexStore(join(temporary, 'index.db'));
const git = gitRunner(process.env);
const index = new RepositoryIndex({ root, store, git });
const discoverer = new AffectedTestFinder({ index, git, clock: systemClock });
try {
  await measure();
} finally {
  await index.close();
  store.close();
  rmSync(temporary, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  index.start();
  await index.ready;
  const listing = await listFiles(git, root);
  if (listing.kind === 'failed') throw new Error(listing.message);
  const tests = listing.paths.filter((path) => isTestFile(path) && matches(values.tests, path));
  const sources = listing.paths.filter(
    (path) => !isTestFile(path) && distrusts(path) === undefined && matches(values.sources, path),
  );
  const broken = new Set(await failing(tests));
  const sound = tests.filter((path) => !broken.has(path));
  console.log(
    `${tests.length} test files (${broken.size} fail as it is), ${sources.length} sources`,
  );
  const all = sources.flatMap((path) => mutationsOf(path, readFileSync(join(root, path), 'utf8')));
  const sum = { planted: 0, killed: 0, failed: 0, named: 0, notRun: 0, whole: 0, askedMs: 0 };
  for (const mutation of choose(all, Number(values.mutations), Number(values.seed))) {
    const planted = await plant(mutation, sound);
    if (planted === 'overdue') continue;
    const { failed, named, whole, ms } = planted;
    const missed = failed.filter((path) => !named.has(path));
    sum.planted++;
    sum.killed += failed.length > 0 ? 1 : 0;
    sum.failed += failed.length;
    sum.named += failed.length - missed.length;
    sum.notRun += 1 - named.size / Math.max(1, sound.length);
    sum.whole += whole === undefined ? 0 : 1;
    sum.askedMs += ms;
    const { kind, path, line } = mutation;
    const note = whole === undefined ? '' : ` (whole suite: ${whole})`;
    console.log(`${kind} ${path}:${line}: ${failed.length} fail, ${named.size} named${note}`);
    for (const one of missed) console.log(`  MISSED ${one}`);
  }
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole).toFixed(3);
  console.log(
    [
      `${sum.planted} faults planted, ${sum.killed} made tests fail, ${sum.failed} failing test files`,
      `failing test files that were named: ${share(sum.named, sum.failed)}`,
      `of the suite not run: ${share(sum.notRun, sum.planted)} (whole suite ${sum.whole} times)`,
      `asked for ${(sum.askedMs / Math.max(1, sum.planted)).toFixed(1)} ms on average`,
    ].join('\n'),
  );
}

function matches(pattern: string, path: string): boolean {
  return pattern === '' || new RegExp(pattern).test(path);
}

async function plant(mutation: Mutation, tests: readonly string[]) {
  const file = join(root, mutation.path);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, withMutation(text, mutation));
  try {
    await index.refresh([mutation.path]);
    const startedAt = performance.now();
    const { named, whole } = await ask(tests);
    const ms = performance.now() - startedAt;
    return { named, whole, ms, failed: await failing(tests) };
  } catch (error) {
    if (error instanceof Overdue) return 'overdue';
    throw error;
  } finally {
    writeFileSync(file, text);
    await index.refresh([mutation.path]);
  }
}

async function ask(all: readonly string[]) {
  const answer = await discoverer.find({ bases: ['HEAD'] });
  if (isRefusal(answer)) throw new Error(answer.message);
  if (answer.kind === 'whole_suite') return { named: new Set(all), whole: answer.reason };
  return { named: new Set(answer.tests.filter((path) => all.includes(path))), whole: undefined };
}

/**
 * The files that fail. Runners that report as JSON (mocha, jest, vitest) name them in one run; otherwise, and when a run broke
 * off, those that fail alone are found by halving.
 */
async function failing(tests: readonly string[]): Promise<string[]> {
  if (tests.length === 0) return [];
  const { passed, output } = await runTests(tests);
  if (passed) return [];
  if (tests.length === 1) return [...tests];
  const failed = reported(output);
  if (failed !== undefined) return failed;
  const middle = Math.ceil(tests.length / 2);
  const first = await failing(tests.slice(0, middle));
  return [...first, ...(await failing(tests.slice(middle)))].sort();
}

interface JsonReport {
  readonly failures?: readonly { readonly file?: string }[];
  readonly testResults?: readonly { readonly name: string; readonly status: string }[];
}

function reported(output: string): string[] | undefined {
  try {
    const report = JSON.parse(output.slice(output.indexOf('{'))) as JsonReport;
    const files =
      report.testResults?.filter(({ status }) => status === 'failed').map(({ name }) => name) ??
      report.failures?.flatMap(({ file }) => file ?? []) ??
      [];
    const paths = new Set(files.map((file) => relative(root, file)));
    return paths.size === 0 ? undefined : [...paths].sort();
  } catch {
    return undefined;
  }
}

function runTests(tests: readonly string[]): Promise<{ passed: boolean; output: string }> {
  const [program = '', ...args] = command.flatMap((word) => (word === '{}' ? tests : [word]));
  const timeout = Number(values.seconds) * 1_000;
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout,
      killSignal: 'SIGKILL',
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.on('error', fail);
    child.on('close', (code) =>
      code === null ? fail(new Overdue()) : done({ passed: code === 0, output }),
    );
  });
}

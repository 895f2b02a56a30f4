/**
 * Runs test files, each in a process of its own, some at a time, and ends with `N passed, N failed`.
 *
 * - `npm test`: what a person runs after each change, on SQLite.
 * - `npm run test:deep`: the files called `*.deep.test.ts` (processes that are killed, long histories, generated cases,
 *   browsers), and every scenario again on PostgreSQL, on a throw-away server.
 * - The files are compiled once. A file that failed is run again by itself at the end, from its source, whose lines its
 *   errors name; only what fails twice counts as failed.
 *   A line says `ok`, `once` (it failed and will run again) or `FAIL`.
 * - `npm test -- reservations feed` runs only the files whose path contains one of the words.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { buildFiles, type BuiltFiles } from './support/built-files.ts';
import { startPostgres } from './support/postgres-server.ts';

interface TestFile {
  readonly path: string;
  readonly database: 'sqlite' | 'postgres';
}

interface FileResult {
  readonly file: TestFile;
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
  readonly seconds: number;
}

const folder = fileURLToPath(new URL('.', import.meta.url));
const atOnce = 2;
const fileTimeoutMs = 10 * 60_000;
/** What a process has to end in once its totals are printed. A failed test may leave a daemon open, which would keep it. */
const endTimeoutMs = 10_000;
const slowestShown = 10;
/** More failures than these are no chance: they are not run again. */
const mostRunAgain = 12;

const [first, ...rest] = process.argv.slice(2);
const isDeep = first === '--deep';
await main(isDeep ? rest : process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  const server = isDeep ? await startPostgres() : undefined;
  if (isDeep && server === undefined) {
    console.log('No PostgreSQL on this machine: the second database is left out.');
  }
  const files = chosenFiles(words, server !== undefined);
  const results = await runTwice(files, server?.url).finally(() => server?.stop());
  if (results.length > slowestShown) printSlowest(results);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

function chosenFiles(words: readonly string[], hasPostgres: boolean): TestFile[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
    .sort();
  const here = all.filter((path) => path.endsWith('.deep.test.ts') === isDeep);
  const again = hasPostgres ? all.filter(usesDatabase) : [];
  return [
    ...here.map((path) => ({ path, database: 'sqlite' }) as const),
    ...again.map((path) => ({ path, database: 'postgres' }) as const),
  ];
}

/** Whether a file's tests run on each kind of database. */
function usesDatabase(path: string): boolean {
  return /support\/(scenario|databases)\.ts/.test(readFileSync(join(folder, path), 'utf8'));
}

/**
 * A file that failed is run again when nothing else runs: what fails twice has failed. Many tests wait for processes,
 * and on a busy machine one of them may wait too long. Whoever reads the output sees both runs.
 */
async function runTwice(files: readonly TestFile[], postgres: string | undefined) {
  const built = await buildFiles([...new Set(files.map(({ path }) => path))]);
  const results = await runAll(files, built, postgres).finally(() => built.remove());
  const failures = results.filter(({ failed }) => failed > 0);
  const names = failures.map(({ file }) => nameOf(file)).join(', ');
  if (failures.length > mostRunAgain) console.log(`\nFAIL, too many to run again: ${names}`);
  if (failures.length === 0 || failures.length > mostRunAgain) return results;
  console.log(`\nRun again, one at a time: ${names}`);
  const again = new Map<TestFile, FileResult>();
  for (const { file } of failures) {
    const result = await runFile(file, ['--import', 'tsx', file.path], postgres);
    report(result, 'FAIL');
    again.set(file, result);
  }
  return results.map((result) => again.get(result.file) ?? result);
}

async function runAll(files: readonly TestFile[], built: BuiltFiles, postgres: string | undefined) {
  const results: FileResult[] = [];
  const queue = [...files];
  const work = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const result = await runFile(file, [built.pathOf(file.path)], postgres);
      results.push(result);
      report(result, 'once');
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

function runFile(
  file: TestFile,
  program: readonly string[],
  postgres: string | undefined,
): Promise<FileResult> {
  const started = performance.now();
  const child = spawn(process.execPath, program, {
    cwd: folder,
    env: {
      ...process.env,
      FORCE_COLOR: '0',
      NO_COLOR: '1',
      COORD_TEST_DATABASE: file.database,
      ...(postgres !== undefined && { COORD_TEST_POSTGRES: postgres }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: fileTimeoutMs,
    killSignal: 'SIGKILL',
  });
  let output = '';
  let lastTimer: NodeJS.Timeout | undefined;
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
    if (/^\s*Duration:/m.test(output)) {
      lastTimer ??= setTimeout(() => child.kill('SIGKILL'), endTimeoutMs);
    }
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return new Promise((resolve) => {
    child.on('exit', () => closeSoon(child));
    child.on('close', (code) => {
      clearTimeout(lastTimer);
      const seconds = (performance.now() - started) / 1_000;
      resolve({ file, output, seconds, ...counts(file, output, code) });
    });
  });
}

/** A process that a test started and left running has the ends of its pipes, and `close` would wait for it. */
function closeSoon({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): void {
  const timer = setTimeout(() => [stdout, stderr].forEach((stream) => stream.destroy()), 1_000);
  timer.unref();
}

/** uvu is green on a file that forgot to run its suite, and a crash may come after the totals: both count as a failure. */
function counts(
  file: TestFile,
  output: string,
  code: number | null,
): { passed: number; failed: number } {
  const total = sumOf(output, /^\s*Total:\s+(\d+)/gm);
  const passed = sumOf(output, /^\s*Passed:\s+(\d+)/gm);
  const skipped = sumOf(output, /^\s*Skipped:\s+(\d+)/gm);
  const failed = total - passed - skipped;
  // A file may have nothing to say about the second database, and one whose tools are missing says so and skips its tests.
  const isEmpty = total + skipped === 0 && file.database === 'sqlite';
  const broken = isEmpty || (code !== 0 && failed <= 0);
  return { passed, failed: Math.max(0, failed) + (broken ? 1 : 0) };
}

function sumOf(output: string, pattern: RegExp): number {
  return Array.from(output.matchAll(pattern), (match) => Number(match[1])).reduce(
    (a, b) => a + b,
    0,
  );
}

/** Only what failed for good is called `FAIL`, so that a search of the output finds that and no more. */
function report({ file, passed, failed, output, seconds }: FileResult, bad: 'once' | 'FAIL'): void {
  const state = failed === 0 ? 'ok  ' : bad;
  console.log(`${state} ${nameOf(file)} (${passed} in ${seconds.toFixed(1)} s)`);
  if (failed > 0) console.log(output);
}

function printSlowest(results: readonly FileResult[]): void {
  console.log(`\nThe ${slowestShown} slowest files:`);
  const sorted = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestShown);
  for (const { file, seconds } of sorted) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${nameOf(file)}`);
  }
}

function nameOf({ path, database }: TestFile): string {
  return database === 'postgres' ? `${path} on PostgreSQL` : path;
}

/**
 * Runs every test file in a process of its own, two at a time, and ends with `N passed, N failed`.
 * `npm test -- reservations feed` runs only the files whose path contains one of the words.
 */
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

interface FileResult {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
  readonly seconds: number;
}

const folder = fileURLToPath(new URL('.', import.meta.url));
const atOnce = 2;
const fileTimeoutMs = 15 * 60_000;

await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  const files = await testFiles(words);
  const results: FileResult[] = [];
  const queue = [...files];
  const work = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const result = await runFile(file);
      results.push(result);
      report(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

async function testFiles(words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries
    .filter((entry) => entry.endsWith('.test.ts'))
    .filter((entry) => words.length === 0 || words.some((word) => entry.includes(word)))
    .sort();
}

function runFile(file: string): Promise<FileResult> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    cwd: folder,
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: fileTimeoutMs,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = (performance.now() - started) / 1_000;
      resolve({ file, output, seconds, ...counts(output, code) });
    });
  });
}

/** uvu is green on a file that forgot to run its suite, and a crash may come after the totals: both count as a failure. */
function counts(output: string, code: number | null): { passed: number; failed: number } {
  const total = sumOf(output, /^\s*Total:\s+(\d+)/gm);
  const passed = sumOf(output, /^\s*Passed:\s+(\d+)/gm);
  const skipped = sumOf(output, /^\s*Skipped:\s+(\d+)/gm);
  const failed = total - passed - skipped;
  const broken = total === 0 || (code !== 0 && failed <= 0);
  return { passed, failed: Math.max(0, failed) + (broken ? 1 : 0) };
}

function sumOf(output: string, pattern: RegExp): number {
  return Array.from(output.matchAll(pattern), (match) => Number(match[1])).reduce(
    (a, b) => a + b,
    0,
  );
}

function report({ file, passed, failed, output, seconds }: FileResult): void {
  const name = relative('.', file);
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name} (${passed} in ${seconds.toFixed(1)} s)`);
  if (failed > 0) console.log(output);
}

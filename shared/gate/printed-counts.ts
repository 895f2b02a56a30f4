import type { TestCounts } from './contract.ts';

/** How Node's own test runner ends what it prints: `#` in TAP, `ℹ` in its other form. What a test prints cannot begin all lines. */
const ofNode =
  /^([#ℹ]) tests \d+\r?\n\1 suites \d+\r?\n\1 pass (\d+)\r?\n\1 fail (\d+)\r?\n\1 cancelled (\d+)\r?\n\1 skipped (\d+)\r?\n\1 todo (\d+)/gm;

/** GAT-6: how many tests a command says that it ran, over all of its runs; undefined where nothing is recognised. */
export function printedCounts(output: string): TestCounts | undefined {
  const runs = [...output.matchAll(ofNode)].map((found) => found.slice(2).map(Number));
  if (runs.length === 0) return undefined;
  const sum = (...at: number[]) =>
    runs.reduce((total, run) => total + at.reduce((part, one) => part + (run[one] ?? 0), 0), 0);
  return { passed: sum(0), failed: sum(1, 2), skipped: sum(3, 4) };
}

import type { RunTest } from '../../../../../../shared/gate/runs.ts';

/** The tests of one file of a run. */
export interface TestGroup {
  readonly file: string;
  readonly tests: readonly RunTest[];
  readonly failed: number;
  readonly durationMs: number;
}

/** DSH-67: the tests of a run by file; files with failures first, failures first in them, else as they ran. */
export function byFile(tests: readonly RunTest[]): TestGroup[] {
  const files = new Map<string, RunTest[]>();
  for (const test of tests) {
    const group = files.get(test.test_file);
    if (group === undefined) files.set(test.test_file, [test]);
    else group.push(test);
  }
  const groups = [...files].map(([file, all]) => ({
    file,
    tests: [...all].sort((a, b) => failing(b) - failing(a)),
    failed: all.filter((one) => failing(one) === 1).length,
    durationMs: all.reduce((sum, { duration_ms: ms = 0 }) => sum + ms, 0),
  }));
  return groups.sort((a, b) => Number(b.failed > 0) - Number(a.failed > 0));
}

function failing({ status }: RunTest): number {
  return status === 'failed' ? 1 : 0;
}

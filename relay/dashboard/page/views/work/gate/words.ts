import { grouped } from '../../../../../../shared/kernel/grouped.ts';
import type { GateRun, RunTest } from '../../../../../../shared/gate/runs.ts';
import { counted } from '../../../kit/lists/counts.ts';

export const outcomeTones = { confirmed: 'good', failed: 'bad', incomplete: 'warn' } as const;

export const receiptWords = {
  valid: 'waits for its commit',
  used: 'recorded',
  retracted: 'taken back',
  expired: 'expired unused',
} as const;

/** The beginning of a commit's id, as Git shows it. */
export function shortSha(sha: string): string {
  return sha.slice(0, 8);
}

/** `38.4 s`, `0.5 s`, `2:05 min`. */
export function duration(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
}

/** What went wrong in a run, in one line; empty where nothing did. */
export function trouble({
  outcome,
  failures,
  failures_total: total,
  left_out_total: left,
  reason,
}: GateRun): string {
  if (outcome === 'confirmed') return '';
  const [first] = failures;
  if (first === undefined)
    return left > 0 ? `${counted(left, 'affected test file')} not run` : (reason ?? '');
  const name = first.test_name || first.error_message || first.test_file;
  return total > 1 ? `${name}, and ${total - 1} more` : name;
}

/** The tests of one file of a run. */
export interface TestGroup {
  readonly file: string;
  readonly tests: readonly RunTest[];
  readonly failed: number;
  readonly durationMs: number;
}

/** DSH-67: the tests of a run by file; files with failures first, failures first in them, else as they ran. */
export function byFile(tests: readonly RunTest[]): TestGroup[] {
  const files = grouped(tests, (test) => test.test_file);
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

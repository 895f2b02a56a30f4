import type { GateRun } from '../../../../shared/gate/runs.ts';

/** How many tests of a run passed, failed and were skipped. */
export type RunCounts = Pick<GateRun, 'passed' | 'failed' | 'skipped'>;

/**
 * Whether the tests of a run were counted. A run without results, as `coord gate run` shows it, is only a word about how its command
 * ended; with results one of the counts is not 0.
 */
export function isCounted({ passed, failed, skipped }: RunCounts): boolean {
  return passed + failed + skipped > 0;
}

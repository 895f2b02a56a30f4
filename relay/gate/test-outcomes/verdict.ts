import type { TestResult } from '../../../shared/gate/contract.ts';

/** One test of a run; it may have run more than once. */
export interface TestOutcome {
  readonly file: string;
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** Of the last failure; empty without one. */
  readonly message: string;
}

export type Verdict =
  | { readonly kind: 'passed'; readonly flakes: readonly TestOutcome[] }
  | {
      readonly kind: 'failed';
      readonly failures: readonly TestOutcome[];
      readonly flakes: readonly TestOutcome[];
      /** Why the run failed as a whole. */
      readonly reason?: string;
    };

/** The results of a run, by test; without the skipped ones. */
export function outcomesOf(results: readonly TestResult[]): TestOutcome[] {
  const outcomes = new Map<string, TestOutcome>();
  for (const { test_file: file, test_name: name, status, error_message = '' } of results) {
    if (status === 'skipped') continue;
    const key = JSON.stringify([file, name]);
    const { passed, failed, message } = outcomes.get(key) ?? { passed: 0, failed: 0, message: '' };
    const isFailure = status === 'failed';
    outcomes.set(key, {
      file,
      name,
      passed: passed + (isFailure ? 0 : 1),
      failed: failed + (isFailure ? 1 : 0),
      message: isFailure ? error_message : message,
    });
  }
  return [...outcomes.values()];
}

export interface History {
  readonly passed: number;
  readonly failed: number;
}

/**
 * GAT-3, GAT-7: a failed test fails the run, unless it also passed on the same commit and machine, in this run or an earlier
 * one: then it is a flake. `before` gives the counts of earlier runs on that commit and machine.
 */
export function judge(
  outcomes: readonly TestOutcome[],
  before: (outcome: TestOutcome) => History | undefined,
): Verdict {
  const isFlake = (one: TestOutcome) => {
    const { passed, failed } = before(one) ?? { passed: 0, failed: 0 };
    return one.passed + passed > 0 && one.failed + failed > 0;
  };
  const flakes = outcomes.filter(isFlake);
  const failures = outcomes.filter((one) => one.failed > 0 && !isFlake(one));
  return failures.length === 0 ? { kind: 'passed', flakes } : { kind: 'failed', failures, flakes };
}

/** GAT-3, GAT-7: whether no test of the run itself passed. */
export function nothingPassed(outcomes: readonly TestOutcome[]): boolean {
  return outcomes.every(({ passed }) => passed === 0);
}

/** A test as answers name it. */
export function toTest({ file, name }: TestOutcome): { test_file: string; test_name: string } {
  return { test_file: file, test_name: name };
}

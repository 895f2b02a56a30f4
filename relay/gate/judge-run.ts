import type { Transaction } from '../store/group-committer.ts';
import type { Gated, Run } from './gated-run.ts';
import { keyOf, placeOf } from './keep-run.ts';
import * as outcomeQueries from './test-outcomes/queries.ts';
import { judge, nothingPassed, type TestOutcome, type Verdict } from './test-outcomes/verdict.ts';

/** What a run came to, by its tests, what they did before on this commit and machine, and how its command ended. */
export async function judged(
  { connection }: Transaction,
  gated: Gated,
  outcomes: readonly TestOutcome[],
): Promise<Verdict> {
  const { run } = gated;
  const keys = outcomes.map(keyOf);
  const before = await outcomeQueries.outcomesOf(connection, placeOf(gated), keys);
  const verdict = judge(outcomes, (one) => before.get(keyOf(one)));
  if (run.results.length > 0 && verdict.kind === 'passed' && nothingPassed(outcomes))
    return nonePassed(outcomes, verdict);
  const code = run.attestation?.exit_code ?? 0;
  if (code === 0 || verdict.kind === 'failed') return verdict;
  return failedFor(run, verdict, `The command of the run ended with the code ${code}.`);
}

/** GAT-7: a flake does not block alone, and opens nothing alone either. */
function nonePassed(outcomes: readonly TestOutcome[], { flakes }: Verdict): Verdict {
  const reason =
    outcomes.length === 0
      ? 'Every test was skipped, and what did not run did not pass.'
      : 'No test of this run passed. That they passed before on this commit does not open the gate: run them again.';
  return { kind: 'failed', failures: [...outcomes], flakes, reason };
}

/** The verdict for a run that failed as a whole, without a failed test. */
function failedFor({ attestation }: Run, { flakes }: Verdict, message: string): Verdict {
  const file = attestation?.command.join(' ') ?? '';
  return { kind: 'failed', failures: [{ file, name: '', passed: 0, failed: 1, message }], flakes };
}

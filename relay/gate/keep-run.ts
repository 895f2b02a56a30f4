import { digestOf } from '../../shared/node/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Gated, Run } from './gated-run.ts';
import { insertRun } from './runs/queries.ts';
import { rowOf, type JudgedRun } from './runs/records.ts';
import * as outcomeQueries from './test-outcomes/queries.ts';
import { type TestOutcome, judge, nothingPassed, type Verdict } from './test-outcomes/verdict.ts';

/** How long outcomes are kept of tests that did not flake. */
const keptOutcomesMs = 14 * 24 * 60 * 60_000;

/** GAT-13: what was shown to the gate, and what came of it. */
export async function keepRun(
  { connection, nowMs }: Transaction,
  gated: Gated,
  judgedRun: JudgedRun,
): Promise<void> {
  await insertRun(connection.kysely, rowOf(gated, judgedRun, nowMs));
}

/** GAT-7: results are counted by commit and machine; those of tests that did not flake are deleted after two weeks. */
export async function keepOutcomes(
  { connection, nowMs }: Transaction,
  gated: Gated,
  outcomes: readonly TestOutcome[],
): Promise<void> {
  const { workspaceId, commitSha, machine } = placeOf(gated);
  outcomeQueries.addOutcomeCounts(
    connection,
    outcomes.map((one) => ({
      workspace_id: workspaceId,
      test_key: keyOf(one),
      test_file: one.file,
      test_name: one.name,
      commit_sha: commitSha,
      machine,
      passed: one.passed,
      failed: one.failed,
      at: nowMs,
      workstream: gated.workstream.slug,
    })),
  );
  await outcomeQueries.deleteOldOutcomes(connection.kysely, workspaceId, nowMs - keptOutcomesMs);
}

/** Only attested runs name a machine; otherwise the user's id takes its place. */
function placeOf({ run, scope }: Gated) {
  const machine = run.attestation?.machine ?? scope.caller.userId;
  return { workspaceId: scope.workspaceId, commitSha: run.commitSha, machine };
}

/** By what the outcomes of a test are counted. */
function keyOf({ file, name }: TestOutcome): string {
  return digestOf(JSON.stringify([file, name]));
}

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

import { digestOf } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Gated } from './gated-run.ts';
import { insertRun } from './runs/keep-queries.ts';
import { rowOf, type JudgedRun } from './runs/row.ts';
import * as outcomeQueries from './test-outcomes/queries.ts';
import type { TestOutcome } from './test-outcomes/verdict.ts';

/** How long outcomes are kept of tests that did not flake. */
const keptOutcomesMs = 14 * 24 * 60 * 60_000;

type Judged = Pick<JudgedRun, 'id' | 'outcome'> &
  Partial<Pick<JudgedRun, 'receiptId' | 'failures' | 'leftOut'>> & { reason?: string | undefined };

/** GAT-13: what was shown to the gate, and what came of it. */
export async function keepRun(
  { connection, nowMs }: Transaction,
  { run, scope, workstream, sessionId, kind, verified }: Gated,
  { receiptId = '', failures = [], leftOut = [], reason = '', ...judged }: Judged,
): Promise<void> {
  const { workspaceId, caller } = scope;
  const who = { sessionId, userId: caller.userId, at: nowMs };
  const { commitSha, results, attestation } = run;
  const ran = { commitSha, results, durationMs: attestation?.duration_ms, kind, verified };
  const told = { receiptId, failures, leftOut, reason };
  const row = rowOf({ ...judged, ...told, ...ran, ...who, workspaceId, workstream });
  await insertRun(connection.kysely, row);
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
    })),
  );
  await outcomeQueries.deleteOldOutcomes(connection.kysely, workspaceId, nowMs - keptOutcomesMs);
}

/** Only attested runs name a machine; otherwise the user's id takes its place. */
export function placeOf({ run, scope }: Gated) {
  const machine = run.attestation?.machine ?? scope.caller.userId;
  return { workspaceId: scope.workspaceId, commitSha: run.commitSha, machine };
}

/** By what the outcomes of a test are counted. */
export function keyOf({ file, name }: TestOutcome): string {
  return digestOf(JSON.stringify([file, name]));
}

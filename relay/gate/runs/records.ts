import type { ReceiptKind } from '../../../shared/gate/contract.ts';
import type { GateRun, ReceiptState, RunOutcome, RunTest } from '../../../shared/gate/runs.ts';
import { clockSlackMs } from '../../../shared/kernel/clock.ts';
import { toTimestamp } from '../../../shared/kernel/timestamp.ts';
import type { ListedRun } from './queries.ts';
import type { RunDetails, StoredFailure } from './row.ts';

/** A run as a list shows it. */
export function toRun(row: ListedRun, nowMs: number): GateRun {
  return {
    id: row.id,
    outcome: row.outcome as RunOutcome,
    workstream: row.workstream,
    branch: row.branch,
    commit_sha: row.commit_sha,
    kind: row.kind as ReceiptKind,
    verified: row.verified === 1,
    passed: row.passed,
    failed: row.failed,
    skipped: row.skipped,
    duration_ms: row.duration_ms,
    failures: JSON.parse(row.failures) as StoredFailure[],
    failures_total: row.failures_total,
    left_out: JSON.parse(row.left_out) as string[],
    left_out_total: row.left_out_total,
    ...(row.reason !== '' && { reason: row.reason }),
    ...receiptOf(row, nowMs),
    ...(row.dismissed_by !== '' && { dismissed: true }),
    session_id: row.session_id,
    user_id: row.user_id,
    user_name: row.user_name,
    at: toTimestamp(row.at),
  };
}

/** A run with all that is kept of it. */
export function toWholeRun(
  { details, ...row }: ListedRun & { details: string },
  nowMs: number,
): GateRun & { tests: RunTest[] } {
  const { failures, left_out, tests } = JSON.parse(details) as RunDetails;
  return {
    ...toRun(row, nowMs),
    failures: [...failures],
    left_out: [...left_out],
    tests: tests.map(([test_file, test_name, status, ms]) => ({
      test_file,
      test_name,
      status,
      ...(ms !== null && { duration_ms: ms }),
    })),
  };
}

function receiptOf(row: ListedRun, nowMs: number): Partial<GateRun> {
  const { receipt_id, receipt_status: status } = row;
  if (receipt_id === '' || status === null) return {};
  return {
    receipt_id,
    receipt_state: status === 'valid' ? lifeOf(row, nowMs) : (status as ReceiptState),
  };
}

/** GAT-2, RSV-19: a receipt of a time to come opens nothing either. */
function lifeOf(
  { receipt_created_at: created, receipt_expires_at: expires }: ListedRun,
  nowMs: number,
): ReceiptState {
  return (expires ?? 0) <= nowMs || (created ?? 0) > nowMs + clockSlackMs ? 'expired' : 'valid';
}

import type { ReceiptKind, TestResult } from '../../../shared/gate/contract.ts';
import {
  type GateRun,
  type ReceiptState,
  type RunOutcome,
  type RunTest,
  runLimits,
} from '../../../shared/gate/runs.ts';
import { clockSlackMs } from '../../../shared/kernel/clock.ts';
import { toTimestamp } from '../../../shared/kernel/timestamp.ts';
import type { Gated } from '../gated-run.ts';
import type { ListedRun } from './queries.ts';
import { redactText } from '../../../shared/redaction/redact.ts';
import type { GateRunRow } from '../../store/schema.ts';

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

/** What a run came to. */
export interface JudgedRun {
  readonly id: string;
  readonly outcome: RunOutcome;
  readonly receiptId?: string;
  readonly failures?: readonly Failure[];
  readonly leftOut?: readonly string[];
  readonly reason?: string | undefined;
}

interface Failure {
  readonly file: string;
  readonly name: string;
  /** Empty when nothing was said. */
  readonly message: string;
}

/** What is stored of a run beside what a list shows. */
interface RunDetails {
  readonly failures: readonly StoredFailure[];
  readonly left_out: readonly string[];
  /** File, name, status and milliseconds of each; an array, because there are many. */
  readonly tests: readonly (readonly [string, string, TestResult['status'], number | null])[];
}

interface StoredFailure {
  readonly test_file: string;
  readonly test_name: string;
  readonly error_message?: string;
}

/** GAT-13: the run as it is kept. */
export function rowOf(
  { run, scope, workstream, sessionId, kind, verified }: Gated,
  { id, outcome, receiptId = '', failures = [], leftOut = [], reason = '' }: JudgedRun,
  at: number,
): Omit<GateRunRow, 'number'> {
  const { results, attestation, counts } = run;
  const kept = failures.slice(0, runLimits.failures).map(toFailure);
  const tests = results.map(
    (one) => [one.test_file, one.test_name, one.status, one.duration_ms ?? null] as const,
  );
  const details: RunDetails = { failures: kept, left_out: leftOut, tests };
  return {
    id,
    workspace_id: scope.workspaceId,
    workstream: workstream.slug,
    branch: workstream.branch,
    commit_sha: run.commitSha,
    outcome,
    kind,
    verified: verified ? 1 : 0,
    receipt_id: receiptId,
    ...(results.length === 0 && counts !== undefined ? counts : countsOf(results)),
    duration_ms: wholeMs(attestation?.duration_ms ?? sumOf(results)),
    session_id: sessionId,
    user_id: scope.caller.userId,
    at,
    reason,
    failures_total: failures.length,
    left_out_total: leftOut.length,
    failures: JSON.stringify(kept.slice(0, runLimits.listedFailures)),
    left_out: JSON.stringify(leftOut.slice(0, runLimits.listedLeftOut)),
    details: JSON.stringify(details),
    dismissed_by: '',
  };
}

/** RED-1: the file may be the command of the run, which a daemon has signed with what is in it. */
function toFailure({ file, name, message }: Failure): StoredFailure {
  const test = { test_file: redactText(file).text, test_name: name };
  const cut = message.slice(0, runLimits.message).toWellFormed();
  return cut === '' ? test : { ...test, error_message: cut };
}

function countsOf(results: readonly TestResult[]) {
  const count = (wanted: TestResult['status']) =>
    results.filter(({ status }) => status === wanted).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

function sumOf(results: readonly TestResult[]): number {
  return results.reduce((sum, { duration_ms: ms = 0 }) => sum + ms, 0);
}

/** What a client says may be any number. */
function wholeMs(ms: number): number {
  return Math.min(Math.round(ms), Number.MAX_SAFE_INTEGER);
}

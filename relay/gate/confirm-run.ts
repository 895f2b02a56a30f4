import type { Output } from '../../shared/api/operations.ts';
import type { Attestation, ReceiptKind, TestResult, Vouch } from '../../shared/gate/contract.ts';
import {
  judge,
  nothingPassed,
  outcomesOf,
  type TestOutcome,
  type Verdict,
} from './test-outcomes/verdict.ts';
import type { Touched } from './affected-tests.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import { digestOf } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { ReceiptRow } from '../store/schema.ts';
import { completeTask } from '../tasks/complete-task.ts';
import type { Scope } from '../access/authorizer.ts';
import { reaches } from '../access/rules.ts';
import { namedSession } from '../workstreams/membership.ts';
import type { Workstream } from '../workstreams/queries.ts';
import * as queries from './queries.ts';
import * as outcomeQueries from './test-outcomes/queries.ts';
import { executedFiles, leftOutOf, reasonOfGaps } from './test-outcomes/left-out.ts';
import { refuseKind, unverifiedAdvice } from './policy.ts';
import type { ReceiptSigner } from './receipt-signer.ts';
import { activeWorkstream } from './active-workstream.ts';
import { insertRun } from './runs/queries.ts';
import { rowOf, type JudgedRun } from './runs/row.ts';

/** A run of the tests on one commit, as a client reports it. */
export interface Run {
  readonly commitSha: string;
  /** Empty when it is not known. */
  readonly tree: string;
  readonly results: readonly TestResult[];
  readonly attestation: Attestation | undefined;
  readonly touched: Touched;
  readonly slug: string | undefined;
  readonly session: string | undefined;
  readonly taskId: string | undefined;
  /** A daemon's word on what is touched (GAT-9). */
  readonly vouch: Vouch | undefined;
  /** Why a daemon does not vouch; undefined when it does, or when there is none. */
  readonly unvouched: string | undefined;
  /** The test files that the commit can affect; undefined when they are not known. */
  readonly affectedTests: readonly string[] | undefined;
}

export interface ConfirmDependencies {
  readonly signer: ReceiptSigner;
  readonly durations: Durations;
}

/** A run with the workstream and session that it belongs to. */
interface Gated {
  readonly run: Run;
  readonly scope: Scope;
  readonly workstream: Workstream;
  /** Empty when none is named. */
  readonly sessionId: string;
  readonly kind: ReceiptKind;
  readonly verified: boolean;
}

/** How long outcomes are kept of tests that did not flake. */
const keptOutcomesMs = 14 * 24 * 60 * 60_000;

/**
 * GAT-3, GAT-6, GAT-7: a run that passed gives a receipt; one that failed gives none, and an event says so. GAT-11: one that left
 * out what the commit can affect gives none either, unless the workspace allows it.
 */
export async function confirmRun(
  transaction: Transaction,
  scope: Scope,
  { run, signer, durations }: ConfirmDependencies & { readonly run: Run },
): Promise<Output<'confirmReady'> | Refusal> {
  const session = await namedSession(transaction.connection.kysely, scope, run.session);
  if (isRefusal(session)) return session;
  const workstream = await activeWorkstream(transaction, scope, { slug: run.slug, session });
  if (isRefusal(workstream)) return workstream;
  const kind = run.attestation === undefined ? 'reported' : 'attested';
  const settings = await queries.gateSettings(transaction.connection.kysely, scope.workspaceId);
  const unwanted = refuseKind(settings, kind);
  if (unwanted !== undefined) return unwanted;
  const verified = run.vouch?.workstream === workstream.slug;
  const gated: Gated = { run, scope, workstream, sessionId: session?.id ?? '', kind, verified };
  const outcomes = outcomesOf(run.results);
  const verdict = await judged(transaction, gated, outcomes);
  if (verdict.kind === 'failed') {
    await saveOutcomes(transaction, gated, outcomes);
    return await failed(transaction, gated, verdict);
  }
  const leftOut = leftOutOf(run.affectedTests ?? [], run.results);
  if (leftOut.length > 0 && !settings.allowsGaps) {
    await saveOutcomes(transaction, gated, outcomes);
    return incomplete(transaction, gated, { verdict, leftOut });
  }
  // Before anything is written, since a refusal must change nothing.
  const task = await completed(transaction, gated, durations);
  if (isRefusal(task)) return task;
  await saveOutcomes(transaction, gated, outcomes);
  const given = { verdict, leftOut, ttlMs: durations.receiptTtlMs };
  const receipt = await giveReceipt(transaction, gated, given);
  const reason = unverifiedAdvice(settings, { verified, unvouched: run.unvouched });
  return {
    phase: 'confirmed',
    commit_sha: run.commitSha,
    receipt_id: await signer.sign(transaction, receipt),
    kind,
    expires_at: toTimestamp(receipt.expires_at),
    flakes: verdict.flakes.map(toTest),
    completed_task: task,
    verified,
    ...(leftOut.length > 0 && { left_out: leftOut }),
    ...(reason !== undefined && { reason }),
  };
}

/** GAT-11: nothing failed, and not all was run. */
async function incomplete(
  transaction: Transaction,
  gated: Gated,
  { verdict, leftOut }: { verdict: Verdict; leftOut: readonly string[] },
): Promise<Output<'confirmReady'>> {
  const reason = reasonOfGaps(leftOut);
  await saveRun(transaction, gated, {
    id: newId('gateRun'),
    outcome: 'incomplete',
    leftOut,
    reason,
  });
  return {
    phase: 'incomplete',
    commit_sha: gated.run.commitSha,
    left_out: [...leftOut],
    reason,
    flakes: verdict.flakes.map(toTest),
  };
}

async function judged(
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

async function completed(
  transaction: Transaction,
  { run, scope, workstream, sessionId }: Gated,
  { sessionTtlMs }: Durations,
): Promise<string | undefined | Refusal> {
  const { taskId } = run;
  if (taskId === undefined) return undefined;
  const { userId, name } = scope.caller;
  const done = await completeTask(transaction, {
    workspaceId: scope.workspaceId,
    workstream: workstream.slug,
    taskId,
    sessionId,
    user: { id: userId, name, isAdmin: reaches(scope.role, 'admin') },
    sessionTtlMs,
  });
  return isRefusal(done) ? done : taskId;
}

async function giveReceipt(
  transaction: Transaction,
  gated: Gated,
  { verdict, leftOut, ttlMs }: { verdict: Verdict; leftOut: readonly string[]; ttlMs: number },
): Promise<ReceiptRow> {
  const { connection, log, nowMs } = transaction;
  const { run, scope, workstream, sessionId, kind, verified } = gated;
  const { workspaceId, caller } = scope;
  const id = newId('gateRun');
  const { seq } = log.append(workspaceId, {
    type: 'gate_confirmed',
    ...eventOf(gated),
    kind,
    run_id: id,
  });
  const receipt = {
    id: newId('receipt'),
    workspace_id: workspaceId,
    workstream: workstream.slug,
    commit_sha: run.commitSha,
    tree: run.tree,
    kind,
    status: 'valid',
    session_id: sessionId,
    user_id: caller.userId,
    evidence: JSON.stringify(evidenceOf(run, verdict, leftOut)),
    seq,
    created_at: nowMs,
    expires_at: nowMs + ttlMs,
    ended_at: null,
    reason: '',
    verified: verified ? 1 : 0,
  };
  await queries.insertReceipt(connection.kysely, receipt);
  const given = { outcome: 'confirmed', receiptId: receipt.id } as const;
  await saveRun(transaction, gated, { id, leftOut, ...given });
  return receipt;
}

/** What is stored with a receipt: the run that it was given for. */
export interface Evidence {
  readonly touched: Touched;
  readonly passed: number;
  readonly skipped: number;
  readonly flakes: readonly { test_file: string; test_name: string }[];
  readonly attestation?: Attestation | undefined;
  readonly vouch?: Vouch | undefined;
  /** GAT-11: affected test files that were not run; missing in what an earlier version wrote. */
  readonly left_out?: readonly string[];
  /** GAT-11: the files of the executed results; missing without results, and in what an earlier version wrote. */
  readonly executed?: readonly string[];
}

function evidenceOf(
  { touched, results, attestation, vouch }: Run,
  { flakes }: Verdict,
  leftOut: readonly string[],
): Evidence {
  const count = (wanted: TestResult['status']) =>
    results.filter(({ status }) => status === wanted).length;
  return {
    touched,
    passed: count('passed'),
    skipped: count('skipped'),
    flakes: flakes.map(toTest),
    attestation,
    vouch,
    ...(leftOut.length > 0 && { left_out: leftOut }),
    ...(results.length > 0 && { executed: executedFiles(results) }),
  };
}

async function failed(
  transaction: Transaction,
  gated: Gated,
  { failures, flakes, reason }: Verdict & { kind: 'failed' },
): Promise<Output<'confirmReady'>> {
  const { run, scope } = gated;
  const id = newId('gateRun');
  transaction.log.append(scope.workspaceId, {
    type: 'gate_failed',
    ...eventOf(gated),
    failures: failures.length,
    run_id: id,
  });
  await saveRun(transaction, gated, { id, outcome: 'failed', failures, reason });
  return {
    phase: 'failed',
    commit_sha: run.commitSha,
    failures: failures.map((one) => ({
      ...toTest(one),
      ...(one.message !== '' && { error_message: one.message }),
    })),
    flakes: flakes.map(toTest),
    ...(reason !== undefined && { reason }),
  };
}

/** What every event of the gate names. */
function eventOf({ run, scope, workstream, sessionId }: Gated) {
  return {
    workstream: workstream.slug,
    branch: workstream.branch,
    commit: run.commitSha,
    user: scope.caller.name,
    session_id: sessionId,
  };
}

type Judged = Pick<JudgedRun, 'id' | 'outcome'> &
  Partial<Pick<JudgedRun, 'receiptId' | 'failures' | 'leftOut'>> & { reason?: string | undefined };

/** GAT-13 */
async function saveRun(
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
async function saveOutcomes(
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
function placeOf({ run, scope }: Gated) {
  const machine = run.attestation?.machine ?? scope.caller.userId;
  return { workspaceId: scope.workspaceId, commitSha: run.commitSha, machine };
}

function keyOf({ file, name }: TestOutcome): string {
  return digestOf(JSON.stringify([file, name]));
}

function toTest({ file, name }: TestOutcome): { test_file: string; test_name: string } {
  return { test_file: file, test_name: name };
}

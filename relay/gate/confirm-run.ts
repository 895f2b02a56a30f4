import type { Output } from '../../shared/api/operations.ts';
import { notesTogether } from '../../shared/gate/touched-note.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { newId } from '../../shared/node/random-ids.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import { type Scope, reaches } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';
import { completeTask } from '../tasks/change-task.ts';
import { namedSession } from '../workstreams/membership.ts';
import { activeWorkstream, eventOf, type Gated, type Run } from './gated-run.ts';
import { judged, keepOutcomes, keepRun } from './keep-run.ts';
import { refuseKind, unverifiedAdvice, leftOutOf, reasonOfGaps, executedFiles } from './rules.ts';
import { runTold, type ReceiptSigner } from './receipt-signer.ts';
import * as queries from './queries.ts';
import { suiteNote } from './suite-note.ts';
import { outcomesOf, toTest, type Verdict } from './test-outcomes/verdict.ts';
import type { Attestation, TestResult, Vouch } from '../../shared/gate/contract.ts';
import type { ReceiptRow } from '../store/schema.ts';
import type { Touched } from './discovery/affected-tests.ts';

interface ConfirmDependencies {
  readonly signer: ReceiptSigner;
  readonly durations: Durations;
}

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
    await keepOutcomes(transaction, gated, outcomes);
    return await failed(transaction, gated, verdict);
  }
  const leftOut = leftOutOf(run.affectedTests ?? [], run.results);
  if (leftOut.length > 0 && !settings.allowsGaps) {
    await keepOutcomes(transaction, gated, outcomes);
    return incomplete(transaction, gated, { verdict, leftOut });
  }
  // Before anything is written, since a refusal must change nothing.
  const task = await completed(transaction, gated, durations);
  if (isRefusal(task)) return task;
  await keepOutcomes(transaction, gated, outcomes);
  const note = suiteNote(run.suite, executedFiles(run.results));
  const given = { verdict, leftOut, note, ttlMs: durations.receiptTtlMs };
  const receipt = await giveReceipt(transaction, gated, given);
  const advice = unverifiedAdvice(settings, { verified, unvouched: run.unvouched });
  const reason = notesTogether(note, advice);
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
  const id = newId('gateRun');
  appendFailed(transaction, gated, { id, failures: 0, left_out: leftOut.length });
  await keepRun(transaction, gated, {
    id,
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

async function failed(
  transaction: Transaction,
  gated: Gated,
  { failures, flakes, reason }: Verdict & { kind: 'failed' },
): Promise<Output<'confirmReady'>> {
  const { run } = gated;
  const id = newId('gateRun');
  appendFailed(transaction, gated, { id, failures: failures.length });
  await keepRun(transaction, gated, { id, outcome: 'failed', failures, reason });
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

/** GAT-13: tells that a run did not pass, whether tests failed or were left out. */
function appendFailed(
  { log }: Transaction,
  gated: Gated,
  { id, ...counts }: { id: string; failures: number; left_out?: number },
): void {
  const { scope, workstream } = gated;
  log.append(scope.workspaceId, {
    type: 'gate_failed',
    ...eventOf(gated),
    ...counts,
    ...runTold(workstream, id),
  });
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

interface Given {
  readonly verdict: Verdict;
  readonly leftOut: readonly string[];
  readonly note: string | undefined;
  readonly ttlMs: number;
}

/** GAT-3: the receipt of a run that passed, with its event. */
async function giveReceipt(
  transaction: Transaction,
  gated: Gated,
  { verdict, leftOut, note, ttlMs }: Given,
): Promise<ReceiptRow> {
  const { connection, log, nowMs } = transaction;
  const { run, scope, workstream, sessionId, kind, verified } = gated;
  const { workspaceId, caller } = scope;
  const id = newId('gateRun');
  const { seq } = log.append(workspaceId, {
    type: 'gate_confirmed',
    ...eventOf(gated),
    kind,
    ...runTold(gated.workstream, id),
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
    // Until it is taken back: why is said here then.
    reason: note ?? '',
    verified: verified ? 1 : 0,
  };
  await queries.insertReceipt(connection.kysely, receipt);
  const given = { outcome: 'confirmed', receiptId: receipt.id } as const;
  await keepRun(transaction, gated, { id, leftOut, reason: note, ...given });
  return receipt;
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

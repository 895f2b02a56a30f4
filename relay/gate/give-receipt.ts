import type { Attestation, TestResult, Vouch } from '../../shared/gate/contract.ts';
import { newId } from '../../shared/node/random-ids.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { ReceiptRow } from '../store/schema.ts';
import type { Touched } from './discovery/affected-tests.ts';
import { eventOf, type Gated, type Run } from './gated-run.ts';
import { keepRun } from './keep-run.ts';
import { runTold } from './private-events.ts';
import * as queries from './queries.ts';
import { executedFiles } from './test-outcomes/left-out.ts';
import { toTest, type Verdict } from './test-outcomes/verdict.ts';

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

/** GAT-3: the receipt of a run that passed, with its event. */
export async function giveReceipt(
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
    reason: '',
    verified: verified ? 1 : 0,
  };
  await queries.insertReceipt(connection.kysely, receipt);
  const given = { outcome: 'confirmed', receiptId: receipt.id } as const;
  await keepRun(transaction, gated, { id, leftOut, ...given });
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

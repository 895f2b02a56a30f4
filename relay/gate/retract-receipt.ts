import type { Output } from '../../shared/api/operations.ts';
import { refuseEnded } from './rules.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import { findWorkstream } from '../workstreams/access.ts';
import { namedSession } from '../workstreams/membership.ts';
import * as queries from './queries.ts';
import { verifyReceipt, receiptTold, type ReceiptSigner } from './receipt-signer.ts';
import { toReceipt } from './records.ts';

export interface Retraction {
  readonly shown: string;
  readonly reason: string;
  readonly session: string | undefined;
}

/** GAT-4: takes back a receipt, and the commit that it recorded; an event tells the watchers. */
export async function retractReceipt(
  transaction: Transaction,
  scope: Scope,
  { retraction, signer }: { retraction: Retraction; signer: ReceiptSigner },
): Promise<Output<'retractReceipt'> | Refusal> {
  const { connection, log, nowMs } = transaction;
  const { workspaceId, caller, role } = scope;
  const { shown, reason } = retraction;
  const db = connection.kysely;
  const session = await namedSession(db, scope, retraction.session);
  if (isRefusal(session)) return session;
  const row = await verifyReceipt(transaction, scope, { shown, signer });
  if (isRefusal(row)) return row;
  const found = await findWorkstream(db, scope, row.workstream);
  if (isRefusal(found)) return refuse('NotFound', 'No such receipt.');
  if (row.user_id !== caller.userId && role === 'member') {
    return refuse('Forbidden', 'Only who got a receipt, or an admin, takes it back.');
  }
  const recorded = row.status === 'used';
  const ended = recorded ? undefined : refuseEnded(toReceipt(row), nowMs);
  if (ended !== undefined) return ended;
  await queries.endReceipt(db, row, { status: 'retracted', ended_at: nowMs, reason });
  const { branch } = found.row;
  const { seq } = log.append(workspaceId, {
    type: 'gate_retracted',
    workstream: row.workstream,
    branch,
    commit: row.commit_sha,
    recorded,
    reason,
    receipt_id: receiptTold(found.row, shown),
    user: caller.name,
    session_id: session?.id ?? '',
  });
  if (recorded) await queries.retractCommit(db, row, { atMs: nowMs, seq });
  return {
    receipt_id: shown,
    workstream: row.workstream,
    branch,
    commit_sha: row.commit_sha,
    recorded,
    reason,
  };
}

import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { CommitRecord, ReceiptKind } from '../../shared/gate/contract.ts';
import type { Receipt } from './rules.ts';
import type { ReceiptRow } from '../store/schema.ts';
import type { Commit } from './queries.ts';

export function toCommit(row: Commit): CommitRecord {
  const leftOut = JSON.parse(row.left_out) as string[];
  return {
    workstream: row.workstream,
    branch: row.branch,
    commit_sha: row.commit_sha,
    receipt_id: row.receipt_id,
    kind: row.kind as ReceiptKind,
    files: JSON.parse(row.files) as string[],
    symbols: JSON.parse(row.symbols) as string[],
    status: row.status as 'recorded' | 'retracted',
    ...(row.retracted_at !== null && { retracted_at: toTimestamp(row.retracted_at) }),
    session_id: row.session_id,
    recorded_by: row.recorded_by,
    recorded_by_name: row.recorded_by_name,
    recorded_at: toTimestamp(row.recorded_at),
    seq: row.seq,
    verified: row.verified === 1,
    ...(leftOut.length > 0 && { left_out: leftOut }),
  };
}

/** The fields that the rules need. */
export function toReceipt(row: ReceiptRow): Receipt {
  return {
    workstream: row.workstream,
    commitSha: row.commit_sha,
    tree: row.tree,
    status: row.status,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

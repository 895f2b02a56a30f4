import type { Db, CommitRow, ReceiptRow } from '../store/schema.ts';
import { hiddenWorkstreams, type Reader } from '../workstream-branches/queries.ts';
import type { GateSettings } from './rules.ts';

const secretName = 'receipts';

export async function selectSecret(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('gate_secrets')
    .select('secret')
    .where('id', '=', secretName)
    .executeTakeFirst();
  return row?.secret;
}

/** Does nothing when there is one already. */
export async function insertSecret(db: Db, secret: string, nowMs: number): Promise<void> {
  await db
    .insertInto('gate_secrets')
    .values({ id: secretName, secret, created_at: nowMs })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function gateSettings(db: Db, workspaceId: string): Promise<GateSettings> {
  const row = await db
    .selectFrom('workspaces')
    .select(['gate_policy', 'test_gaps'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return { policy: row.gate_policy, allowsGaps: row.test_gaps === 'allowed' };
}

export async function insertReceipt(db: Db, row: ReceiptRow): Promise<void> {
  await db.insertInto('receipts').values(row).execute();
}

export function selectReceipt(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<ReceiptRow | undefined> {
  return db
    .selectFrom('receipts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A person's receipts on a workstream for one commit, or for one tree; the newest first. */
export function selectReceiptsFor(
  db: Db,
  { workspaceId, userId, workstream }: { workspaceId: string; userId: string; workstream: string },
  subject: { readonly commitSha: string } | { readonly tree: string },
): Promise<ReceiptRow[]> {
  const query = db
    .selectFrom('receipts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('workstream', '=', workstream);
  const about =
    'tree' in subject
      ? query.where('tree', '=', subject.tree)
      : query.where('commit_sha', '=', subject.commitSha);
  return about.orderBy('seq', 'desc').limit(20).execute();
}

/** GAT-11: by receipt, what the results did not name of the suite; of those that recorded a commit. */
export async function notesOfReceipts(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('receipts')
    .select(['id', 'reason'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...ids])
    .where('status', '=', 'used')
    .where('reason', '<>', '')
    .execute();
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

export async function endReceipt(
  db: Db,
  { workspace_id: workspaceId, id }: Pick<ReceiptRow, 'workspace_id' | 'id'>,
  changes: Pick<ReceiptRow, 'status' | 'ended_at' | 'reason'>,
): Promise<void> {
  await db
    .updateTable('receipts')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export type CommitState = Pick<CommitRow, 'status' | 'retracted_at' | 'retracted_seq'>;

/** A recorded commit with the display name of who recorded it. */
export interface Commit extends CommitRow {
  readonly recorded_by_name: string;
}

/** What became of a commit on a workstream; undefined where it was never recorded. */
export function selectCommitState(
  db: Db,
  {
    workspaceId,
    workstream,
    commitSha,
  }: { workspaceId: string; workstream: string; commitSha: string },
): Promise<CommitState | undefined> {
  return db
    .selectFrom('commits')
    .select(['status', 'retracted_at', 'retracted_seq'])
    .where('workspace_id', '=', workspaceId)
    .where('workstream', '=', workstream)
    .where('commit_sha', '=', commitSha)
    .executeTakeFirst();
}

/** Inserts a commit, or replaces its row when it was retracted before. */
export async function saveCommit(db: Db, row: CommitRow): Promise<void> {
  await db
    .insertInto('commits')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'workstream', 'commit_sha']).doUpdateSet(row),
    )
    .execute();
}

export async function retractCommit(
  db: Db,
  { workspace_id, workstream, commit_sha }: ReceiptRow,
  { atMs, seq }: { readonly atMs: number; readonly seq: number },
): Promise<void> {
  await db
    .updateTable('commits')
    .set({ status: 'retracted', retracted_at: atMs, retracted_seq: seq })
    .where('workspace_id', '=', workspace_id)
    .where('workstream', '=', workstream)
    .where('commit_sha', '=', commit_sha)
    .execute();
}

export interface CommitFilter {
  readonly workstream?: string | undefined;
  readonly reader: Reader;
  readonly beforeSeq?: number | undefined;
  readonly recordedBy?: string;
  readonly limit: number;
}

/** Newest first. */
export function selectCommits(
  db: Db,
  workspaceId: string,
  { workstream, reader, beforeSeq, recordedBy, limit }: CommitFilter,
): Promise<Commit[]> {
  let query = db
    .selectFrom('commits as c')
    .innerJoin('users as u', 'u.id', 'c.recorded_by')
    .selectAll('c')
    .select('u.name as recorded_by_name')
    .where('c.workspace_id', '=', workspaceId);
  if (workstream !== undefined) query = query.where('c.workstream', '=', workstream);
  if (beforeSeq !== undefined) query = query.where('c.seq', '<', beforeSeq);
  if (recordedBy !== undefined) query = query.where('c.recorded_by', '=', recordedBy);
  if (!reader.seesAll) {
    const hidden = hiddenWorkstreams(db, workspaceId, reader.userId);
    query = query.where('c.workstream', 'not in', hidden);
  }
  return query.orderBy('c.seq', 'desc').limit(limit).execute();
}

/** The payloads of `file_reserved` events after `seq`, oldest first; at most `limit`. */
export async function grantsAfter(
  db: Db,
  workspaceId: string,
  { seq, limit }: { seq: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('payload')
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>', seq)
    .where('type', '=', 'file_reserved')
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(({ payload }) => payload);
}

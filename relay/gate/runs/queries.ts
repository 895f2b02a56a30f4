import { sql } from 'kysely';
import { type RunOutcome, runLimits } from '../../../shared/gate/runs.ts';
import type { Db, GateRunRow, ReceiptRow } from '../../store/schema.ts';
import { hiddenWorkstreams, type Reader } from '../../workstream-branches/queries.ts';

/** A run as a list shows it, with the name of who ran it and the state of its receipt. */
export interface ListedRun extends Omit<GateRunRow, 'details'> {
  readonly user_name: string;
  readonly receipt_status: string | null;
  readonly receipt_created_at: number | null;
  readonly receipt_expires_at: number | null;
}

export interface RunFilter {
  readonly workstream: string | undefined;
  readonly outcome: RunOutcome | undefined;
  /** Only what waits for a person. */
  readonly open: boolean;
  readonly reader: Reader;
  readonly beforeNumber: number | undefined;
  readonly limit: number;
}

/** Newest first. */
export function selectRuns(
  db: Db,
  workspaceId: string,
  { workstream, outcome, open, reader, beforeNumber, limit }: RunFilter,
): Promise<ListedRun[]> {
  let query = runsOf(db, workspaceId, reader);
  if (workstream !== undefined) query = query.where('r.workstream', '=', workstream);
  if (outcome !== undefined) query = query.where('r.outcome', '=', outcome);
  if (open) query = query.where(isOpen(workspaceId));
  if (beforeNumber !== undefined) query = query.where('r.number', '<', beforeNumber);
  return query.orderBy('r.number', 'desc').limit(limit).execute();
}

/**
 * GAT-13: it did not pass, its workstream is active, and nothing passed there afterwards; a receipt that was taken back shows
 * nothing. GAT-14: nor was it or a later one put aside. All runs are read once, not once for each.
 */
const isOpen = (workspaceId: string) => sql<boolean>`EXISTS (SELECT 1 FROM workstreams w
    WHERE w.workspace_id = r.workspace_id AND w.slug = r.workstream AND w.status = 'active')
  AND r.id IN (SELECT of_its.id FROM (SELECT g.id, g.outcome, g.number,
      MAX(CASE WHEN (g.outcome = 'confirmed' AND COALESCE(given.status, '') <> 'retracted') OR g.dismissed_by <> ''
        THEN g.number ELSE 0 END)
        OVER (PARTITION BY g.workstream) AS settled
    FROM gate_runs g LEFT JOIN receipts given ON given.id = g.receipt_id WHERE g.workspace_id = ${workspaceId}) of_its
    WHERE of_its.outcome <> 'confirmed' AND of_its.number > of_its.settled)`;

/** How many workstreams have open runs that exist for the reader. */
export async function countOpenWorkstreams(
  db: Db,
  workspaceId: string,
  reader: Reader,
): Promise<number> {
  let query = db
    .selectFrom('gate_runs as r')
    .select((build) => build.fn.count<number>('r.workstream').distinct().as('count'))
    .where('r.workspace_id', '=', workspaceId)
    .where(isOpen(workspaceId));
  if (!reader.seesAll) {
    const hidden = hiddenWorkstreams(db, workspaceId, reader.userId);
    query = query.where('r.workstream', 'not in', hidden);
  }
  const row = await query.executeTakeFirstOrThrow();
  return Number(row.count);
}

export function selectRun(
  db: Db,
  workspaceId: string,
  { id, reader }: { id: string; reader: Reader },
): Promise<(ListedRun & { details: string }) | undefined> {
  return runsOf(db, workspaceId, reader)
    .select('r.details')
    .where('r.id', '=', id)
    .executeTakeFirst();
}

/** `dismissedBy` is empty where it is brought back. */
export async function dismissRun(
  db: Db,
  workspaceId: string,
  { id, dismissedBy }: { id: string; dismissedBy: string },
): Promise<void> {
  await db
    .updateTable('gate_runs')
    .set({ dismissed_by: dismissedBy })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** By receipt, the run that it was given for, while that is kept. */
export async function runsOfReceipts(
  db: Db,
  workspaceId: string,
): Promise<Map<string, Pick<GateRunRow, 'id' | 'passed' | 'failed' | 'skipped'>>> {
  const rows = await db
    .selectFrom('gate_runs')
    .select(['id', 'receipt_id', 'passed', 'failed', 'skipped'])
    .where('workspace_id', '=', workspaceId)
    .where('receipt_id', '<>', '')
    .execute();
  return new Map(rows.map(({ receipt_id: receipt, ...run }) => [receipt, run]));
}

/** GAT-2: the newest run that failed on a receipt's commit after the run that it was given for, with its first failure. */
export async function failureAfter(
  db: Db,
  { workspace_id, workstream, commit_sha, id: receipt }: ReceiptRow,
): Promise<{ id: string; user: string; file: string | undefined } | undefined> {
  const given = db
    .selectFrom('gate_runs')
    .select('number')
    .where('workspace_id', '=', workspace_id)
    .where('receipt_id', '=', receipt);
  const row = await db
    .selectFrom('gate_runs as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'u.name', 'r.failures'])
    .where('r.workspace_id', '=', workspace_id)
    .where('r.workstream', '=', workstream)
    .where('r.commit_sha', '=', commit_sha)
    .where('r.outcome', '=', 'failed')
    // A workstream loses its oldest runs first: where the receipt's own is gone, all that are left came after it.
    .where(({ eb, fn }) => eb('r.number', '>', fn.coalesce(given, sql.lit(0))))
    .orderBy('r.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [first] = JSON.parse(row.failures) as { test_file: string }[];
  return { id: row.id, user: row.name, file: first?.test_file };
}

function runsOf(db: Db, workspaceId: string, reader: Reader) {
  const query = db
    .selectFrom('gate_runs as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('receipts as receipt', 'receipt.id', 'r.receipt_id')
    .select(listed)
    .where('r.workspace_id', '=', workspaceId);
  if (reader.seesAll) return query;
  return query.where('r.workstream', 'not in', hiddenWorkstreams(db, workspaceId, reader.userId));
}

const listed = [
  'r.id',
  'r.workspace_id',
  'r.number',
  'r.workstream',
  'r.branch',
  'r.commit_sha',
  'r.outcome',
  'r.kind',
  'r.verified',
  'r.receipt_id',
  'r.passed',
  'r.failed',
  'r.skipped',
  'r.duration_ms',
  'r.session_id',
  'r.user_id',
  'r.at',
  'r.reason',
  'r.failures_total',
  'r.left_out_total',
  'r.failures',
  'r.left_out',
  'r.dismissed_by',
  'u.name as user_name',
  'receipt.status as receipt_status',
  'receipt.created_at as receipt_created_at',
  'receipt.expires_at as receipt_expires_at',
] as const;

/** GAT-13: keeps the run, and of the earlier ones the newest. The workspace is locked, so the number is its own. */
export async function insertRun(db: Db, row: Omit<GateRunRow, 'number'>): Promise<void> {
  const { workspace_id } = row;
  const last = await db
    .selectFrom('gate_runs')
    .select('number')
    .where('workspace_id', '=', workspace_id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  await db
    .insertInto('gate_runs')
    .values({ ...row, number })
    .execute();
  await deleteOldRuns(db, workspace_id);
}

/** Runs are counted and not their numbers compared: a workstream with many runs must not push out those of others. */
async function deleteOldRuns(db: Db, workspaceId: string): Promise<void> {
  const { kept, keptOfWorkstream, keptAtMost } = runLimits;
  const ranked = db
    .selectFrom('gate_runs')
    .select([
      'id',
      sql<number>`ROW_NUMBER() OVER (ORDER BY number DESC)`.as('of_all'),
      sql<number>`ROW_NUMBER() OVER (PARTITION BY workstream ORDER BY number DESC)`.as('of_its'),
    ])
    .where('workspace_id', '=', workspaceId)
    .as('ranked');
  const old = db
    .selectFrom(ranked)
    .select('ranked.id')
    .where('of_all', '>', kept)
    .where('of_its', '>', keptOfWorkstream);
  await db.deleteFrom('gate_runs').where('id', 'in', old).execute();
  const oldest = db
    .selectFrom('gate_runs')
    .select('number')
    .where('workspace_id', '=', workspaceId)
    .orderBy('number', 'desc')
    .limit(1)
    .offset(keptAtMost);
  await db
    .deleteFrom('gate_runs')
    .where('workspace_id', '=', workspaceId)
    .where('number', '<=', oldest)
    .execute();
}

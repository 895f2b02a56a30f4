import { sql } from 'kysely';
import { heldBranchLimits } from '../../shared/branches/contract.ts';
import type { Db, HeldBranchRow } from '../store/schema.ts';
import { hiddenWorkstreams, type Reader } from '../workstream-branches/queries.ts';

/** A branch on one machine of a person. */
export type HeldKey = Pick<HeldBranchRow, 'workspace_id' | 'user_id' | 'machine' | 'branch'>;

export interface Held extends HeldBranchRow {
  readonly user_name: string;
}

/** The active workstream of a branch, if it exists for the reader. */
export function selectActiveOf(
  db: Db,
  workspaceId: string,
  { branch, reader }: { branch: string; reader: Reader },
): Promise<{ slug: string; visibility: string } | undefined> {
  const query = db
    .selectFrom('workstreams')
    .select(['slug', 'visibility'])
    .where('workspace_id', '=', workspaceId)
    // Written into the SQL text, because a partial index is not used for a parameter.
    .where('status', '=', sql.lit('active'))
    .where('branch', '=', branch);
  const seen = reader.seesAll
    ? query
    : query.where('slug', 'not in', hiddenWorkstreams(db, workspaceId, reader.userId));
  return seen.orderBy('slug').limit(1).executeTakeFirst();
}

export function selectHeld(db: Db, key: HeldKey): Promise<HeldBranchRow | undefined> {
  return db
    .selectFrom('held_branches')
    .selectAll()
    .where((where) => where.and({ ...key }))
    .executeTakeFirst();
}

/** Keeps the newest of the machine and of the person: machines with a new name for each job leave theirs behind. */
export async function insertHeld(db: Db, row: HeldBranchRow): Promise<void> {
  const { workspace_id, user_id, machine } = row;
  await db.insertInto('held_branches').values(row).execute();
  await keepNewest(db, { workspace_id, user_id, machine }, heldBranchLimits.ofMachine);
  await keepNewest(db, { workspace_id, user_id }, heldBranchLimits.ofPerson);
}

async function keepNewest(
  db: Db,
  of: Pick<HeldKey, 'workspace_id' | 'user_id'> & Partial<Pick<HeldKey, 'machine'>>,
  kept: number,
): Promise<void> {
  const newestThatGoes = db
    .selectFrom('held_branches')
    .select('seq')
    .where((where) => where.and(of))
    .orderBy('seq', 'desc')
    .limit(1)
    .offset(kept);
  await db
    .deleteFrom('held_branches')
    .where((where) => where.and(of))
    .where('seq', '<=', newestThatGoes)
    .execute();
}

export async function updateHeld(
  db: Db,
  key: HeldKey,
  changes: Pick<HeldBranchRow, 'reason' | 'commit_sha'>,
): Promise<void> {
  await db
    .updateTable('held_branches')
    .set(changes)
    .where((where) => where.and({ ...key }))
    .execute();
}

export async function deleteHeld(db: Db, key: HeldKey): Promise<void> {
  await db
    .deleteFrom('held_branches')
    .where((where) => where.and({ ...key }))
    .execute();
}

/** Of a workstream that ends, or of a person who goes. */
export async function deleteHeldOf(
  db: Db,
  of:
    Pick<HeldBranchRow, 'workspace_id' | 'workstream'> | Pick<HeldKey, 'workspace_id' | 'user_id'>,
): Promise<void> {
  await db
    .deleteFrom('held_branches')
    .where((where) => where.and({ ...of }))
    .execute();
}

export async function countHeld(db: Db, workspaceId: string, reader: Reader): Promise<number> {
  let query = db
    .selectFrom('held_branches as h')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('h.workspace_id', '=', workspaceId);
  if (!reader.seesAll) {
    const hidden = hiddenWorkstreams(db, workspaceId, reader.userId);
    query = query.where('h.workstream', 'not in', hidden);
  }
  const row = await query.executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The latest first. */
export function selectHeldPage(
  db: Db,
  workspaceId: string,
  { reader, beforeSeq, limit }: { reader: Reader; beforeSeq: number | undefined; limit: number },
): Promise<Held[]> {
  let query = db
    .selectFrom('held_branches as h')
    .innerJoin('users as u', 'u.id', 'h.user_id')
    .selectAll('h')
    .select('u.name as user_name')
    .where('h.workspace_id', '=', workspaceId);
  if (beforeSeq !== undefined) query = query.where('h.seq', '<', beforeSeq);
  if (!reader.seesAll) {
    const hidden = hiddenWorkstreams(db, workspaceId, reader.userId);
    query = query.where('h.workstream', 'not in', hidden);
  }
  return query.orderBy('h.seq', 'desc').limit(limit).execute();
}

/** Who sees a workstream, whether it is active or not; undefined when there is none. */
export async function selectVisibility(
  db: Db,
  workspaceId: string,
  slug: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('workstreams')
    .select('visibility')
    .where('workspace_id', '=', workspaceId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row?.visibility;
}

import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import type { Role } from '../../shared/contract/fields.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Connection, Row } from '../store/database.ts';
import { selectRows, type RowsStatement } from '../store/rows.ts';
import type { Db, MemberRow, WorkspaceRow } from '../store/schema.ts';

export interface Membership {
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: Role;
}

const membershipsText = `
  SELECT w.id AS workspace_id, w.seq AS seq, w.conflict_policy AS policy, m.user_id AS user_id, m.role AS role
  FROM workspaces w JOIN members m ON m.workspace_id = w.id
  WHERE (m.workspace_id, m.user_id) IN (VALUES {rows})
  ORDER BY w.id, m.user_id`;

const memberships = locking(membershipsText, 2);

/**
 * Locks the rows of the workspaces until the commit and opens their logs. Answers the memberships that exist among the
 * (workspace id, user id) pairs; their rows are locked too, so that nobody writes who is being removed meanwhile.
 */
export async function lockMemberships(
  transaction: Transaction,
  pairs: readonly (readonly [workspaceId: string, userId: string])[],
): Promise<Membership[]> {
  const { connection } = transaction;
  const keys = pairs.toSorted(([a, userA], [b, userB]) => order(a, b) || order(userA, userB));
  const rows = await selectRows(connection, memberships[connection.forUpdate], keys);
  return rows.map((row) => {
    const workspaceId = String(row['workspace_id']);
    open(transaction, workspaceId, row);
    return { workspaceId, userId: String(row['user_id']), role: row['role'] as Role };
  });
}

const workspacesText = `SELECT id, seq, conflict_policy AS policy FROM workspaces WHERE id IN (VALUES {rows}) ORDER BY id`;

const workspaces = locking(workspacesText, 1);

/** Locks the rows of the workspaces and opens their logs, for work of the relay itself, such as expiry. */
export async function lockWorkspaces(
  transaction: Transaction,
  workspaceIds: readonly string[],
): Promise<void> {
  const { connection } = transaction;
  const ids = workspaceIds.toSorted(order).map((id) => [id]);
  const rows = await selectRows(connection, workspaces[connection.forUpdate], ids);
  for (const row of rows) open(transaction, String(row['id']), row);
}

/** Many keys go in several statements: all of them in one order, so that two relays do not wait for each other's rows. */
function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A statement whose rows are locked until the commit, in the words of each database. */
function locking(text: string, columns: number): Record<Connection['forUpdate'], RowsStatement> {
  return { '': { text, columns }, ' FOR UPDATE': { text: `${text} FOR UPDATE`, columns } };
}

function open({ log, policies }: Transaction, workspaceId: string, row: Row): void {
  log.open(workspaceId, Number(row['seq']));
  policies.set(workspaceId, row['policy'] as ConflictPolicy);
}

export async function allWorkspaces(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('workspaces').select('id').orderBy('id').execute();
  return rows.map((row) => row.id);
}

export async function membership(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<Membership | undefined> {
  const row = await db
    .selectFrom('members')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && { workspaceId, userId, role: row.role as Role };
}

export async function workspaceIdOf(db: Db, slug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('workspaces')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row?.id;
}

export async function insertWorkspace(db: Db, row: WorkspaceRow): Promise<boolean> {
  const inserted = await db
    .insertInto('workspaces')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function saveMember(db: Db, row: MemberRow): Promise<void> {
  await db
    .insertInto('members')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role: row.role }),
    )
    .execute();
}

export async function deleteMember(db: Db, workspaceId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

export async function updateWorkspace(
  db: Db,
  workspaceId: string,
  changes: Partial<
    Pick<
      WorkspaceRow,
      'name' | 'branch_prefix' | 'gate_policy' | 'conflict_policy' | 'test_gaps' | 'must_rules'
    >
  >,
): Promise<void> {
  await db.updateTable('workspaces').set(changes).where('id', '=', workspaceId).execute();
}

export async function countOwners(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('members')
    .select((build) => build.fn.countAll<number>().as('owners'))
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return Number(row.owners);
}

export interface MemberDetails extends MemberRow {
  readonly email: string;
  readonly name: string;
}

export function selectMember(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<MemberDetails | undefined> {
  return membersOf(db, workspaceId).where('m.user_id', '=', userId).executeTakeFirst();
}

/** A page of members ordered by user id; `after` is the last user id of the page before. */
export function selectMembers(
  db: Db,
  workspaceId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<MemberDetails[]> {
  return membersOf(db, workspaceId)
    .where('m.user_id', '>', after ?? '')
    .orderBy('m.user_id')
    .limit(limit)
    .execute();
}

function membersOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.workspace_id', 'm.user_id', 'm.role', 'm.added_at', 'u.email', 'u.name'])
    .where('m.workspace_id', '=', workspaceId);
}

/** A workspace as its creation answers it. */
export interface CreatedWorkspace {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly created_at: string;
}

export interface OwnWorkspace extends WorkspaceRow {
  readonly role: string;
}

/** A page of the user's workspaces ordered by id. */
export function selectWorkspacesOf(
  db: Db,
  userId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<OwnWorkspace[]> {
  return workspacesOf(db, userId)
    .where('w.id', '>', after ?? '')
    .orderBy('w.id')
    .limit(limit)
    .execute();
}

export function selectWorkspaceOf(
  db: Db,
  userId: string,
  workspaceId: string,
): Promise<OwnWorkspace | undefined> {
  return workspacesOf(db, userId).where('w.id', '=', workspaceId).executeTakeFirst();
}

function workspacesOf(db: Db, userId: string) {
  return db
    .selectFrom('members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .selectAll('w')
    .select('m.role')
    .where('m.user_id', '=', userId);
}

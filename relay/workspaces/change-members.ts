import type { Input } from '../../shared/api/operations.ts';
import type { Role } from '../../shared/contract/fields.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { refuseMembershipChange, putMember } from '../access/change-member.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Db, UserRow } from '../store/schema.ts';
import { userByEmail, userById } from '../users/queries.ts';
import { type Scope, noSuchWorkspace } from '../access/authorizer.ts';
import * as queries from '../access/queries.ts';
import { deleteInvitationsTo } from '../invitations/queries.ts';
import { deleteHeldOf } from '../branches/queries.ts';
import { deleteReservationsOfUser, releasedAtOnce } from '../reservations/release-queries.ts';
import { appendReleased } from '../reservations/release.ts';
import { endSessionsOfMember } from '../sessions/expiry.ts';
import { freeTasksOf } from '../tasks/free-tasks.ts';
import { freePackagesOf } from '../work-packages/free-packages.ts';
import { leaveAll } from '../workstreams/membership.ts';
import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import type { GatePolicy, TestGaps, MustRules } from '../../shared/workspaces/contract.ts';

export async function addMember(
  transaction: Transaction,
  scope: Scope,
  { role, ...named }: Pick<Input<'addMember'>, 'user_id' | 'email' | 'role'>,
) {
  const db = transaction.connection.kysely;
  const user = await namedUser(db, scope, named);
  if (isRefusal(user)) return user;
  const refusal = await refuseChange(transaction, scope, { userId: user.id, next: role });
  if (refusal !== undefined) return refusal;
  const { workspaceId } = scope;
  await putMember(transaction, workspaceId, { user, role });
  const saved = await queries.selectMember(db, workspaceId, user.id);
  return saved === undefined ? noSuch('member') : toMember(saved);
}

/**
 * INV-5: an address names an account only where somebody vouches for it whom the caller trusts. Who is a member already is known to
 * the team by it.
 */
async function namedUser(
  db: Db,
  { caller, workspaceId }: Scope,
  { user_id: id, email = '' }: Pick<Input<'addMember'>, 'user_id' | 'email'>,
): Promise<UserRow | Refusal> {
  const user =
    id === undefined ? await userByEmail(db, email.toLowerCase()) : await userById(db, id);
  if (user === undefined) return noSuch('user', id === undefined ? 'email' : 'user_id');
  const { invited_by: voucher } = user;
  if (id !== undefined || voucher === null || voucher === caller.userId) return user;
  if ((await queries.membership(db, workspaceId, user.id)) !== undefined) return user;
  return refuse(
    'Conflict',
    `Nobody has verified that ${user.email} is the address of the account that has it. Add them by the user id that they give you.`,
    { field: 'email' },
  );
}

/** WST-4, INV-2: the membership, the invitations to it, the sessions and their reservations end in one transaction. */
export async function removeMember(transaction: Transaction, scope: Scope, userId: string) {
  const db = transaction.connection.kysely;
  const found = await queries.selectMember(db, scope.workspaceId, userId);
  if (found === undefined) return noSuch('member');
  const refusal = await refuseChange(transaction, scope, { userId, next: undefined });
  if (refusal !== undefined) return refusal;
  await queries.deleteMember(db, scope.workspaceId, userId);
  await deleteInvitationsTo(db, { workspaceId: scope.workspaceId, email: found.email });
  await releaseMember(transaction, scope, userId);
  transaction.log.append(scope.workspaceId, {
    type: 'member_removed',
    user_id: userId,
    user: found.name,
  });
  return { removed: true as const, user_id: userId };
}

async function refuseChange(
  { connection }: Transaction,
  { workspaceId, caller, role }: Scope,
  { userId, next }: { readonly userId: string; readonly next: Role | undefined },
): Promise<Refusal | undefined> {
  const target = await queries.membership(connection.kysely, workspaceId, userId);
  return refuseMembershipChange({
    actor: { userId: caller.userId, role },
    target: { userId, role: target?.role },
    next,
    owners: await queries.countOwners(connection.kysely, workspaceId),
  });
}

export function noSuch(what: 'member' | 'user', field?: string): Refusal {
  return refuse('NotFound', `No such ${what}.`, field === undefined ? {} : { field });
}

export function toMember(row: queries.MemberDetails) {
  const { user_id, email, name } = row;
  return { user_id, email, name, role: row.role as Role, added_at: toTimestamp(row.added_at) };
}

/**
 * WST-4: releases the reservations of a removed member, frees their tasks and work packages, takes them out of their workstreams,
 * and ends their sessions.
 */
async function releaseMember(
  transaction: Transaction,
  scope: Scope,
  userId: string,
): Promise<void> {
  const { workspaceId } = scope;
  const db = transaction.connection.kysely;
  const released = await deleteReservationsOfUser(db, workspaceId, userId);
  await appendReleased(transaction, released, 'member_removed');
  await freeTasksOf(transaction, scope, userId);
  await freePackagesOf(transaction, scope, userId);
  await leaveAll(transaction, workspaceId, userId);
  await deleteHeldOf(db, { workspace_id: workspaceId, user_id: userId });
  const state = released.length === releasedAtOnce ? 'ending' : 'ended';
  await endSessionsOfMember(transaction, { workspaceId, userId }, state);
  await transaction.runCascade(workspaceId);
}

export async function change(
  transaction: Transaction,
  scope: Scope,
  { id: _id, name, ...settings }: Input<'changeWorkspace'>,
) {
  const { connection, log } = transaction;
  const { caller, workspaceId } = scope;
  const db = connection.kysely;
  const before = await queries.selectWorkspaceOf(db, caller.userId, workspaceId);
  if (before === undefined) return noSuchWorkspace();
  await queries.updateWorkspace(db, workspaceId, { name, ...settings });
  if (name !== undefined) log.append(workspaceId, { type: 'workspace_renamed', name });
  await tellSettings(transaction, scope, { before, settings });
  const row = await queries.selectWorkspaceOf(db, caller.userId, workspaceId);
  return row === undefined ? noSuchWorkspace() : toOwnRecord(row);
}

type Settings = Omit<Input<'changeWorkspace'>, 'id' | 'name'>;

/** FED-8: tells the team of the settings that are other than before; a new policy decides at once. */
async function tellSettings(
  transaction: Transaction,
  { caller, workspaceId }: Scope,
  { before, settings }: { readonly before: queries.OwnWorkspace; readonly settings: Settings },
): Promise<void> {
  const { log, policies } = transaction;
  const given = Object.entries(settings) as [keyof Settings, string | undefined][];
  const changed = given.filter(([key, value]) => value !== undefined && value !== before[key]);
  if (changed.length === 0) return;
  const { conflict_policy: policy = before.conflict_policy as ConflictPolicy } = settings;
  policies.set(workspaceId, policy);
  const names = changed.map(([key]) => key);
  const values = { ...Object.fromEntries(changed), conflict_policy: policy, changed: names };
  log.append(workspaceId, { type: 'workspace_changed', user: caller.name, ...values });
  if (names.includes('conflict_policy')) await transaction.runCascade(workspaceId);
}

export function toOwnRecord(row: queries.OwnWorkspace) {
  const { id, name, slug, branch_prefix } = row;
  return {
    id,
    name,
    slug,
    created_at: toTimestamp(row.created_at),
    role: row.role as Role,
    branch_prefix,
    gate_policy: row.gate_policy as GatePolicy,
    conflict_policy: row.conflict_policy as ConflictPolicy,
    test_gaps: row.test_gaps as TestGaps,
    must_rules: row.must_rules as MustRules,
  };
}

import type { Role } from '../../shared/contract/fields.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import * as queries from './queries.ts';
import type { Transaction } from '../store/group-committer.ts';

interface NewMember {
  readonly workspaceId: string;
  readonly actor: MembershipChange['actor'];
  /** Undefined for somebody who has no account yet. */
  readonly userId: string | undefined;
  readonly role: Role;
}

/** Whether the actor may make somebody a member who is none: ACC-3, and a Conflict for who is one already. */
export async function refuseMember(
  { connection }: Transaction,
  { workspaceId, actor, userId = '', role }: NewMember,
): Promise<Refusal | undefined> {
  const target = await queries.membership(connection.kysely, workspaceId, userId);
  if (target !== undefined)
    return refuse('Conflict', `They are in this workspace already, as ${target.role}.`);
  const owners = await queries.countOwners(connection.kysely, workspaceId);
  return refuseMembershipChange({ actor, target: { userId, role: undefined }, next: role, owners });
}

/** Makes the membership, or changes its role, and tells the feed. */
export async function putMember(
  { connection, log, nowMs }: Transaction,
  workspaceId: string,
  { user, role }: { readonly user: { readonly id: string; readonly name: string }; role: Role },
): Promise<void> {
  const known = await queries.membership(connection.kysely, workspaceId, user.id);
  const row = { workspace_id: workspaceId, user_id: user.id, role, added_at: nowMs };
  await queries.saveMember(connection.kysely, row);
  const event = { type: 'member_added', user_id: user.id, user: user.name, role } as const;
  log.append(workspaceId, known === undefined ? event : { ...event, changed: true });
}

interface MembershipChange {
  readonly actor: { readonly userId: string; readonly role: Role };
  readonly target: { readonly userId: string; readonly role: Role | undefined };
  /** The role that the target shall have; undefined to remove the membership. */
  readonly next: Role | undefined;
  readonly owners: number;
}

/**
 * ACC-3: admins manage members, owners also manage admins and owners, everyone may leave, and the last owner cannot.
 * Undefined when the change may be made.
 */
export function refuseMembershipChange(change: MembershipChange): Refusal | undefined {
  const { actor, target, next, owners } = change;
  const leaving = next === undefined && actor.userId === target.userId;
  if (!leaving && !manages(actor.role, target.role, next)) {
    return refuse('Forbidden', lackOfRole(actor.role));
  }
  if (target.role === 'owner' && next !== 'owner' && owners === 1) {
    return refuse(
      'Conflict',
      'A workspace needs an owner, and this is its last one. Make somebody else an owner first.',
    );
  }
  return undefined;
}

function manages(actor: Role, current: Role | undefined, next: Role | undefined): boolean {
  if (actor === 'owner') return true;
  return (
    actor === 'admin' && [current, next].every((role) => role === undefined || role === 'member')
  );
}

/** ACC-10: says whom to ask. */
function lackOfRole(role: Role): string {
  if (role === 'admin')
    return 'You are an admin, and only owners manage admins and owners. Ask an owner of this workspace.';
  return 'You are a member, and only admins and owners manage members. Ask one of this workspace.';
}

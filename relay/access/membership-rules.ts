import type { Role } from '../../shared/contract/fields.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

export interface MembershipChange {
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
    return refuse('Conflict', 'The last owner cannot leave. Make somebody else an owner first.');
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

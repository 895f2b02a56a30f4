import type { Role } from '../../shared/contract/fields.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import * as queries from './queries.ts';
import type { Transaction } from '../store/group-committer.ts';
import { refuseMembershipChange, type MembershipChange } from './membership-rules.ts';

export interface NewMember {
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

import type { Role } from '../../../../../../shared/contract/fields.ts';
import { counted } from '../../../kit/lists/counts.ts';

const rank: Readonly<Record<Role, number>> = { owner: 0, admin: 1, member: 2 };
export const roles = ['owner', 'admin', 'member'] as const satisfies readonly Role[];

/** What a role lets somebody do, in words that follow their name. */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: 'may do everything, and makes admins and owners',
  admin: 'may change the settings, invite and remove members, and accept rules',
  member: 'works, and changes nothing of the workspace',
};

/** ACC-3: why `actor` may not give `role` to somebody; undefined where they may. */
export function whyNotRole(actor: Role): string | undefined {
  if (actor === 'owner') return undefined;
  return 'Only owners make and unmake admins and owners. Ask an owner of this workspace.';
}

/** ACC-3: why `actor` may not remove somebody with `role`; undefined where they may. */
export function whyNotRemoved(actor: Role, role: Role): string | undefined {
  if (actor === 'owner' || (actor === 'admin' && role === 'member')) return undefined;
  return actor === 'admin'
    ? 'Only owners remove admins and owners. Ask an owner of this workspace.'
    : 'Only admins and owners remove members. Ask one of this workspace.';
}

/** The roles into which `actor` may invite. */
export function invitable(actor: Role): readonly Role[] {
  return actor === 'owner' ? roles : ['member'];
}

interface Named {
  readonly role: Role;
  readonly name: string;
  readonly email: string;
}

/** Owners first, then admins, then by name: nobody moves because an agent of theirs came or went. */
export function byRoleAndName(one: Named, other: Named): number {
  return rank[one.role] - rank[other.role] || one.name.localeCompare(other.name);
}

/** Whether what a person types finds a member. */
export function isFound({ name, email }: Named, words: string): boolean {
  return `${name} ${email}`.toLowerCase().includes(words.trim().toLowerCase());
}

/** DSH-74: what ends with a membership, to whom and at once. */
export function whatEnds(
  who: string,
  { agents, holds }: { readonly agents: number; readonly holds: number },
): string {
  const work =
    agents === 0
      ? 'No agent of theirs is at work now.'
      : `${counted(agents, 'agent')} of theirs ${agents === 1 ? 'ends' : 'end'}, and ${counted(holds, 'reservation')} ${holds === 1 ? 'is' : 'are'} released.`;
  return `${who} loses access at once. ${work} They leave their workstreams, and open invitations to their address end. What they recorded stays. To come back they need a new invitation.`;
}

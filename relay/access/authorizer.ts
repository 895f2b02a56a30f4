import type { Access } from '../../shared/contract/operation.ts';
import type { Role } from '../../shared/contract/fields.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Database } from '../store/database.ts';
import type { Call, Caller } from '../kernel/handlers.ts';
import { membership, workspaceIdOf, type Membership } from './queries.ts';

/** How a request names its workspace. */
export type WorkspaceName = { readonly id: string } | { readonly slug: string };

/** A caller inside one workspace: the only way to a query of that workspace's rows. */
export interface Scope {
  readonly workspaceId: string;
  readonly caller: Caller;
  readonly role: Role;
}

/**
 * The one place where a caller becomes a member (ACC-2, ACC-3). A workspace that is not the caller's does not exist: the
 * same NotFound as for an unknown id.
 */
export class Authorizer {
  private readonly idOfSlug = new Map<string, string>();

  constructor(private readonly database: Database) {}

  /** The scope for a read. A write gets its scope inside its transaction, from the `CommandRunner`. */
  async enter(
    { caller }: Call,
    workspace: WorkspaceName,
    access: Access,
  ): Promise<Scope | Refusal> {
    const workspaceId = await this.resolve(workspace);
    if (workspaceId === undefined) return noSuchWorkspace();
    const found = await membership(this.database.reader, workspaceId, caller.userId);
    return scopeOf(found, { workspaceId, caller, access });
  }

  /** The id of a workspace. Slugs never change and workspaces are never deleted, so a slug is looked up once. */
  async resolve(workspace: WorkspaceName): Promise<string | undefined> {
    if ('id' in workspace) return workspace.id;
    const known = this.idOfSlug.get(workspace.slug);
    if (known !== undefined) return known;
    const found = await workspaceIdOf(this.database.reader, workspace.slug);
    if (found !== undefined) this.idOfSlug.set(workspace.slug, found);
    return found;
  }
}

/** The scope of a member whose role is enough for `access`. */
export function scopeOf(
  found: Membership | undefined,
  { workspaceId, caller, access }: { workspaceId: string; caller: Caller; access: Access },
): Scope | Refusal {
  if (found === undefined) return noSuchWorkspace();
  if (!reaches(found.role, access)) {
    return refuse('Forbidden', lackOfRole(found.role, access));
  }
  return { workspaceId, caller, role: found.role };
}

export function noSuchWorkspace(): Refusal {
  return refuse(
    'NotFound',
    'No such workspace, or you are not a member of it. GET /workspaces lists yours with their ids.',
  );
}

/** ACC-10: says whom to ask. */
function lackOfRole(role: Role, access: Access): string {
  const who = access === 'owner' ? 'an owner' : 'an admin or an owner';
  return `You are ${role === 'admin' ? 'an admin' : 'a member'} of this workspace, and this is for ${who}. Ask one to do it, or to give you the role.`;
}

const rank = { member: 1, admin: 2, owner: 3 } as const satisfies Record<Role, number>;

/** ACC-3: whether a role is enough for an operation. */
export function reaches(role: Role, access: Access): boolean {
  if (access === 'public' || access === 'user') return true;
  return rank[role] >= rank[access];
}

import type { Role } from '../contract/fields.ts';
import { refuse, type Refusal } from '../kernel/refusal.ts';
import { slugOf } from '../kernel/slug.ts';
import type { BranchesOfWork, BranchOfWork, Visibility, WorkstreamStatus } from './contract.ts';

/** What decides in which workstream a session is. */
export interface SessionPlacement {
  /** The slug of the workstream that it joined; empty for none. */
  readonly joined: string;
  /** Empty when it is not known. */
  readonly branch: string;
}

/** A slug out of a title. Refused with a ValidationError when the title has no letters from a to z and no digits. */
export function slugOfTitle(title: string): string | Refusal {
  const slug = slugOf(title);
  if (slug !== '') return slug;
  return refuse(
    'ValidationError',
    'slug is missing, and the title has no letters from a to z. Give a slug of letters, digits and hyphens, such as new-checkout.',
    { field: 'slug' },
  );
}

/** WST-1: one branch each. */
export function branchOfSlug(prefix: string, slug: string): string {
  return `${prefix}/${slug}`;
}

/** WST-1: only an active one is changed, joined, left or ended. Undefined when it is. */
export function refuseUnlessActive(one: {
  readonly slug: string;
  readonly status: WorkstreamStatus;
}): Refusal | undefined {
  if (one.status === 'active') return undefined;
  return refuse('Conflict', `The workstream ${one.slug} is ${one.status}. Start another one.`, {
    status: one.status,
  });
}

/** What decides about the rights of a user in a workstream. */
export interface WorkstreamRelation {
  readonly role: Role;
  readonly isCreator: boolean;
  /** Added or joined, by themselves or with a session. */
  readonly isMember: boolean;
}

/** A private one exists for its members, its creator and the workspace's admins only. */
export function maySee(visibility: Visibility, relation: WorkstreamRelation): boolean {
  return visibility === 'team' || mayManage(relation);
}

/** WST-1: members, the creator and admins may add others, change it, say who sees it, and end it. */
export function mayManage({ role, isCreator, isMember }: WorkstreamRelation): boolean {
  return role !== 'member' || isCreator || isMember;
}

/** WST-1: undefined for who may change and end it. */
export function refuseUnlessManager(relation: WorkstreamRelation): Refusal | undefined {
  if (mayManage(relation)) return undefined;
  return refuse(
    'Forbidden',
    'Only who started it, those who work in it and admins change or end a workstream. Join it, or ask one of them.',
  );
}

/** WST-2: the one that the session joined while that is active, else the one whose branch it is on. */
export function workstreamOf(
  session: SessionPlacement,
  active: BranchesOfWork,
): BranchOfWork | undefined {
  const joined = session.joined === '' ? undefined : active.get(session.joined);
  if (joined !== undefined || session.branch === '') return joined;
  // A slug has no slash, so it is what follows the last one.
  const named = active.get(session.branch.slice(session.branch.lastIndexOf('/') + 1));
  return named?.branch === session.branch ? named : undefined;
}

/** What everybody is told of it: nothing of a private one. */
export function shownSlugOf(session: SessionPlacement, active: BranchesOfWork): string | undefined {
  const found = workstreamOf(session, active);
  return found?.visibility === 'team' ? found.slug : undefined;
}

import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Visibility } from '../../shared/workstreams/contract.ts';
import { maySee, workstreamOf, type WorkstreamRelation } from '../../shared/workstreams/rules.ts';
import type { Scope } from '../access/authorizer.ts';
import { membershipsOf } from './member-queries.ts';
import { selectWorkstream, type Workstream } from './queries.ts';
import type { Db, SessionRow, WorkstreamRow } from '../store/schema.ts';
import { activeBranches } from '../workstream-branches/queries.ts';
import type { Transaction } from '../store/group-committer.ts';

/** A workstream that exists for the caller, and what they have to do with it. */
export interface Found {
  readonly row: Workstream;
  readonly relation: WorkstreamRelation;
}

/** Refused with a NotFound when there is none, or it is private and the caller has nothing to do with it. */
export async function findWorkstream(
  db: Db,
  { workspaceId, caller, role }: Scope,
  slug: string,
): Promise<Found | Refusal> {
  const name = { workspaceId, slug };
  const row = await selectWorkstream(db, name);
  if (row === undefined) return noSuchWorkstream();
  const memberships = await membershipsOf(db, name, caller.userId);
  const isCreator = row.created_by === caller.userId;
  const relation = { role, isCreator, isMember: memberships.length > 0 };
  return maySee(row.visibility as Visibility, relation) ? { row, relation } : noSuchWorkstream();
}

/**
 * The NotFound of a list that is asked for a workstream which does not exist for the caller: an empty list would say that it has
 * nothing. Undefined where it exists, and without one.
 */
export async function refuseUnknown(
  db: Db,
  scope: Scope,
  slug: string | undefined,
): Promise<Refusal | undefined> {
  if (slug === undefined || !isRefusal(await findWorkstream(db, scope, slug))) return undefined;
  return refuse('NotFound', `No workstream is called ${slug}. workstream_list shows them.`);
}

/** WST-2: the active workstream that a session is in. Undefined for none, and without a session. */
export async function slugOfSession(
  db: Db,
  session: Pick<SessionRow, 'workspace_id' | 'workstream' | 'branch'> | undefined,
): Promise<string | undefined> {
  if (session === undefined) return undefined;
  const { workspace_id: workspaceId, workstream: joined, branch } = session;
  return workstreamOf({ joined, branch }, await activeBranches(db, workspaceId))?.slug;
}

export function noSuchWorkstream(): Refusal {
  return refuse('NotFound', 'No such workstream. workstream_list shows them.');
}

/** Who did it. */
interface Actor {
  readonly user: string;
  /** Empty for a person. */
  readonly sessionId: string;
}

type WorkstreamChange =
  'workstream_started' | 'workstream_changed' | 'workstream_joined' | 'workstream_left';

export function appendWorkstream(
  { log }: Transaction,
  type: WorkstreamChange,
  { row, actor }: { row: WorkstreamRow; actor: Actor },
): void {
  log.append(row.workspace_id, {
    type,
    workstream: workstreamInEvent(row),
    ...actorInEvent(actor),
  });
}

export function appendEnded(
  { log }: Transaction,
  row: WorkstreamRow & { readonly status: 'completed' | 'abandoned' },
  actor: Actor,
): void {
  const { status, reason, pr_url } = row;
  const workstream = workstreamInEvent(row);
  const ended = { workstream, status, reason, pr_url, ...actorInEvent(actor) };
  log.append(row.workspace_id, { type: 'workstream_ended', ...ended });
}

/** Of a private one no more than what git shows of its branch. */
function workstreamInEvent({ slug, title, branch, visibility }: WorkstreamRow) {
  return { slug, title: visibility === 'private' ? '' : title, branch };
}

function actorInEvent({ user, sessionId }: Actor) {
  return { user, session_id: sessionId };
}

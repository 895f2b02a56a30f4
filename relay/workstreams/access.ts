import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Visibility } from '../../shared/workstreams/contract.ts';
import { maySee, type WorkstreamRelation } from '../../shared/workstreams/rules.ts';
import type { Scope } from '../access/authorizer.ts';
import { membershipsOf } from './member-queries.ts';
import { selectWorkstream, type Db, type Workstream } from './queries.ts';

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

function noSuchWorkstream(): Refusal {
  return refuse('NotFound', 'No such workstream.');
}

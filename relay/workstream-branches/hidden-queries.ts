import { sql, type Kysely } from 'kysely';
import { type Scope, reaches } from '../access/authorizer.ts';
import type { Schema } from '../store/schema.ts';

/** Who looks: a private workstream is seen by its creator, its members and admins. */
export interface Reader {
  readonly userId: string;
  readonly seesAll: boolean;
}

export function readerOf({ caller, role }: Scope): Reader {
  return { userId: caller.userId, seesAll: reaches(role, 'admin') };
}

/** Of a query with the workstream `w`: whether it exists for who looks. */
export function visibleTo({ userId, seesAll }: Reader) {
  if (seesAll) return sql<boolean>`1 = 1`;
  return sql<boolean>`(w.visibility = 'team' OR w.created_by = ${userId} OR EXISTS (
    SELECT 1 FROM workstream_members m
    WHERE m.workspace_id = w.workspace_id AND m.slug = w.slug AND m.user_id = ${userId}))`;
}

/** The slugs of the workstreams that do not exist for somebody who does not see all. */
export function hiddenWorkstreams(db: Kysely<Schema>, workspaceId: string, userId: string) {
  return db
    .selectFrom('workstreams as w')
    .select('w.slug')
    .where('w.workspace_id', '=', workspaceId)
    .where('w.visibility', '=', 'private')
    .where('w.created_by', '<>', userId)
    .where('w.slug', 'not in', (inner) =>
      inner
        .selectFrom('workstream_members as m')
        .select('m.slug')
        .where('m.workspace_id', '=', workspaceId)
        .where('m.user_id', '=', userId),
    );
}

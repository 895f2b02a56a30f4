import type { Moment } from '../kernel/cursor.ts';
import { newestFirst } from '../store/paging.ts';
import type { Db, LearningRow } from '../store/schema.ts';

/** A note with the display name of who learned it. */
export interface Learning extends LearningRow {
  readonly learned_by_name: string;
}

export async function insertLearning(db: Db, row: LearningRow): Promise<void> {
  await db.insertInto('learnings').values(row).execute();
}

/** Newest first; `before` is the last one of the page before. */
export function selectLearnings(
  db: Db,
  workspaceId: string,
  {
    type,
    learnedBy,
    limit,
    before,
  }: {
    type?: string | undefined;
    learnedBy?: string | undefined;
    limit: number;
    before?: Moment | undefined;
  },
): Promise<Learning[]> {
  let query = learningsOf(db, workspaceId);
  if (type !== undefined) query = query.where('l.type', '=', type);
  if (learnedBy !== undefined) query = query.where('l.learned_by', '=', learnedBy);
  return newestFirst(query, ['l.created_at', 'l.id'], { limit, before }).execute();
}

export function selectLearningsById(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Learning[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return learningsOf(db, workspaceId)
    .where('l.id', 'in', [...ids])
    .orderBy('l.id')
    .execute();
}

/** Every note of a workspace by id, a page at a time, to fill an index. */
export function selectLearningsAfter(
  db: Db,
  workspaceId: string,
  { after, limit }: { after: string; limit: number },
): Promise<Learning[]> {
  return learningsOf(db, workspaceId)
    .where('l.id', '>', after)
    .orderBy('l.id')
    .limit(limit)
    .execute();
}

function learningsOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('learnings as l')
    .innerJoin('users as u', 'u.id', 'l.learned_by')
    .selectAll('l')
    .select('u.name as learned_by_name')
    .where('l.workspace_id', '=', workspaceId);
}

import type { Connection } from '../store/database.ts';
import { writeRows, type RowsStatement } from '../store/rows.ts';
import type { Db, TraceRow } from '../store/schema.ts';

const insert: RowsStatement = {
  text: `INSERT INTO traces (id, workspace_id, user_id, session_id, at, kind, text, files, created_at) VALUES {rows}`,
  columns: 9,
};

export function insertTraces(connection: Connection, traces: readonly TraceRow[]): void {
  const rows = traces.map((row) => [
    row.id,
    row.workspace_id,
    row.user_id,
    row.session_id,
    row.at,
    row.kind,
    row.text,
    row.files,
    row.created_at,
  ]);
  writeRows(connection, insert, rows);
}

/** Whose traces: those of one session of a user, or those of a user that named no session. */
export interface TraceOwner {
  readonly workspaceId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** Deletes all but the newest; answers how many were deleted. */
export async function deleteOldTraces(db: Db, owner: TraceOwner, kept: number): Promise<number> {
  const old = await db
    .selectFrom('traces')
    .select('id')
    .where('workspace_id', '=', owner.workspaceId)
    .where('user_id', '=', owner.userId)
    .where('session_id', '=', owner.sessionId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    // A push never brings more than this, so there are never more to delete.
    .limit(1_000)
    .offset(kept)
    .execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  await db.deleteFrom('traces').where('id', 'in', ids).execute();
  return ids.length;
}

/** The newest traces of a member, newest first. */
export function selectTracesOf(
  db: Db,
  workspaceId: string,
  { userId, limit }: { userId: string; limit: number },
): Promise<TraceRow[]> {
  return db
    .selectFrom('traces')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

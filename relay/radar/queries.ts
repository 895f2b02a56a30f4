import type { Db } from '../store/schema.ts';

/** Those of the ids that are sessions of the workspace. */
export async function sessionsAmong(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

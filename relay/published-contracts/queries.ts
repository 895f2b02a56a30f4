import { sql } from 'kysely';
import type { Moment } from '../kernel/cursor.ts';
import { newestFirst } from '../store/paging.ts';
import type { Db, PublishedContractRow } from '../store/schema.ts';

/** A version with the display name of who published it. */
export interface PublishedVersion extends PublishedContractRow {
  readonly published_by_name: string;
}

export async function insertContract(db: Db, row: PublishedContractRow): Promise<void> {
  await db.insertInto('published_contracts').values(row).execute();
}

/** The version that is asked for, or the newest. */
export function selectContract(
  db: Db,
  { workspaceId, name }: { workspaceId: string; name: string },
  version?: number,
): Promise<PublishedVersion | undefined> {
  let query = contractsOf(db, workspaceId).where('c.name', '=', name);
  if (version !== undefined) query = query.where('c.version', '=', version);
  return query.orderBy('c.version', 'desc').limit(1).executeTakeFirst();
}

/** Newest version first. */
export async function selectVersions(
  db: Db,
  { workspaceId, name, limit }: { workspaceId: string; name: string; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('published_contracts')
    .select('version')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ version }) => version);
}

/** The newest version of each, the newest first; `before` names the last one of the page before. */
export function selectContracts(
  db: Db,
  workspaceId: string,
  { limit, before }: { limit: number; before: Moment | undefined },
): Promise<PublishedVersion[]> {
  const query = contractsOf(db, workspaceId).where(
    'c.version',
    '=',
    sql<number>`(SELECT MAX(n.version) FROM published_contracts n
      WHERE n.workspace_id = c.workspace_id AND n.name = c.name)`,
  );
  return newestFirst(query, ['c.created_at', 'c.name'], { limit, before }).execute();
}

/** Stores that a session uses a version; the one that it read last counts. */
export async function saveUse(
  db: Db,
  use: { workspaceId: string; name: string; sessionId: string; version: number; at: number },
): Promise<void> {
  const { workspaceId: workspace_id, sessionId: session_id, name, version, at } = use;
  await db
    .insertInto('contract_uses')
    .values({ workspace_id, name, session_id, version, at })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'name', 'session_id']).doUpdateSet({ version, at }),
    )
    .execute();
}

/** The live sessions that use an earlier version. */
export async function usersOfEarlier(
  db: Db,
  { workspaceId, name }: { workspaceId: string; name: string },
  { version, silentSinceMs }: { version: number; silentSinceMs: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('contract_uses as u')
    .innerJoin('sessions as s', 's.id', 'u.session_id')
    .select('u.session_id')
    .where('u.workspace_id', '=', workspaceId)
    .where('u.name', '=', name)
    .where('u.version', '<', version)
    .where('s.state', '=', 'active')
    .where('s.last_heartbeat', '>', silentSinceMs)
    .orderBy('u.session_id')
    .execute();
  return rows.map(({ session_id }) => session_id);
}

function contractsOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('published_contracts as c')
    .innerJoin('users as u', 'u.id', 'c.published_by')
    .selectAll('c')
    .select('u.name as published_by_name')
    .where('c.workspace_id', '=', workspaceId);
}

import type { ConventionRule } from '../../shared/conventions/rules.ts';
import type { Tier } from '../../shared/conventions/contract.ts';
import type { MustRules } from '../../shared/workspaces/contract.ts';
import type { Moment } from '../kernel/cursor.ts';
import type { Connection } from '../store/database.ts';
import { selectRows, type RowsStatement } from '../store/rows.ts';
import { newestFirst } from '../store/paging.ts';
import type { Db, ConventionRow } from '../store/schema.ts';
import type { GlobCache } from './glob-cache.ts';

/** A convention with the display name of who proposed it. */
export interface Convention extends ConventionRow {
  readonly proposed_by_name: string;
}

const mustOf: RowsStatement = {
  text: `SELECT workspace_id, id, title, affected_files FROM conventions
    WHERE (workspace_id) IN (VALUES {rows}) AND status = 'active' AND tier = 'must'
    ORDER BY workspace_id, id`,
  columns: 1,
};

/** The active `must` conventions of some workspaces, by workspace; for the hot path. */
export async function mustConventionsOf(
  connection: Connection,
  workspaceIds: readonly string[],
  globs: GlobCache,
): Promise<Map<string, ConventionRule[]>> {
  const ids = [...new Set(workspaceIds)];
  const rules = new Map<string, ConventionRule[]>(ids.map((id) => [id, []]));
  const rows = await selectRows(
    connection,
    mustOf,
    ids.map((id) => [id]),
  );
  for (const row of rows) {
    rules.get(String(row['workspace_id']))?.push({
      id: String(row['id']),
      title: String(row['title']),
      tier: 'must',
      matches: globs.compile(JSON.parse(String(row['affected_files'])) as string[]),
    });
  }
  return rules;
}

const changedConventions: RowsStatement = {
  text: `SELECT DISTINCT e.workspace_id FROM (VALUES {rows}) AS known
    JOIN events e ON e.workspace_id = known.column1 AND e.seq > known.column2
    WHERE e.type IN ('convention_proposed', 'convention_changed', 'convention_retired')`,
  columns: 2,
  row: '(?, CAST(? AS BIGINT))',
};

/** Those of the workspaces of which a convention was changed after an event of their log; for the hot path. */
export async function withChangedConventions(
  connection: Connection,
  since: readonly (readonly [workspaceId: string, seq: number])[],
): Promise<Set<string>> {
  const rows = await selectRows(connection, changedConventions, since);
  return new Set(rows.map((row) => String(row['workspace_id'])));
}

export async function insertConvention(db: Db, row: ConventionRow): Promise<void> {
  await db.insertInto('conventions').values(row).execute();
}

export async function updateConvention(
  db: Db,
  { workspaceId, id }: { workspaceId: string; id: string },
  changes: Partial<ConventionRow>,
): Promise<void> {
  await db
    .updateTable('conventions')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export function selectConvention(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<Convention | undefined> {
  return conventionsOf(db, workspaceId).where('c.id', '=', id).executeTakeFirst();
}

export function selectConventionsById(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Convention[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return conventionsOf(db, workspaceId)
    .where('c.id', 'in', [...ids])
    .orderBy('c.id')
    .execute();
}

/** Newest first; `before` is the last one of the page before. */
export function selectConventions(
  db: Db,
  workspaceId: string,
  {
    tier,
    status,
    limit,
    before,
  }: {
    tier?: Tier | undefined;
    status: string;
    limit: number;
    before?: Moment | undefined;
  },
): Promise<Convention[]> {
  let query = conventionsOf(db, workspaceId).where('c.status', '=', status);
  if (tier !== undefined) query = query.where('c.tier', '=', tier);
  return newestFirst(query, ['c.created_at', 'c.id'], { limit, before }).execute();
}

/** How many are active or proposed. */
export async function countStanding(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('conventions')
    .select((build) => build.fn.countAll<number>().as('standing'))
    .where('workspace_id', '=', workspaceId)
    .where('status', '<>', 'retired')
    .executeTakeFirstOrThrow();
  return Number(row.standing);
}

/** CNV-5: the setting of the workspace. */
export async function mustRulesOf(db: Db, workspaceId: string): Promise<MustRules> {
  const row = await db
    .selectFrom('workspaces')
    .select('must_rules')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.must_rules as MustRules;
}

/** Every convention of a workspace by id, a page at a time, to fill an index. */
export function selectConventionsAfter(
  db: Db,
  workspaceId: string,
  { after, limit }: { after: string; limit: number },
): Promise<Convention[]> {
  return conventionsOf(db, workspaceId)
    .where('c.id', '>', after)
    .orderBy('c.id')
    .limit(limit)
    .execute();
}

function conventionsOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('conventions as c')
    .innerJoin('users as u', 'u.id', 'c.proposed_by')
    .selectAll('c')
    .select('u.name as proposed_by_name')
    .where('c.workspace_id', '=', workspaceId);
}

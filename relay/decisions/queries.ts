import { sql } from 'kysely';
import { newestFirst } from '../store/paging.ts';
import type { Db, DecisionRow } from '../store/schema.ts';
import type { Moment } from '../kernel/cursor.ts';

/** A decision with the display name of who made it. */
export interface Decision extends DecisionRow {
  readonly made_by_name: string;
  /** Null where nobody proposed it. */
  readonly proposed_by_name: string | null;
}

/** A literal in the SQL, since a partial index is not used for a parameter. */
const stale = sql.lit('stale');

export async function insertDecision(db: Db, row: DecisionRow): Promise<void> {
  await db.insertInto('decisions').values(row).execute();
}

export async function updateDecision(
  db: Db,
  { workspaceId, id }: { workspaceId: string; id: string },
  changes: Partial<DecisionRow>,
): Promise<void> {
  await db
    .updateTable('decisions')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export function selectDecision(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<Decision | undefined> {
  return decisionsOf(db, workspaceId).where('d.id', '=', id).executeTakeFirst();
}

export function selectDecisionsById(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Decision[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return decisionsOf(db, workspaceId)
    .where('d.id', 'in', [...ids])
    .orderBy('d.id')
    .execute();
}

/** The decisions with this title that have not ended. */
export function selectDecisionsOfTitle(
  db: Db,
  workspaceId: string,
  titleKey: string,
): Promise<Decision[]> {
  return decisionsOf(db, workspaceId)
    .where('d.title_key', '=', titleKey)
    .where('d.state', 'in', ['fresh', 'stale'])
    .orderBy('d.id')
    .execute();
}

export interface DecisionFilter {
  readonly type?: string | undefined;
  readonly madeBy?: string | undefined;
  readonly state?: string | undefined;
  /** Only those that count: fresh or stale. */
  readonly counts?: boolean;
  readonly fileKey?: string | undefined;
  readonly area?: string | undefined;
}

/** Newest first; `before` is the last one of the page before. */
export function selectDecisions(
  db: Db,
  workspaceId: string,
  { filter, limit, before }: { filter: DecisionFilter; limit: number; before?: Moment | undefined },
): Promise<Decision[]> {
  let query = decisionsOf(db, workspaceId);
  const { type, madeBy, state, counts, fileKey, area } = filter;
  if (type !== undefined) query = query.where('d.type', '=', type);
  if (madeBy !== undefined) query = query.where('d.made_by', '=', madeBy);
  if (state !== undefined) {
    query = query.where('d.state', '=', state === 'stale' ? stale : state);
  }
  if (counts === true) query = query.where('d.state', 'in', ['fresh', 'stale']);
  if (fileKey !== undefined) {
    query = query.where('d.id', 'in', (select) =>
      select
        .selectFrom('decision_files as f')
        .select('f.decision_id')
        .where('f.workspace_id', '=', workspaceId)
        .where('f.file_key', '=', fileKey),
    );
  }
  if (area !== undefined) query = query.where(hasArea(area));
  return newestFirst(query, ['d.created_at', 'd.id'], { limit, before }).execute();
}

/** Areas are JSON; that a text is in another one is said in these words by both databases, and by them alone. */
function hasArea(area: string) {
  return sql<boolean>`replace(d.areas, ${JSON.stringify(area)}, '') <> d.areas`;
}

/** A decision as the graph shows it. */
export type GraphedRow = Pick<
  Decision,
  'id' | 'title' | 'files' | 'areas' | 'state' | 'made_by' | 'made_by_name' | 'superseded_by'
>;

/** The newest decisions that count, and those that were superseded, without their texts; a page at a time. */
export function selectGraphed(
  db: Db,
  workspaceId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<GraphedRow[]> {
  return db
    .selectFrom('decisions as d')
    .innerJoin('users as u', 'u.id', 'd.made_by')
    .select(['d.id', 'd.title', 'd.files', 'd.areas', 'd.state', 'd.made_by', 'd.superseded_by'])
    .select('u.name as made_by_name')
    .where('d.workspace_id', '=', workspaceId)
    .where((where) =>
      where.or([
        where('d.state', 'in', ['fresh', 'stale']),
        where.and([where('d.state', '=', 'ended'), where('d.superseded_by', 'is not', null)]),
      ]),
    )
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many decisions about new files are linked in one transaction. */
const maxLinkedAtOnce = 500;

/** The fresh decisions that name one of these files. */
export function selectFreshOfFiles(
  db: Db,
  workspaceId: string,
  fileKeys: readonly string[],
): Promise<Decision[]> {
  if (fileKeys.length === 0) return Promise.resolve([]);
  return decisionsOf(db, workspaceId)
    .where('d.state', '=', 'fresh')
    .where('d.id', 'in', (select) =>
      select
        .selectFrom('decision_files as f')
        .select('f.decision_id')
        .where('f.workspace_id', '=', workspaceId)
        .where('f.file_key', 'in', [...fileKeys]),
    )
    .orderBy('d.id')
    .limit(maxLinkedAtOnce)
    .execute();
}

/** Every decision of a workspace by id, a page at a time, to fill an index. */
export function selectDecisionsAfter(
  db: Db,
  workspaceId: string,
  { after, limit }: { after: string; limit: number },
): Promise<Decision[]> {
  return decisionsOf(db, workspaceId)
    .where('d.id', '>', after)
    .orderBy('d.id')
    .limit(limit)
    .execute();
}

function decisionsOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('decisions as d')
    .innerJoin('users as u', 'u.id', 'd.made_by')
    .leftJoin('users as p', 'p.id', 'd.proposed_by')
    .selectAll('d')
    .select(['u.name as made_by_name', 'p.name as proposed_by_name'])
    .where('d.workspace_id', '=', workspaceId);
}

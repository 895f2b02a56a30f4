import { sql } from 'kysely';
import type { Db, TaskRow, WorkstreamRow } from '../store/schema.ts';
import type { WorkstreamKey } from './queries.ts';

/** The tasks of a workstream, oldest first. */
export function selectTasks(
  db: Db,
  { workspaceId, slug }: WorkstreamKey,
  limit: number,
): Promise<Pick<TaskRow, 'id' | 'title' | 'status'>[]> {
  return db
    .selectFrom('tasks')
    .select(['id', 'title', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where('workstream', '=', slug)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

interface PlannedDecision {
  readonly id: string;
  readonly title: string;
  readonly rationale: string;
}

/** The current decisions that sessions made while they had joined it, or since it began while they are on its branch. */
export function selectDecisionsMadeIn(
  db: Db,
  { workspace_id, slug, branch, created_at }: WorkstreamRow,
  limit: number,
): Promise<PlannedDecision[]> {
  return db
    .selectFrom('decisions as d')
    .select(['d.id', 'd.title', 'd.rationale'])
    .where('d.workspace_id', '=', workspace_id)
    .where('d.state', 'in', ['fresh', 'stale'])
    .where('d.created_at', '>=', created_at)
    .where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom('workstream_members as m')
            .select('m.slug')
            .where('m.workspace_id', '=', workspace_id)
            .where('m.slug', '=', slug)
            .whereRef('m.session_id', '=', 'd.session_id')
            .where('m.session_id', '!=', '')
            .whereRef('m.joined_at', '<=', 'd.created_at'),
        ),
        where.exists(
          where
            .selectFrom('sessions as s')
            .select('s.id')
            .where('s.workspace_id', '=', workspace_id)
            .whereRef('s.id', '=', 'd.session_id')
            .where((inner) =>
              inner.or([
                inner.and([inner('s.workstream', '=', ''), inner('s.branch', '=', branch)]),
                inner.and([inner('s.workstream', '=', slug), inner('s.agent_id', '!=', '')]),
              ]),
            ),
        ),
      ]),
    )
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(limit)
    .execute();
}

/** Its commits that were recorded and then retracted, newest first. */
export async function selectRetracted(
  db: Db,
  { workspaceId, slug }: WorkstreamKey,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('commits')
    .select('commit_sha')
    .where('workspace_id', '=', workspaceId)
    .where('workstream', '=', slug)
    .where('status', '=', 'retracted')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.commit_sha);
}

/** How far one workstream is. */
export interface Progress {
  readonly slug: string;
  readonly tasks_done: number;
  readonly tasks_total: number;
  readonly commits: number;
  readonly last_commit_at: number | null;
}

/** WST-5: how far each of these workstreams is; of those in which nothing was done yet there is no row. */
export async function selectProgress(
  db: Db,
  workspaceId: string,
  slugs: readonly string[],
): Promise<Progress[]> {
  if (slugs.length === 0) return [];
  const among = sql.join([...slugs]);
  const { rows } = await sql<Record<keyof Progress, string | number | null>>`
    SELECT slug, SUM(done) AS tasks_done, SUM(total) AS tasks_total, SUM(recorded) AS commits, MAX(at) AS last_commit_at
    FROM (
      SELECT workstream AS slug, CASE WHEN status = 'done' THEN 1 ELSE 0 END AS done, 1 AS total,
        0 AS recorded, NULL AS at
      FROM tasks
      WHERE workspace_id = ${workspaceId} AND workstream IN (${among}) AND status <> 'cancelled'
      UNION ALL
      SELECT workstream, 0, 0, 1, recorded_at
      FROM commits
      WHERE workspace_id = ${workspaceId} AND workstream IN (${among}) AND status = 'recorded'
    ) AS counted
    GROUP BY slug ORDER BY slug`.execute(db);
  // PostgreSQL answers sums as text.
  return rows.map(({ slug, last_commit_at: last, ...counts }) => ({
    slug: String(slug),
    tasks_done: Number(counts.tasks_done),
    tasks_total: Number(counts.tasks_total),
    commits: Number(counts.commits),
    last_commit_at: last === null ? null : Number(last),
  }));
}

import { sql } from 'kysely';
import type { Db } from './queries.ts';

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

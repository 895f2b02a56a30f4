import { sql } from 'kysely';
import type { TaskStatus } from '../../shared/tasks/contract.ts';
import type { Db } from '../store/schema.ts';

export interface Prerequisite {
  readonly task_id: string;
  readonly depends_on: string;
  readonly status: TaskStatus;
}

/** Of a task that has others, or none. */
export async function replacePrerequisites(
  db: Db,
  task: { workspaceId: string; id: string },
  dependsOn: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('task_prerequisites')
    .where('workspace_id', '=', task.workspaceId)
    .where('task_id', '=', task.id)
    .execute();
  await insertPrerequisites(db, task, dependsOn);
}

export async function insertPrerequisites(
  db: Db,
  { workspaceId: workspace_id, id: task_id }: { workspaceId: string; id: string },
  dependsOn: readonly string[],
): Promise<void> {
  if (dependsOn.length === 0) return;
  const rows = dependsOn.map((depends_on) => ({ workspace_id, task_id, depends_on }));
  await db.insertInto('task_prerequisites').values(rows).execute();
}

/** What the given tasks depend on, with the states of those. */
export async function selectPrerequisites(
  db: Db,
  workspaceId: string,
  taskIds: readonly string[],
): Promise<Prerequisite[]> {
  if (taskIds.length === 0) return [];
  const rows = await db
    .selectFrom('task_prerequisites as p')
    .innerJoin('tasks as t', 't.id', 'p.depends_on')
    .select(['p.task_id', 'p.depends_on', 't.status'])
    .where('p.workspace_id', '=', workspaceId)
    .where('p.task_id', 'in', [...taskIds])
    .orderBy('p.task_id')
    .orderBy('p.depends_on')
    .execute();
  return rows as Prerequisite[];
}

/** What the given tasks wait for, and what that waits for, and so on: only blocked tasks wait. */
export async function selectWaitingEdges(
  db: Db,
  workspaceId: string,
  taskIds: readonly string[],
): Promise<Pick<Prerequisite, 'task_id' | 'depends_on'>[]> {
  if (taskIds.length === 0) return [];
  const waiting = sql`SELECT p.task_id, p.depends_on FROM task_prerequisites p
    JOIN tasks t ON t.id = p.task_id AND t.status = 'blocked'`;
  const { rows } = await sql<Pick<Prerequisite, 'task_id' | 'depends_on'>>`
    WITH RECURSIVE edges (task_id, depends_on) AS (
      ${waiting} WHERE p.workspace_id = ${workspaceId} AND p.task_id IN (${sql.join([...taskIds])})
      UNION
      ${waiting} JOIN edges e ON e.depends_on = p.task_id WHERE p.workspace_id = ${workspaceId}
    )
    SELECT task_id, depends_on FROM edges ORDER BY task_id, depends_on`.execute(db);
  return rows;
}

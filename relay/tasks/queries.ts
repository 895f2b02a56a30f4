import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import type { TaskStatus } from '../../shared/tasks/contract.ts';
import type { Moment } from '../kernel/cursor.ts';
import type { Schema, TaskRow } from '../store/schema.ts';

type Db = Kysely<Schema>;

const ended: readonly TaskStatus[] = ['done', 'cancelled'];

/** A task with the names that go with it, and what tells whether its assignee is alive. */
export interface Task extends TaskRow {
  readonly created_by_name: string;
  readonly assignee_name: string | null;
  readonly assignee_client: string | null;
  readonly assignee_state: string | null;
  readonly assignee_heartbeat: number | null;
  /** Of its workstream. */
  readonly visibility: string;
  readonly workstream_status: string;
}

/** Who looks: private workstreams of others, and their tasks, do not exist. */
export interface Viewer {
  readonly userId: string;
  /** Admins see every workstream. */
  readonly seesAll: boolean;
}

/** Who may know of everything, such as a rule that follows prerequisites. */
export const unrestricted: Viewer = { userId: '', seesAll: true };

export interface Prerequisite {
  readonly task_id: string;
  readonly depends_on: string;
  readonly status: TaskStatus;
}

export async function insertTask(
  db: Db,
  row: TaskRow,
  dependsOn: readonly string[],
): Promise<void> {
  await db.insertInto('tasks').values(row).execute();
  await insertPrerequisites(db, { workspaceId: row.workspace_id, id: row.id }, dependsOn);
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

async function insertPrerequisites(
  db: Db,
  { workspaceId: workspace_id, id: task_id }: { workspaceId: string; id: string },
  dependsOn: readonly string[],
): Promise<void> {
  if (dependsOn.length === 0) return;
  const rows = dependsOn.map((depends_on) => ({ workspace_id, task_id, depends_on }));
  await db.insertInto('task_prerequisites').values(rows).execute();
}

export async function updateTask(
  db: Db,
  { workspaceId, id }: { workspaceId: string; id: string },
  changes: Partial<TaskRow>,
): Promise<void> {
  await db
    .updateTable('tasks')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export function selectTask(
  db: Db,
  { workspaceId, id }: { workspaceId: string; id: string },
  viewer: Viewer,
): Promise<Task | undefined> {
  return tasksOf(db, workspaceId, viewer).where('t.id', '=', id).executeTakeFirst();
}

export function selectTasksById(
  db: Db,
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
  viewer: Viewer,
): Promise<Task[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return tasksOf(db, workspaceId, viewer)
    .where('t.id', 'in', [...ids])
    .orderBy('t.id')
    .execute();
}

export interface TaskFilter {
  readonly workstream?: string | undefined;
  readonly status?: TaskStatus | undefined;
  readonly assigneeSession?: string | undefined;
  /** Whose work it is; a person, with or without a session. */
  readonly assigneeUser?: string | undefined;
  /** Neither done nor cancelled. */
  readonly isOpen?: boolean | undefined;
  /** Made by them, or theirs to do. */
  readonly ofUser?: string | undefined;
}

/** Newest first; `before` is the last one of the page before. */
export function selectTasks(
  db: Db,
  workspaceId: string,
  {
    filter,
    viewer,
    limit,
    before,
  }: { filter: TaskFilter; viewer: Viewer; limit: number; before?: Moment | undefined },
): Promise<Task[]> {
  let query = tasksOf(db, workspaceId, viewer);
  const { workstream, status, assigneeSession, assigneeUser, isOpen, ofUser } = filter;
  if (workstream !== undefined) query = query.where('t.workstream', '=', workstream);
  if (status !== undefined) query = query.where('t.status', '=', status);
  if (assigneeSession !== undefined)
    query = query.where('t.assignee_session', '=', assigneeSession);
  if (assigneeUser !== undefined) query = query.where('t.assignee_user', '=', assigneeUser);
  if (isOpen === true) query = query.where('t.status', 'not in', [...ended]);
  if (ofUser !== undefined) {
    query = query.where((where) =>
      where.or([where('t.created_by', '=', ofUser), where('t.assignee_user', '=', ofUser)]),
    );
  }
  if (before !== undefined) {
    const { createdAt, id } = before;
    query = query.where((where) =>
      where.or([
        where('t.created_at', '<', createdAt),
        where.and([where('t.created_at', '=', createdAt), where('t.id', '<', id)]),
      ]),
    );
  }
  return query.orderBy('t.created_at', 'desc').orderBy('t.id', 'desc').limit(limit).execute();
}

/** How many tasks of each status there are in the workstreams that the viewer sees. */
export async function countTasks(
  db: Db,
  workspaceId: string,
  viewer: Viewer,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('tasks as t')
    .innerJoin('workstreams as w', (join) =>
      join.onRef('w.workspace_id', '=', 't.workspace_id').onRef('w.slug', '=', 't.workstream'),
    )
    .select(['t.status', (build) => build.fn.countAll<number>().as('count')])
    .where('t.workspace_id', '=', workspaceId)
    .where((where) => visibleTo(where as unknown as Where, viewer))
    .groupBy('t.status')
    .execute();
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
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

/** The blocked tasks that wait for this one, among others. */
export async function selectBlockedBy(db: Db, workspaceId: string, id: string): Promise<Task[]> {
  return tasksOf(db, workspaceId, unrestricted)
    .innerJoin('task_prerequisites as p', 'p.task_id', 't.id')
    .where('p.workspace_id', '=', workspaceId)
    .where('p.depends_on', '=', id)
    .where('t.status', '=', 'blocked')
    .orderBy('t.id')
    .execute();
}

/** A session of the workspace, whoever's it is. */
export function selectSession(
  db: Db,
  workspaceId: string,
  sessionId: string,
): Promise<{ id: string; user_id: string; state: string; last_heartbeat: number } | undefined> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'state', 'last_heartbeat'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
}

function tasksOf(db: Db, workspaceId: string, viewer: Viewer) {
  return db
    .selectFrom('tasks as t')
    .innerJoin('users as author', 'author.id', 't.created_by')
    .innerJoin('workstreams as w', (join) =>
      join.onRef('w.workspace_id', '=', 't.workspace_id').onRef('w.slug', '=', 't.workstream'),
    )
    .leftJoin('users as assignee', 'assignee.id', 't.assignee_user')
    .leftJoin('sessions as s', 's.id', 't.assignee_session')
    .selectAll('t')
    .select([
      'author.name as created_by_name',
      'assignee.name as assignee_name',
      's.agent_type as assignee_client',
      's.state as assignee_state',
      's.last_heartbeat as assignee_heartbeat',
      'w.visibility',
      'w.status as workstream_status',
    ])
    .where('t.workspace_id', '=', workspaceId)
    .where((where) => visibleTo(where as unknown as Where, viewer));
}

type Where = ExpressionBuilder<Schema & { w: Schema['workstreams'] }, 'w'>;

function visibleTo(where: Where, { userId, seesAll }: Viewer) {
  if (seesAll) return sql<boolean>`1 = 1`;
  const member = where
    .selectFrom('workstream_members as m')
    .select('m.slug')
    .whereRef('m.workspace_id', '=', 'w.workspace_id')
    .whereRef('m.slug', '=', 'w.slug')
    .where('m.user_id', '=', userId);
  return where.or([
    where('w.visibility', '=', 'team'),
    where('w.created_by', '=', userId),
    where.exists(member),
  ]);
}

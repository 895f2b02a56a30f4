import type { TaskStatus } from '../../shared/tasks/contract.ts';
import type { Moment } from '../kernel/cursor.ts';
import { newestFirst } from '../store/paging.ts';
import type { Db, TaskRow } from '../store/schema.ts';
import { visibleTo, type Reader } from '../workstream-branches/queries.ts';
import { insertPrerequisites } from './prerequisite-queries.ts';

const ended: readonly TaskStatus[] = ['done', 'cancelled'];

/** TSK-4: of a workstream whose tasks can go on. */
const active = 'active';

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

/** Who may know of everything, such as a rule that follows prerequisites. */
export const unrestricted: Reader = { userId: '', seesAll: true };

export async function insertTask(
  db: Db,
  row: TaskRow,
  dependsOn: readonly string[],
): Promise<void> {
  await db.insertInto('tasks').values(row).execute();
  await insertPrerequisites(db, { workspaceId: row.workspace_id, id: row.id }, dependsOn);
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
  reader: Reader,
): Promise<Task | undefined> {
  return tasksOf(db, workspaceId, reader).where('t.id', '=', id).executeTakeFirst();
}

/** One that was just written, with the names as they are now. */
export async function storedTask(db: Db, key: { workspaceId: string; id: string }): Promise<Task> {
  const stored = await selectTask(db, key, unrestricted);
  if (stored === undefined) throw new Error(`the task ${key.id} is not there`);
  return stored;
}

export function selectTasksById(
  db: Db,
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
  reader: Reader,
): Promise<Task[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return tasksOf(db, workspaceId, reader)
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
    reader,
    limit,
    before,
  }: { filter: TaskFilter; reader: Reader; limit: number; before?: Moment | undefined },
): Promise<Task[]> {
  let query = tasksOf(db, workspaceId, reader);
  const { workstream, status, assigneeSession, assigneeUser, isOpen, ofUser } = filter;
  if (workstream !== undefined) query = query.where('t.workstream', '=', workstream);
  if (status !== undefined) query = query.where('t.status', '=', status);
  if (assigneeSession !== undefined)
    query = query.where('t.assignee_session', '=', assigneeSession);
  if (assigneeUser !== undefined) query = query.where('t.assignee_user', '=', assigneeUser);
  if (isOpen === true) query = query.where('t.status', 'not in', [...ended]);
  const wantsWork = isOpen === true || (status !== undefined && !ended.includes(status));
  if (wantsWork && workstream === undefined) query = query.where('w.status', '=', active);
  if (ofUser !== undefined) {
    query = query.where((where) =>
      where.or([where('t.created_by', '=', ofUser), where('t.assignee_user', '=', ofUser)]),
    );
  }
  return newestFirst(query, ['t.created_at', 't.id'], { limit, before }).execute();
}

/** All that are a user's to do, by themselves or a session of theirs, also in workstreams that others do not see. */
export function selectOpenTasksOf(db: Db, workspaceId: string, userId: string): Promise<Task[]> {
  return tasksOf(db, workspaceId, unrestricted)
    .where('t.assignee_user', '=', userId)
    .where('t.status', 'not in', [...ended])
    .orderBy('t.id')
    .execute();
}

/** How many tasks of each status there are in the workstreams that the reader sees; of ended ones only what has ended too. */
export async function countTasks(
  db: Db,
  workspaceId: string,
  reader: Reader,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('tasks as t')
    .innerJoin('workstreams as w', (join) =>
      join.onRef('w.workspace_id', '=', 't.workspace_id').onRef('w.slug', '=', 't.workstream'),
    )
    .select(['t.status', (build) => build.fn.countAll<number>().as('count')])
    .where('t.workspace_id', '=', workspaceId)
    .where(visibleTo(reader))
    .where((where) =>
      where.or([where('t.status', 'in', [...ended]), where('w.status', '=', active)]),
    )
    .groupBy('t.status')
    .execute();
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
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

function tasksOf(db: Db, workspaceId: string, reader: Reader) {
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
    .where(visibleTo(reader));
}

import { sql, type Kysely } from 'kysely';
import type { Moment } from '../kernel/cursor.ts';
import type {
  Schema,
  SessionRow,
  TaskRow,
  WorkstreamMemberRow,
  WorkstreamRow,
} from '../store/schema.ts';

export type Db = Kysely<Schema>;

/** A workstream with the display name of who started it. */
export interface Workstream extends WorkstreamRow {
  readonly created_by_name: string;
}

/** Somebody who is in a workstream, by themselves or with a session. */
export interface Member extends WorkstreamMemberRow {
  readonly user_name: string;
}

/** One workstream of one workspace. */
export interface Name {
  readonly workspaceId: string;
  readonly slug: string;
}

/** Written into the SQL text, because a partial index is not used for a parameter. */
const active = sql.lit('active');

/** False when the slug is in use, be it by one that has ended. */
export async function insertWorkstream(db: Db, row: WorkstreamRow): Promise<boolean> {
  const inserted = await db
    .insertInto('workstreams')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'slug']).doNothing())
    .returning('slug')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateWorkstream(
  db: Db,
  { workspaceId, slug }: Name,
  changes: Partial<WorkstreamRow>,
): Promise<void> {
  await db
    .updateTable('workstreams')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('slug', '=', slug)
    .execute();
}

export function selectWorkstream(
  db: Db,
  { workspaceId, slug }: Name,
): Promise<Workstream | undefined> {
  return workstreamsOf(db, workspaceId).where('w.slug', '=', slug).executeTakeFirst();
}

/** Newest first; `before` is the last one of the page before. `onlyFor` leaves out private ones that are not theirs. */
export function selectWorkstreams(
  db: Db,
  workspaceId: string,
  {
    status,
    onlyFor,
    limit,
    before,
  }: {
    status?: string | undefined;
    onlyFor?: string | undefined;
    limit: number;
    before?: Moment | undefined;
  },
): Promise<Workstream[]> {
  let query = workstreamsOf(db, workspaceId);
  if (status !== undefined) query = query.where('w.status', '=', status);
  if (onlyFor !== undefined) {
    query = query.where((where) =>
      where.or([
        where('w.visibility', '=', 'team'),
        where('w.created_by', '=', onlyFor),
        where.exists(
          where
            .selectFrom('workstream_members as m')
            .select('m.slug')
            .whereRef('m.workspace_id', '=', 'w.workspace_id')
            .whereRef('m.slug', '=', 'w.slug')
            .where('m.user_id', '=', onlyFor),
        ),
      ]),
    );
  }
  if (before !== undefined) {
    const { createdAt, id } = before;
    query = query.where((where) =>
      where.or([
        where('w.created_at', '<', createdAt),
        where.and([where('w.created_at', '=', createdAt), where('w.slug', '<', id)]),
      ]),
    );
  }
  return query.orderBy('w.created_at', 'desc').orderBy('w.slug', 'desc').limit(limit).execute();
}

export async function branchPrefixOf(db: Db, workspaceId: string): Promise<string> {
  const row = await db
    .selectFrom('workspaces')
    .select('branch_prefix')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.branch_prefix;
}

/** Who is in these workstreams, in the order in which they joined. */
export function selectMembers(
  db: Db,
  workspaceId: string,
  slugs: readonly string[],
): Promise<Member[]> {
  if (slugs.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('workstream_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .selectAll('m')
    .select('u.name as user_name')
    .where('m.workspace_id', '=', workspaceId)
    .where('m.slug', 'in', [...slugs])
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .orderBy('m.session_id')
    .execute();
}

/** A person's places in a workstream: one of their own, and one for each of their sessions. */
export async function placesOf(
  db: Db,
  { workspaceId, slug }: Name,
  userId: string,
): Promise<WorkstreamMemberRow[]> {
  return db
    .selectFrom('workstream_members')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('slug', '=', slug)
    .where('user_id', '=', userId)
    .orderBy('session_id')
    .execute();
}

/** Who is in it already stays as they are. */
export async function insertMember(db: Db, row: WorkstreamMemberRow): Promise<void> {
  await db
    .insertInto('workstream_members')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteMember(
  db: Db,
  { workspace_id, slug, user_id, session_id }: Omit<WorkstreamMemberRow, 'joined_at'>,
): Promise<void> {
  await db
    .deleteFrom('workstream_members')
    .where('workspace_id', '=', workspace_id)
    .where('slug', '=', slug)
    .where('user_id', '=', user_id)
    .where('session_id', '=', session_id)
    .execute();
}

/** WST-4: takes a person out of every workstream and answers the places that they had in the active ones. */
export async function deletePlacesOfUser(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<(Member & WorkstreamRow)[]> {
  const places = await db
    .selectFrom('workstream_members as m')
    .innerJoin('workstreams as w', (join) =>
      join.onRef('w.workspace_id', '=', 'm.workspace_id').onRef('w.slug', '=', 'm.slug'),
    )
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .selectAll(['w', 'm'])
    .select('u.name as user_name')
    .where('m.workspace_id', '=', workspaceId)
    .where('m.user_id', '=', userId)
    .where('w.status', '=', active)
    .orderBy('m.slug')
    .orderBy('m.session_id')
    .execute();
  await db
    .deleteFrom('workstream_members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
  await db
    .updateTable('sessions')
    .set({ workstream: '' })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('workstream', '!=', '')
    .execute();
  return places;
}

export function selectSession(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Out of every other workstream, into this one; a conversation takes its subagents along, a subagent goes alone. */
export async function moveSession(db: Db, session: SessionRow, slug: string): Promise<void> {
  const { workspace_id, user_id, conversation_id, agent_id, id } = session;
  const family = () => {
    const query = db
      .selectFrom('sessions')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where('user_id', '=', user_id)
      .where('conversation_id', '=', conversation_id);
    return agent_id === '' ? query : query.where('id', '=', id);
  };
  await db
    .deleteFrom('workstream_members')
    .where('workspace_id', '=', workspace_id)
    .where('slug', '!=', slug)
    .where('session_id', 'in', family())
    .execute();
  await db.updateTable('sessions').set({ workstream: slug }).where('id', 'in', family()).execute();
}

/** The tasks of a workstream, oldest first. */
export function selectTasks(
  db: Db,
  { workspaceId, slug }: Name,
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

export interface PlannedDecision {
  readonly id: string;
  readonly title: string;
  readonly rationale: string;
}

/** What sessions decided since they joined, or since it began if they are on its branch; not what was given up since. */
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

function workstreamsOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('workstreams as w')
    .innerJoin('users as u', 'u.id', 'w.created_by')
    .selectAll('w')
    .select('u.name as created_by_name')
    .where('w.workspace_id', '=', workspaceId);
}

import { sql } from 'kysely';
import type { Db, SessionRow, WorkstreamMemberRow, WorkstreamRow } from '../store/schema.ts';
import type { WorkstreamKey } from './queries.ts';

/** A person who is in a workstream, by themselves or with a session. */
export interface Member extends WorkstreamMemberRow {
  readonly user_name: string;
}

/** Written into the SQL text, because a partial index is not used for a parameter. */
const active = sql.lit('active');

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

/** A person's memberships in a workstream: one of their own, and one for each of their sessions. */
export async function membershipsOf(
  db: Db,
  { workspaceId, slug }: WorkstreamKey,
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

/** Does nothing for a member that is there already. */
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

/** WST-4: takes a person out of every workstream, and returns their memberships in the active ones. */
export async function deleteMembershipsOfUser(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<(Member & WorkstreamRow)[]> {
  const memberships = await db
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
  return memberships;
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

/** Moves a session out of every other workstream into this one. A conversation takes its subagents along. */
export async function moveSession(db: Db, session: SessionRow, slug: string): Promise<void> {
  const { workspace_id, user_id, conversation_id, agent_id, id } = session;
  const moved = () => {
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
    .where('session_id', 'in', moved())
    .execute();
  await db.updateTable('sessions').set({ workstream: slug }).where('id', 'in', moved()).execute();
}

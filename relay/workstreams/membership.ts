import type { Input } from '../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { WorkstreamStatus } from '../../shared/workstreams/contract.ts';
import {
  mayManage,
  refuseUnlessActive,
  type WorkstreamRelation,
} from '../../shared/workstreams/rules.ts';
import { ownSession } from '../sessions/queries.ts';
import { noSuchSession } from '../../shared/sessions/rules.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Db, SessionRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import { selectMember } from '../access/queries.ts';
import { findWorkstream, appendWorkstream } from './access.ts';
import * as members from './member-queries.ts';
import * as queries from './queries.ts';

/** Who is to be in a workstream: a person, or one of their sessions. */
interface Joiner {
  readonly userId: string;
  readonly userName: string;
  readonly session: SessionRow | undefined;
}

/** WST-2: a session leaves the workstream before; a person may be in several. */
export async function join(
  transaction: Transaction,
  scope: Scope,
  { slug, session_id: sessionId, user_id: userId }: Omit<Input<'joinWorkstream'>, 'id'>,
): Promise<queries.Workstream | Refusal> {
  const db = transaction.connection.kysely;
  const found = await findWorkstream(db, scope, slug);
  if (isRefusal(found)) return found;
  const { row, relation } = found;
  const refusal = refuseUnlessActive(stateOf(row));
  if (refusal !== undefined) return refusal;
  const joiner = await joinerOf(db, scope, { sessionId, userId, relation });
  if (isRefusal(joiner)) return joiner;
  if (await addMember(transaction, row, joiner)) appendJoined(transaction, row, joiner);
  return row;
}

/** The caller, or their session, is in the new workstream from its start on. */
export async function addStarter(
  transaction: Transaction,
  row: queries.Workstream,
  { scope, session }: { scope: Scope; session: SessionRow | undefined },
): Promise<void> {
  const { userId, name: userName } = scope.caller;
  await addMember(transaction, row, { userId, userName, session });
  // Who starts a private one sees it for good, whatever becomes of the session.
  if (session !== undefined && row.visibility === 'private')
    await addMember(transaction, row, { userId, userName, session: undefined });
}

/** The session that the caller names; undefined when they name none. */
export async function namedSession(
  db: Db,
  { workspaceId, caller }: Scope,
  named: string | undefined,
): Promise<SessionRow | undefined | Refusal> {
  if (named === undefined) return undefined;
  const id = await ownSession(db, { workspaceId, userId: caller.userId, named });
  const session = id === undefined ? undefined : await members.selectSession(db, workspaceId, id);
  return session ?? noSuchSession('session_id');
}

/** Leaving leaves the others. A person who names no session goes with all of theirs. */
export async function leave(
  transaction: Transaction,
  scope: Scope,
  { slug, session_id: sessionId }: Omit<Input<'leaveWorkstream'>, 'id'>,
): Promise<queries.Workstream | Refusal> {
  const db = transaction.connection.kysely;
  const found = await findWorkstream(db, scope, slug);
  if (isRefusal(found)) return found;
  const { row } = found;
  const refusal = refuseUnlessActive(stateOf(row));
  if (refusal !== undefined) return refusal;
  const session = await namedSession(db, scope, sessionId);
  if (isRefusal(session)) return session;
  if (session !== undefined) return leaveWith(transaction, { row, session, scope });
  const name = { workspaceId: scope.workspaceId, slug };
  const memberships = await members.membershipsOf(db, name, scope.caller.userId);
  if (memberships.length === 0) return refuse('Conflict', `You have not joined ${slug}.`);
  for (const membership of memberships)
    await leaveOne(transaction, row, { membership, user: scope.caller.name });
  return row;
}

async function leaveWith(
  transaction: Transaction,
  { row, session, scope }: { row: queries.Workstream; session: SessionRow; scope: Scope },
): Promise<queries.Workstream | Refusal> {
  if (session.workstream === row.slug) {
    await removeSession(transaction, row, { session, user: scope.caller.name });
    return row;
  }
  const onBranch = session.workstream === '' && session.branch === row.branch;
  const why = onBranch ? ' It counts as in it while it is on its branch: check out another.' : '';
  return refuse('Conflict', `The session has not joined ${row.slug}.${why}`);
}

async function joinerOf(
  db: Db,
  scope: Scope,
  {
    sessionId,
    userId,
    relation,
  }: { sessionId: string | undefined; userId: string | undefined; relation: WorkstreamRelation },
): Promise<Joiner | Refusal> {
  const { caller, workspaceId } = scope;
  const self = { userId: caller.userId, userName: caller.name };
  if (userId === undefined) {
    const session = await namedSession(db, scope, sessionId);
    return isRefusal(session) ? session : { ...self, session };
  }
  if (sessionId !== undefined)
    return refuse('ValidationError', 'user_id: is given instead of session_id, not beside it.', {
      field: 'user_id',
    });
  if (userId === caller.userId) return { ...self, session: undefined };
  if (!mayManage(relation))
    return refuse('Forbidden', 'Only those who work in it, and admins, add others. Join it first.');
  const member = await selectMember(db, workspaceId, userId);
  if (member === undefined) return refuse('NotFound', 'No such member of the workspace.');
  return { userId, userName: member.name, session: undefined };
}

/** False when they were in it already. */
async function addMember(
  transaction: Transaction,
  row: queries.Workstream,
  { userId, userName, session }: Joiner,
): Promise<boolean> {
  const db = transaction.connection.kysely;
  const { workspace_id, slug } = row;
  const name = { workspaceId: workspace_id, slug };
  if (session?.workstream === slug) return false;
  if (session === undefined) {
    const memberships = await members.membershipsOf(db, name, userId);
    if (memberships.some(({ session_id }) => session_id === '')) return false;
  }
  if (session !== undefined) {
    await appendLeftBefore(transaction, session, userName);
    await members.moveSession(db, session, slug);
  }
  await members.insertMember(db, {
    workspace_id,
    slug,
    user_id: userId,
    session_id: session?.id ?? '',
    joined_at: transaction.nowMs,
  });
  return true;
}

/** Leaving a workstream that has ended has no event. */
async function appendLeftBefore(
  transaction: Transaction,
  session: SessionRow,
  user: string,
): Promise<void> {
  if (session.workstream === '') return;
  const name = { workspaceId: session.workspace_id, slug: session.workstream };
  const row = await queries.selectWorkstream(transaction.connection.kysely, name);
  if (row?.status !== 'active') return;
  appendWorkstream(transaction, 'workstream_left', { row, actor: { user, sessionId: session.id } });
}

async function removeSession(
  transaction: Transaction,
  row: queries.Workstream,
  { session, user }: { session: SessionRow; user: string },
): Promise<void> {
  await members.moveSession(transaction.connection.kysely, session, '');
  appendWorkstream(transaction, 'workstream_left', { row, actor: { user, sessionId: session.id } });
}

async function leaveOne(
  transaction: Transaction,
  row: queries.Workstream,
  { membership, user }: { membership: { user_id: string; session_id: string }; user: string },
): Promise<void> {
  const db = transaction.connection.kysely;
  const { workspace_id, slug } = row;
  const session = await members.selectSession(db, workspace_id, membership.session_id);
  if (session?.workstream === slug) return removeSession(transaction, row, { session, user });
  await members.deleteMember(db, { workspace_id, slug, ...membership });
  const actor = { user, sessionId: membership.session_id };
  appendWorkstream(transaction, 'workstream_left', { row, actor });
}

function appendJoined(
  transaction: Transaction,
  row: queries.Workstream,
  { userName: user, session }: Joiner,
): void {
  const actor = { user, sessionId: session?.id ?? '' };
  appendWorkstream(transaction, 'workstream_joined', { row, actor });
}

function stateOf({ slug, status }: queries.Workstream) {
  return { slug, status: status as WorkstreamStatus };
}

/** WST-4: a removed member is in no workstream any more. */
export async function leaveAll(
  transaction: Transaction,
  workspaceId: string,
  userId: string,
): Promise<void> {
  const db = transaction.connection.kysely;
  for (const membership of await members.deleteMembershipsOfUser(db, workspaceId, userId)) {
    const actor = { user: membership.user_name, sessionId: membership.session_id };
    appendWorkstream(transaction, 'workstream_left', { row: membership, actor });
  }
}

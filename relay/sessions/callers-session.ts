import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { noSuchSession } from '../../shared/sessions/rules.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import { ownSession, sessionsById, type Session } from './queries.ts';
import type { Db } from '../store/schema.ts';

export interface SessionReference {
  /** The id of the session, or of the client's conversation. */
  readonly named: string | undefined;
  /** What the caller named it by. */
  readonly field: string;
}

/** The caller's session. Refused with a ValidationError when none is named, NotFound when it is not the caller's. */
export async function callersSession(
  { connection }: Transaction,
  { workspaceId, caller }: Scope,
  { named, field }: SessionReference,
): Promise<Session | Refusal> {
  if (named === undefined)
    return refuse('ValidationError', `${field}: name your session.`, { field });
  const { userId } = caller;
  const id = await ownSession(connection.kysely, { workspaceId, userId, named });
  const [session] =
    id === undefined ? [] : await sessionsById(connection, [[workspaceId, userId, id]]);
  return session ?? noSuchSession(field);
}

/**
 * ACC-5: the id of the caller's session that the field `session_id` names; empty when it names none. Refused with a NotFound
 * when it is not the caller's.
 */
export function callersSessionId(
  { connection }: Pick<Transaction, 'connection'>,
  { workspaceId, caller }: Scope,
  named: string | undefined,
): Promise<string | Refusal> {
  return sessionIdOf(connection.kysely, { workspaceId, userId: caller.userId, named });
}

/** The same, where something is only read. */
export async function sessionIdOf(
  db: Db,
  { named, ...caller }: { workspaceId: string; userId: string; named: string | undefined },
): Promise<string | Refusal> {
  if (named === undefined) return '';
  return (await ownSession(db, { ...caller, named })) ?? noSuchSession('session_id');
}

/** As `callersSession`; also refused with a Conflict when it has ended or expired. */
export async function callersLiveSession(
  transaction: Transaction,
  scope: Scope,
  { sessionTtlMs, ...wanted }: SessionReference & { readonly sessionTtlMs: number },
): Promise<Session | Refusal> {
  const session = await callersSession(transaction, scope, wanted);
  if (isRefusal(session)) return session;
  const { state, last_heartbeat: heardAt } = session;
  if (state === 'active' && heardAt > transaction.nowMs - sessionTtlMs) return session;
  return refuse(
    'Conflict',
    'Your session has ended. Any hook event and any call of its own agent opens it again.',
  );
}

import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import { ownSession, sessionsById, type Session } from './queries.ts';

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
  return session ?? refuse('NotFound', 'No such session of yours.', { field });
}

/** As `callersSession`; also refused with a Conflict when it has ended or expired. */
export async function callersLiveSession(
  transaction: Transaction,
  scope: Scope,
  { sessionTtlMs, ...wanted }: SessionReference & { readonly sessionTtlMs: number },
): Promise<Session | Refusal> {
  const session = await callersSession(transaction, scope, wanted);
  if (isRefusal(session)) return session;
  const { state, last_heartbeat: heardAt, id } = session;
  if (state === 'active' && heardAt > transaction.nowMs - sessionTtlMs) return session;
  return refuse('Conflict', `The session ${id} has ended. Any hook event opens it again.`);
}

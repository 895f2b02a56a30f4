import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { reaches } from '../access/rules.ts';
import { ownSession } from '../sessions/queries.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Actor } from './apply-move.ts';
import type { Viewer } from './queries.ts';

/** The caller, with the session that they name; NotFound when it is not theirs. */
export async function actorOf(
  { connection }: Transaction,
  { workspaceId, caller }: Scope,
  named: string | undefined,
): Promise<Actor | Refusal> {
  const { userId, name } = caller;
  if (named === undefined) return { userId, name, sessionId: '' };
  const sessionId = await ownSession(connection.kysely, { workspaceId, userId, named });
  if (sessionId !== undefined) return { userId, name, sessionId };
  return refuse('NotFound', 'You have no such session.', { field: 'session_id' });
}

export function viewerOf({ caller, role }: Scope): Viewer {
  return { userId: caller.userId, seesAll: reaches(role, 'admin') };
}

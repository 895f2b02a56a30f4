import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { callersSessionId } from '../sessions/callers-session.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Actor } from './apply-move.ts';

/** The caller, with the session that they name; NotFound when it is not theirs. */
export async function actorOf(
  transaction: Transaction,
  scope: Scope,
  named: string | undefined,
): Promise<Actor | Refusal> {
  const { userId, name } = scope.caller;
  const sessionId = await callersSessionId(transaction, scope, named);
  return isRefusal(sessionId) ? sessionId : { userId, name, sessionId };
}

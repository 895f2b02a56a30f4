import type { DraftEvent } from '../../shared/contract/events.ts';
import type { Transaction } from '../store/group-committer.ts';
import { endSessionsOfUser, expireSilentSessions } from './queries.ts';

type EndReason = (DraftEvent & { type: 'session_ended' })['reason'];

/** SES-2: expires the active sessions without a heartbeat since `beforeMs`. They keep their reservations (RSV-8). */
export async function expireSessions(
  transaction: Transaction,
  workspaceId: string,
  beforeMs: number,
): Promise<void> {
  const expired = await expireSilentSessions(transaction.connection.kysely, workspaceId, beforeMs);
  appendEnded(transaction, workspaceId, { sessionIds: expired, reason: 'expired' });
}

/** WST-4: ends the active sessions of a member who is removed. */
export async function endSessionsOfMember(
  transaction: Transaction,
  workspaceId: string,
  userId: string,
): Promise<void> {
  const ended = await endSessionsOfUser(transaction.connection.kysely, workspaceId, userId);
  appendEnded(transaction, workspaceId, { sessionIds: ended, reason: 'member_removed' });
}

function appendEnded(
  { log }: Transaction,
  workspaceId: string,
  { sessionIds, reason }: { sessionIds: readonly string[]; reason: EndReason },
): void {
  for (const sessionId of sessionIds) {
    log.append(workspaceId, { type: 'session_ended', session_id: sessionId, reason });
  }
}

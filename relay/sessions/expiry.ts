import type { DraftEvent } from '../../shared/contract/events/events.ts';
import { holdersOf } from '../reservations/release-queries.ts';
import type { Transaction } from '../store/group-committer.ts';
import { endSessionsOfUser, expireSilentSessions } from './expiry-queries.ts';

type EndReason = (DraftEvent & { type: 'session_ended' })['reason'];

/** SES-2: expires the active sessions without a heartbeat since `beforeMs`. They keep their reservations (RSV-8). */
export async function expireSessions(
  transaction: Transaction,
  workspaceId: string,
  beforeMs: number,
): Promise<void> {
  const expired = await expireSilentSessions(transaction.connection.kysely, workspaceId, beforeMs);
  await appendEnded(transaction, workspaceId, { sessionIds: expired, reason: 'expired' });
}

/** WST-4: ends the active sessions of a member who is removed; `state` is `ending` while they hold something (SES-6). */
export async function endSessionsOfMember(
  transaction: Transaction,
  member: { readonly workspaceId: string; readonly userId: string },
  state: 'ended' | 'ending',
): Promise<void> {
  const sessionIds = await endSessionsOfUser(transaction.connection.kysely, member, state);
  await appendEnded(transaction, member.workspaceId, { sessionIds, reason: 'member_removed' });
}

async function appendEnded(
  { log, connection }: Transaction,
  workspaceId: string,
  { sessionIds, reason }: { sessionIds: readonly string[]; reason: EndReason },
): Promise<void> {
  const holders = await holdersOf(connection.kysely, sessionIds);
  for (const sessionId of sessionIds) {
    const { userName: user, agentType: agent_type } = holders.get(sessionId) ?? {};
    const event = { type: 'session_ended', session_id: sessionId, reason } as const;
    log.append(workspaceId, { ...event, user, agent_type });
  }
}

import { setImmediate as turn } from 'node:timers/promises';
import type { DraftEvent } from '../../shared/contract/events/events.ts';
import { holdersOf } from '../reservations/release-queries.ts';
import type { Transaction, GroupCommitter, Handler } from '../store/group-committer.ts';
import { endSessionsOfUser, expireSilentSessions, finishEnding } from './expiry-queries.ts';
import { lockWorkspaces } from '../access/queries.ts';
import { releaseExpired, releaseOfEnding } from '../reservations/release.ts';

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

/** Releases some of what a workspace holds, whose row is locked; answers whether there may be more. */
type Slice = (transaction: Transaction, workspaceId: string) => Promise<boolean>;

/** SES-6: what sessions hold that are ending. It expires nothing: when that is due, the sweeper says (RSV-20). */
export const ofEnding = sliceHandler(async (transaction, workspaceId) => {
  if (await releaseOfEnding(transaction, workspaceId)) return true;
  await finishEnding(transaction.connection.kysely, workspaceId);
  return false;
});

/** RSV-8: what has expired. */
export const ofExpired = sliceHandler(releaseExpired);

/** Releases a slice in each transaction; other commands run between two of them. Stops early when the signal comes. */
export async function releaseInSlices(
  committer: GroupCommitter,
  slice: Handler<string, boolean>,
  { workspaceId, signal }: { readonly workspaceId: string; readonly signal?: AbortSignal },
): Promise<void> {
  while (signal?.aborted !== true && (await committer.submit(slice, workspaceId))) await turn();
}

function sliceHandler(slice: Slice): Handler<string, boolean> {
  return async (transaction, workspaceIds) => {
    const goesOn = new Map<string, boolean>();
    await lockWorkspaces(transaction, [...new Set(workspaceIds)]);
    for (const id of new Set(workspaceIds)) goesOn.set(id, await slice(transaction, id));
    return workspaceIds.map((id) => goesOn.get(id) === true);
  };
}

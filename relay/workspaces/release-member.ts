import { deleteHeldOf } from '../branches/queries.ts';
import { deleteReservationsOfUser, releasedAtOnce } from '../reservations/release-queries.ts';
import { appendReleased } from '../reservations/release.ts';
import { endSessionsOfMember } from '../sessions/expiry.ts';
import type { Transaction } from '../store/group-committer.ts';
import { leaveAll } from '../workstreams/membership.ts';

/** WST-4: releases the reservations of a removed member, takes them out of their workstreams, and ends their sessions. */
export async function releaseMember(
  transaction: Transaction,
  workspaceId: string,
  userId: string,
): Promise<void> {
  const db = transaction.connection.kysely;
  const released = await deleteReservationsOfUser(db, workspaceId, userId);
  await appendReleased(transaction, released, 'member_removed');
  await leaveAll(transaction, workspaceId, userId);
  await deleteHeldOf(db, { workspace_id: workspaceId, user_id: userId });
  const state = released.length === releasedAtOnce ? 'ending' : 'ended';
  await endSessionsOfMember(transaction, { workspaceId, userId }, state);
  await transaction.runCascade(workspaceId);
}

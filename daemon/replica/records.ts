import { grouped } from '../../shared/kernel/grouped.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { toReservationRecord } from '../../shared/reservations/record.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import type { ShownReservation } from '../../shared/status/contract.ts';
import { shownSlugOf } from '../../shared/workstreams/rules.ts';
import { isProvisional, type OverlayReservation } from './overlay.ts';
import type { TrackedReservation, TrackedSession } from '../../shared/replica/tracked.ts';
import type { Replica } from './replica.ts';

export type LiveReservation = TrackedReservation | OverlayReservation;

/** The active sessions as the interface shows them. */
export function sessionRecords(
  replica: Replica,
  reservations: readonly LiveReservation[] = replica.liveReservations(replica.nowMs()),
): SessionRecord[] {
  const held = grouped(reservations, ({ sessionId }) => sessionId);
  return replica.sessions().map((session) => {
    const files = (held.get(session.id) ?? []).map(({ filePath }) => filePath);
    return toSession(session, [...new Set(files)]);
  });
}

/** The live reservations, or some of them, as the interface shows them. */
export function reservationRecords(
  replica: Replica,
  reservations: readonly LiveReservation[] = replica.liveReservations(replica.nowMs()),
): ShownReservation[] {
  const nowMs = replica.nowMs();
  return reservations.map((reservation) => toReservation(replica, reservation, nowMs));
}

/** Of the live reservations all that are in files near a session's work, and the first few of the others. */
export function reservationsAround(
  reservations: readonly LiveReservation[],
  { files, sessionId, maxFar }: { files: readonly string[]; sessionId: string; maxFar: number },
): LiveReservation[] {
  const near = new Set(files.map(pathKey));
  for (const reservation of reservations)
    if (reservation.sessionId === sessionId) near.add(pathKey(reservation.filePath));
  let far = 0;
  return reservations.filter(
    (reservation) => near.has(pathKey(reservation.filePath)) || (far += 1) <= maxFar,
  );
}

function toSession(session: TrackedSession, reservedFiles: string[]): SessionRecord {
  return {
    id: session.id,
    user_id: session.userId,
    user_name: session.userName,
    agent_type: session.agentType,
    ...(session.agentId !== '' && { agent_id: session.agentId }),
    current_task: session.task,
    current_file: session.currentFile,
    branch: session.branch,
    conversation_id: session.conversationId,
    started_at: toTimestamp(session.startedAtMs),
    last_heartbeat: toTimestamp(session.lastHeartbeatMs),
    reserved_files: reservedFiles,
  };
}

function toReservation(
  replica: Replica,
  reservation: LiveReservation,
  nowMs: number,
): ShownReservation {
  const session = replica.session(reservation.sessionId);
  const workstream =
    session &&
    shownSlugOf(
      { joined: session.workstream ?? '', branch: session.branch },
      replica.state.workstreams,
    );
  const task = session?.task ?? reservation.task;
  return {
    ...toReservationRecord({ ...reservation, task }, { nowMs, workstream }),
    ...(isProvisional(reservation) && { provisional: true }),
  };
}

import { minutesUntil, toTimestamp } from '../../shared/kernel/clock.ts';
import { symbolIds } from '../../shared/reservations/rules.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import type { ShownReservation } from '../../shared/status/contract.ts';
import { shownSlugOf } from '../../shared/workstreams/rules.ts';
import type { OverlayHold } from './overlay.ts';
import type { TrackedHold, TrackedSession } from './plan.ts';
import type { Replica } from './replica.ts';

/** The active sessions as the interface shows them. */
export function sessionRecords(replica: Replica): SessionRecord[] {
  const files = new Map<string, Set<string>>();
  for (const { sessionId, filePath } of replica.liveHolds(replica.nowMs())) {
    files.set(sessionId, (files.get(sessionId) ?? new Set()).add(filePath));
  }
  return replica
    .sessions()
    .map((session) => toSession(session, [...(files.get(session.id) ?? [])]));
}

/** The live holds as the interface shows them. */
export function reservationRecords(replica: Replica): ShownReservation[] {
  const nowMs = replica.nowMs();
  return replica.liveHolds(nowMs).map((hold) => toReservation(replica, hold, nowMs));
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
  hold: TrackedHold | OverlayHold,
  nowMs: number,
): ShownReservation {
  const session = replica.session(hold.sessionId);
  const workstream =
    session &&
    shownSlugOf(
      { joined: session.workstream ?? '', branch: session.branch },
      replica.plan.workstreams,
    );
  const isProvisional = 'origin' in hold && hold.origin.kind === 'provisional';
  return {
    file_path: hold.filePath,
    symbol_ids: symbolIds(hold.filePath, [hold.symbol]),
    user_id: hold.userId,
    user_name: hold.userName,
    reserved_by: hold.userName,
    conversation_id: hold.conversationId,
    session_id: hold.sessionId,
    agent_type: hold.agentType,
    current_task: session?.task ?? hold.task,
    ...(workstream !== undefined && { workstream_slug: workstream }),
    fence: hold.fence,
    expires_at: toTimestamp(hold.expiresAt),
    minutes_remaining: minutesUntil(hold.expiresAt, nowMs),
    ...(isProvisional && { provisional: true }),
  };
}

import { minutesUntil, toTimestamp } from '../../shared/kernel/clock.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { symbolIdsUnlessWhole } from '../../shared/reservations/rules.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import type { ShownReservation } from '../../shared/status/contract.ts';
import { shownSlugOf } from '../../shared/workstreams/rules.ts';
import type { OverlayHold } from './overlay.ts';
import type { TrackedHold, TrackedSession } from './plan.ts';
import type { Replica } from './replica.ts';

type LiveHold = TrackedHold | OverlayHold;

/** The active sessions as the interface shows them. */
export function sessionRecords(
  replica: Replica,
  holds: readonly LiveHold[] = replica.liveHolds(replica.nowMs()),
): SessionRecord[] {
  const files = new Map<string, Set<string>>();
  for (const { sessionId, filePath } of holds) {
    const known = files.get(sessionId);
    if (known === undefined) files.set(sessionId, new Set([filePath]));
    else known.add(filePath);
  }
  return replica
    .sessions()
    .map((session) => toSession(session, [...(files.get(session.id) ?? [])]));
}

/** The live holds, or some of them, as the interface shows them. */
export function reservationRecords(
  replica: Replica,
  holds: readonly LiveHold[] = replica.liveHolds(replica.nowMs()),
): ShownReservation[] {
  const nowMs = replica.nowMs();
  return holds.map((hold) => toReservation(replica, hold, nowMs));
}

/** Of the live holds all that are in files near a session's work, and the first few of the others. */
export function holdsAround(
  holds: readonly LiveHold[],
  { files, sessionId, mostFar }: { files: readonly string[]; sessionId: string; mostFar: number },
): LiveHold[] {
  const near = new Set(files.map(pathKey));
  for (const hold of holds) if (hold.sessionId === sessionId) near.add(pathKey(hold.filePath));
  let far = 0;
  return holds.filter((hold) => near.has(pathKey(hold.filePath)) || (far += 1) <= mostFar);
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

function toReservation(replica: Replica, hold: LiveHold, nowMs: number): ShownReservation {
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
    symbol_ids: symbolIdsUnlessWhole(hold.filePath, [hold.symbol]),
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

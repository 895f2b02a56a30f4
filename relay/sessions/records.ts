import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import type { Holder } from '../reservations/grant.ts';
import type { ReservedFile } from '../reservations/live-queries.ts';
import type { Session } from './queries.ts';

/** The sessions as the interface shows them; `reservations` are their live ones. */
export function toSessions(
  rows: readonly Session[],
  reservations: readonly ReservedFile[],
): SessionRecord[] {
  const files = new Map(rows.map((row) => [row.id, new Set<string>()]));
  for (const reservation of reservations)
    files.get(reservation.sessionId)?.add(reservation.filePath);
  return rows.map((row) => toSession(row, [...(files.get(row.id) ?? [])]));
}

/** SES-7: what an event of a session says of whose it is. */
export function whoseSession({ user_name: user, agent_type }: Session) {
  return { user, agent_type };
}

/** SES-7: the same, for the events of what it held. */
export function holderOf({ id: sessionId, user_name: userName, agent_type: agentType }: Session) {
  return { sessionId, userName, agentType };
}

/** Who gets a reservation. */
export function holderFrom(session: Session): Holder {
  return {
    ...holderOf(session),
    userId: session.user_id,
    conversationId: session.conversation_id,
    task: session.task,
  };
}

function toSession(row: Session, reservedFiles: string[]): SessionRecord {
  return {
    id: row.id,
    user_id: row.user_id,
    user_name: row.user_name,
    agent_type: row.agent_type,
    agent_id: row.agent_id === '' ? undefined : row.agent_id,
    current_task: row.task,
    current_file: row.current_file,
    branch: row.branch,
    conversation_id: row.conversation_id,
    started_at: toTimestamp(row.started_at),
    last_heartbeat: toTimestamp(row.last_heartbeat),
    reserved_files: reservedFiles,
  };
}

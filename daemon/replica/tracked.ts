import type { EventPayload } from '../../shared/contract/events/events.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { linesIn } from '../../shared/reservations/changed-places.ts';
import type { ReservationRecord } from '../../shared/reservations/contract.ts';
import { placeNamed } from '../../shared/reservations/places.ts';
import { symbolNamesOf } from '../../shared/reservations/symbol-names.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import type { TrackedReservation, TrackedSession } from './workspace-state.ts';

export function startedSession(
  event: EventPayload<'session_started'> & { at: string },
): TrackedSession {
  return {
    id: event.session_id,
    userId: event.user_id,
    userName: event.user,
    agentType: event.agent_type,
    agentId: event.agent_id,
    conversationId: event.conversation_id,
    task: event.task,
    currentFile: '',
    branch: event.branch,
    startedAtMs: Date.parse(event.started_at ?? event.at),
    lastHeartbeatMs: Date.parse(event.at),
    active: true,
    workstream: event.workstream,
  };
}

export function symbolNames(path: string, ids: readonly string[]): readonly string[] {
  const names = symbolNamesOf(path, ids);
  return isRefusal(names) ? [] : names;
}

export function toTrackedSession(record: SessionRecord): TrackedSession {
  return {
    id: record.id,
    userId: record.user_id,
    userName: record.user_name,
    agentType: record.agent_type,
    agentId: record.agent_id ?? '',
    conversationId: record.conversation_id,
    task: record.current_task,
    currentFile: record.current_file,
    branch: record.branch,
    startedAtMs: Date.parse(record.started_at),
    lastHeartbeatMs: Date.parse(record.last_heartbeat),
    active: true,
  };
}

export function toTrackedReservations(record: ReservationRecord): TrackedReservation[] {
  const lines = linesIn(record.lines);
  return symbolNames(record.file_path, record.symbol_ids).map((symbol) => ({
    symbol,
    within: record.within ?? placeNamed(symbol).within,
    ...(lines && { lines }),
    asked: record.asked ?? false,
    filePath: record.file_path,
    sessionId: record.session_id,
    fence: record.fence,
    expiresAt: Date.parse(record.expires_at),
    userId: record.user_id,
    userName: record.user_name,
    conversationId: record.conversation_id,
    agentType: record.agent_type,
    task: record.current_task,
  }));
}

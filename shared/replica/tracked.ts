import type { EventPayload } from '../contract/events/events.ts';
import { isRefusal } from '../kernel/refusal.ts';
import { linesIn } from '../reservations/changed-places.ts';
import type { Reservation } from '../reservations/collisions.ts';
import type { ReservationRecord } from '../reservations/contract.ts';
import { placeNamed } from '../reservations/places.ts';
import { symbolNamesOf } from '../reservations/symbol-names.ts';
import type { SessionRecord } from '../sessions/contract.ts';

/** A session of the workspace. One that has ended is kept for a while: its conversation may come back. */
export interface TrackedSession {
  readonly id: string;
  readonly userId: string;
  readonly userName: string;
  readonly agentType: string;
  readonly agentId: string;
  readonly conversationId: string;
  readonly task: string;
  readonly currentFile: string;
  readonly branch: string;
  readonly startedAtMs: number;
  readonly lastHeartbeatMs: number;
  readonly active: boolean;
  /** The slug of the workstream that it joined. */
  readonly workstream?: string | undefined;
}

/** A reservation with what a denial says about its holder. */
export interface TrackedReservation extends Reservation {
  readonly userId: string;
  readonly userName: string;
  readonly conversationId: string;
  readonly agentType: string;
  readonly task: string;
}

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

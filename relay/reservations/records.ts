import { minutesUntil, toTimestamp } from '../../shared/kernel/clock.ts';
import type { ReservationRecord } from '../../shared/reservations/contract.ts';
import { symbolIds } from '../../shared/reservations/rules.ts';
import type { HeldRow } from './queries.ts';

/** A hold as the interface shows it. */
export function toReservation(hold: HeldRow, nowMs: number): ReservationRecord {
  return {
    file_path: hold.filePath,
    symbol_ids: symbolIds(hold.filePath, [hold.symbol]),
    user_id: hold.userId,
    user_name: hold.userName,
    reserved_by: hold.userName,
    conversation_id: hold.conversationId,
    session_id: hold.sessionId,
    agent_type: hold.agentType,
    current_task: hold.task,
    fence: hold.fence,
    expires_at: toTimestamp(hold.expiresAt),
    minutes_remaining: minutesUntil(hold.expiresAt, nowMs),
  };
}

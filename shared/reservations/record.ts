import { minutesUntil } from '../kernel/clock.ts';
import { toTimestamp } from '../kernel/timestamp.ts';
import { placeInRecord } from './changed-places.ts';
import type { Reservation } from './collisions.ts';
import type { ReservationRecord } from './contract.ts';
import { symbolIdsUnlessWhole } from './symbol-names.ts';

/** A reservation with what a record says about its holder. */
export interface HeldReservation extends Reservation {
  readonly userId: string;
  readonly userName: string;
  readonly conversationId: string;
  readonly agentType: string;
  readonly task: string;
}

/** A reservation as the interface shows it; `workstream` is the slug of its session's workstream. */
export function toReservationRecord(
  reservation: HeldReservation,
  { nowMs, workstream }: { nowMs: number; workstream: string | undefined },
): ReservationRecord {
  return {
    file_path: reservation.filePath,
    symbol_ids: symbolIdsUnlessWhole(reservation.filePath, [reservation.symbol]),
    ...placeInRecord(reservation),
    ...(reservation.asked && { asked: true }),
    user_id: reservation.userId,
    user_name: reservation.userName,
    reserved_by: reservation.userName,
    conversation_id: reservation.conversationId,
    session_id: reservation.sessionId,
    agent_type: reservation.agentType,
    current_task: reservation.task,
    ...(workstream !== undefined && { workstream_slug: workstream }),
    fence: reservation.fence,
    expires_at: toTimestamp(reservation.expiresAt),
    minutes_remaining: minutesUntil(reservation.expiresAt, nowMs),
  };
}

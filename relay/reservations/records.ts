import { minutesUntil } from '../../shared/kernel/clock.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { ReservationRecord } from '../../shared/reservations/contract.ts';
import { symbolIdsUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import type { BranchesOfWork } from '../../shared/workstreams/contract.ts';
import { shownSlugOf } from '../../shared/workstreams/rules.ts';
import type { ReservationWithHolder, ListedReservation } from './queries.ts';

/** A hold as the interface shows it; `workstream` is the slug of its session's. */
export function toReservation(
  hold: ReservationWithHolder,
  { nowMs, workstream }: { nowMs: number; workstream: string | undefined },
): ReservationRecord {
  return {
    file_path: hold.filePath,
    symbol_ids: symbolIdsUnlessWhole(hold.filePath, [hold.symbol]),
    user_id: hold.userId,
    user_name: hold.userName,
    reserved_by: hold.userName,
    conversation_id: hold.conversationId,
    session_id: hold.sessionId,
    agent_type: hold.agentType,
    current_task: hold.task,
    ...(workstream !== undefined && { workstream_slug: workstream }),
    fence: hold.fence,
    expires_at: toTimestamp(hold.expiresAt),
    minutes_remaining: minutesUntil(hold.expiresAt, nowMs),
  };
}

/** What everybody in the workspace is shown. */
export function toReservations(
  holds: readonly ListedReservation[],
  active: BranchesOfWork,
  nowMs: number,
): ReservationRecord[] {
  return holds.map((hold) => {
    const whereabouts = { joined: hold.workstream, branch: hold.branch };
    return toReservation(hold, { nowMs, workstream: shownSlugOf(whereabouts, active) });
  });
}

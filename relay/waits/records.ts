import type { EventPayload } from '../../shared/contract/events/events.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { symbolIdsUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import { symbolsIn } from '../reservations/target.ts';
import type { WaitRecord } from '../../shared/waits/contract.ts';
import { countBefore, type QueuedWait } from './rules.ts';
import type { Holder } from '../reservations/grant.ts';
import type { Wait } from './queries.ts';

/** A wait as the rules see it, with its row. */
export interface QueuedWaitRow extends QueuedWait {
  readonly row: Wait;
}

export function toQueuedWait(
  row: Wait,
  { nowMs, sessionTtlMs }: { nowMs: number; sessionTtlMs: number },
): QueuedWaitRow {
  return {
    row,
    id: row.id,
    sessionId: row.session_id,
    symbols: symbolsIn(row),
    wish: row.wish as QueuedWait['wish'],
    isSessionAlive: row.state === 'active' && row.last_heartbeat > nowMs - sessionTtlMs,
  };
}

/** A wait as the interface shows it; `queue` has all waits of its workspace, or of its file. */
export function toRecord(row: Wait, queue: readonly Wait[]): WaitRecord {
  const fileQueue = queue.filter((other) => other.path_key === row.path_key);
  return {
    id: row.id,
    session_id: row.session_id,
    user_name: row.user_name,
    file: row.file_path,
    symbol_ids: symbolIdsUnlessWhole(row.file_path, symbolsIn(row)),
    wish: row.wish as WaitRecord['wish'],
    status: row.status as WaitRecord['status'],
    before: countBefore(fileQueue.map(withoutLiveness), row.id),
    created_at: toTimestamp(row.created_at),
    ended_at: row.ended_at === null ? undefined : toTimestamp(row.ended_at),
  };
}

export function holderIn(row: Wait): Holder {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    userName: row.user_name,
    conversationId: row.conversation_id,
    agentType: row.agent_type,
    task: row.task,
  };
}

/** The fields of a wait in each of its events. */
export function waitInEvent(row: Wait): EventPayload<'wait_added'> {
  return {
    wait_id: row.id,
    session_id: row.session_id,
    user: row.user_name,
    file: row.file_path,
    symbols: symbolIdsUnlessWhole(row.file_path, symbolsIn(row)),
    wish: row.wish as QueuedWait['wish'],
  };
}

/** For the order of the queue it does not matter whose session is alive. */
function withoutLiveness(row: Wait): QueuedWait {
  return toQueuedWait(row, { nowMs: 0, sessionTtlMs: 0 });
}

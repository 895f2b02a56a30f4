import { resolveQueue, type EndedWait } from './rules.ts';
import type { ReservationTransfer } from '../reservations/transfer.ts';
import { updateWait, type Wait } from './queries.ts';
import { holderIn, waitInEvent, targetIn, toQueuedWait, type QueuedWaitRow } from './records.ts';

/**
 * QUE-2: serves everybody in `line`, first come first served, in the transaction that made something free: what is granted is
 * held at once.
 */
export async function grantNext(
  ground: ReservationTransfer,
  line: readonly Wait[],
  sessionTtlMs: number,
): Promise<void> {
  const { nowMs } = ground;
  for (const key of new Set(line.map((row) => row.path_key))) {
    const waiting = line
      .filter((row) => row.path_key === key)
      .map((row) => toQueuedWait(row, { nowMs, sessionTtlMs }));
    for (const served of resolveQueue(waiting, ground.reservationsOf(key), nowMs))
      await leave(ground, served);
  }
}

async function leave(
  ground: ReservationTransfer,
  { wait: { row }, status }: EndedWait<QueuedWaitRow>,
): Promise<void> {
  if (status === 'granted') ground.grantFree(holderIn(row), targetIn(row));
  await endWait(ground, row, status);
}

/** Stores how the wait ended, and tells. */
export async function endWait(
  {
    transaction,
    workspaceId,
    nowMs,
  }: Pick<ReservationTransfer, 'transaction' | 'workspaceId' | 'nowMs'>,
  row: Wait,
  status: EndedWait['status'],
): Promise<void> {
  const { connection, log } = transaction;
  await updateWait(connection.kysely, row, { status, ended_at: nowMs });
  log.append(workspaceId, { type: 'wait_ended', ...waitInEvent(row), status });
}

import type { ReservationTransfer } from '../reservations/transfer.ts';
import { endWait } from './end-wait.ts';
import type { Wait } from './queries.ts';
import { holderIn, toQueuedWait } from './records.ts';
import { resolveQueue } from './rules.ts';
import { targetIn } from '../reservations/target.ts';

/**
 * QUE-2: ends the waits of `queue`, first come first served, that nothing keeps waiting. What a wait is granted is reserved in
 * this transaction, which is the one that freed it.
 */
export async function grantNext(
  transfer: ReservationTransfer,
  queue: readonly Wait[],
  sessionTtlMs: number,
): Promise<void> {
  const { transaction, nowMs } = transfer;
  for (const key of new Set(queue.map((row) => row.path_key))) {
    const waits = queue
      .filter((row) => row.path_key === key)
      .map((row) => toQueuedWait(row, { nowMs, sessionTtlMs }));
    const ended = resolveQueue(waits, transfer.reservationsOf(key), transfer.options);
    for (const { wait, status } of ended) {
      if (status === 'granted') transfer.grantFree(holderIn(wait.row), targetIn(wait.row));
      await endWait(transaction, wait.row, status);
    }
  }
}

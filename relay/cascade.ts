import type { Durations } from '../shared/sessions/rules.ts';
import { endDue } from './negotiations/end-negotiation.ts';
import { selectOpen } from './negotiations/queries.ts';
import { ReservationTransfer } from './reservations/transfer.ts';
import type { Cascade } from './store/group-committer.ts';
import { selectQueue } from './waits/queries.ts';
import { grantNext } from './waits/add-wait.ts';

/**
 * What follows, in the same transaction, when reservations are freed, sessions end or time has passed: negotiations
 * that are due end, and then the sessions that wait are granted what is free. Commands run it by
 * `transaction.runCascade`.
 */
export function cascadeOf(durations: Durations): Cascade {
  return async (transaction, workspaceId) => {
    const db = transaction.connection.kysely;
    const [open, queue] = await Promise.all([
      selectOpen(db, workspaceId),
      selectQueue(db, workspaceId),
    ]);
    if (open.length === 0 && queue.length === 0) return;
    const keys = [...open, ...queue].map((row) => row.path_key);
    const transfer = await ReservationTransfer.load(transaction, workspaceId, { durations, keys });
    await endDue(transfer, open, durations.sessionTtlMs);
    await grantNext(transfer, queue, durations.sessionTtlMs);
    transfer.save();
  };
}

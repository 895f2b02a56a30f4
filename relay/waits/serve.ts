import { serve, type Served } from './queue.ts';
import type { Ground } from '../reservations/ground.ts';
import { updateWait, type Wait } from './queries.ts';
import { holderIn, inLine, targetIn, toWaiting, type WaitingRow } from './records.ts';

/**
 * Serves everybody in `line`, first come first served, in the transaction that made something free: what is granted is
 * held at once.
 */
export async function serveLine(
  ground: Ground,
  line: readonly Wait[],
  sessionTtlMs: number,
): Promise<void> {
  const { nowMs } = ground;
  for (const key of new Set(line.map((row) => row.path_key))) {
    const waiting = line
      .filter((row) => row.path_key === key)
      .map((row) => toWaiting(row, { nowMs, sessionTtlMs }));
    for (const served of serve(waiting, ground.holdsOf(key), nowMs)) await leave(ground, served);
  }
}

async function leave(
  ground: Ground,
  { waiting: { row }, status }: Served<WaitingRow>,
): Promise<void> {
  if (status === 'granted') ground.grantFree(holderIn(row), targetIn(row));
  await endWait(ground, row, status);
}

/** Stores how the wait ended, and tells. */
export async function endWait(
  { transaction, workspaceId, nowMs }: Pick<Ground, 'transaction' | 'workspaceId' | 'nowMs'>,
  row: Wait,
  status: Served['status'],
): Promise<void> {
  const { connection, log } = transaction;
  await updateWait(connection.kysely, row, { status, ended_at: nowMs });
  log.append(workspaceId, { type: 'wait_ended', ...inLine(row), status });
}

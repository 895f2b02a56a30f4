import { limits } from '../shared/contract/fields.ts';
import { clockSlackMs } from '../shared/kernel/clock.ts';
import type { Durations } from '../shared/sessions/rules.ts';
import { shortenDeadlines } from './negotiations/queries.ts';
import { shortenReservations } from './reservations/expiry-queries.ts';
import { correctHeartbeats } from './sessions/expiry-queries.ts';
import type { Transaction } from './store/group-committer.ts';

/**
 * RSV-19: what was granted while the clock was ahead would last until the right clock gets there. It ends as late as what is
 * granted now.
 */
export async function correctTimes(
  { connection, nowMs }: Transaction,
  workspaceId: string,
  { reservationTtlMs }: Durations,
): Promise<void> {
  const db = connection.kysely;
  const atMs = nowMs + reservationTtlMs;
  await shortenReservations(db, workspaceId, { atMs, latestMs: atMs + clockSlackMs });
  await correctHeartbeats(db, workspaceId, { atMs: nowMs, latestMs: nowMs + clockSlackMs });
  await shortenDeadlines(db, workspaceId, { nowMs, latestMs: latestDeadlineFrom(nowMs) });
}

/** RSV-19: the latest moment at which a negotiation can end that was put off as far as it goes (NEG-5). */
export function latestDeadlineFrom(nowMs: number): number {
  return nowMs + limits.maxDeadlineMs + clockSlackMs;
}

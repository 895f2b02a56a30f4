import type { Kysely } from 'kysely';
import type { Move } from '../kernel/move.ts';
import type { Schema } from '../store/schema.ts';

/** The workspaces with reservations that expired by `nowMs`, or that end later than `latestMs` (RSV-19). */
export async function workspacesWithDueReservations(
  db: Kysely<Schema>,
  { nowMs, latestMs }: { nowMs: number; latestMs: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('reservations')
    .select('workspace_id')
    .distinct()
    .where((where) =>
      where.or([where('expires_at', '<=', nowMs), where('expires_at', '>', latestMs)]),
    )
    .orderBy('workspace_id')
    .execute();
  return rows.map((row) => row.workspace_id);
}

/** RSV-19: lets reservations that end later than `latestMs` end at `atMs`. */
export async function shortenReservations(
  db: Kysely<Schema>,
  workspaceId: string,
  { latestMs, atMs }: { latestMs: number; atMs: number },
): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ expires_at: atMs })
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', latestMs)
    .execute();
}

/** RSV-20: moves the ends of all workspaces' reservations that lie in the stretch. */
export async function moveReservations(
  db: Kysely<Schema>,
  { afterMs, untilMs, byMs }: Move,
): Promise<void> {
  await db
    .updateTable('reservations')
    .set((set) => ({ expires_at: set('expires_at', '+', byMs) }))
    .where('expires_at', '>', afterMs)
    .where('expires_at', '<=', untilMs)
    .execute();
}

import type { Durations } from '../../shared/sessions/rules.ts';
import { endDue } from '../negotiations/end.ts';
import { selectOpen } from '../negotiations/queries.ts';
import type { Transaction } from '../store/group-committer.ts';
import { selectLine } from '../waits/queries.ts';
import { serveLine } from '../waits/serve.ts';
import { Ground } from './ground.ts';

/**
 * What follows, in the same transaction, when holds are released, sessions end or time has passed: negotiations that are over
 * end, and then those who wait are served. Doing it again changes nothing.
 */
export async function followUp(
  transaction: Transaction,
  workspaceId: string,
  durations: Durations,
): Promise<void> {
  const db = transaction.connection.kysely;
  const [open, line] = await Promise.all([
    selectOpen(db, workspaceId),
    selectLine(db, workspaceId),
  ]);
  if (open.length === 0 && line.length === 0) return;
  const keys = [...open, ...line].map((row) => row.path_key);
  const ground = await Ground.load(transaction, workspaceId, { durations, keys });
  await endDue(ground, open, durations.sessionTtlMs);
  await serveLine(ground, line, durations.sessionTtlMs);
  ground.save();
}

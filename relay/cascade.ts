import type { Durations } from '../shared/sessions/rules.ts';
import { endDue } from './negotiations/end.ts';
import { selectOpen } from './negotiations/queries.ts';
import { Ground } from './reservations/ground.ts';
import type { Cascade } from './store/group-committer.ts';
import { selectLine } from './waits/queries.ts';
import { serveLine } from './waits/serve.ts';

/**
 * What follows, in the same transaction, when reservations are freed, sessions end or time has passed: negotiations that are
 * due end, and then whoever waits is granted what is free. Commands run it by `transaction.runCascade`.
 */
export function cascadeOf(durations: Durations): Cascade {
  return async (transaction, workspaceId) => {
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
  };
}

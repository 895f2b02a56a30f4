import { limits } from '../../shared/contract/fields.ts';
import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import type { ReplicaSnapshot } from '../../shared/replica/contract.ts';
import type { BranchOfWork } from '../../shared/workstreams/contract.ts';
import { selectLiveReservations } from '../reservations/live-queries.ts';
import { toReservations } from '../reservations/records.ts';
import { activeBranches } from '../workstream-branches/queries.ts';
import { selectActiveSessions, type Session } from '../sessions/queries.ts';
import { toSessions } from '../sessions/records.ts';
import { atOneMoment, type Database } from '../store/database.ts';
import type { Db } from '../store/schema.ts';

interface Moment {
  readonly nowMs: number;
  readonly sessionTtlMs: number;
}

/** The live state of a workspace and the seq it belongs to, read in one transaction. */
export function readSnapshot(
  database: Database,
  workspaceId: string,
  moment: Moment,
): Promise<{ seq: number; state: ReplicaSnapshot }> {
  return atOneMoment(database, (db) => read(db, workspaceId, moment));
}

async function read(
  db: Db,
  workspaceId: string,
  { nowMs, sessionTtlMs }: Moment,
): Promise<{ seq: number; state: ReplicaSnapshot }> {
  const { seq, conflict_policy, ...workspace } = await db
    .selectFrom('workspaces')
    .select(['id', 'slug', 'name', 'seq', 'conflict_policy'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const reservations = await selectLiveReservations(db, workspaceId, {
    nowMs,
    limit: limits.liveListMax * 10,
  });
  const active = await activeBranches(db, workspaceId);
  const page = { sinceMs: nowMs - sessionTtlMs, limit: limits.liveListMax, after: undefined };
  const sessions = await selectActiveSessions(db, workspaceId, page);
  return {
    seq,
    state: {
      workspace: { ...workspace, conflict_policy: conflict_policy as ConflictPolicy },
      sessions: toSessions(sessions, reservations),
      reservations: toReservations(reservations, active, nowMs),
      workstreams: [...active.values()].map((one) => ({ ...one, sessions: idsIn(sessions, one) })),
    },
  };
}

function idsIn(sessions: readonly Session[], { slug }: BranchOfWork): string[] {
  return sessions.filter(({ workstream }) => workstream === slug).map(({ id }) => id);
}

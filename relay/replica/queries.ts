import { limits } from '../../shared/contract/fields.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
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

/** The live state of a workspace and the event that it belongs to. */
interface Snapshot {
  readonly seq: number;
  /** When the event was appended, where the log still has it. */
  readonly at?: string;
  readonly state: ReplicaSnapshot;
}

/** Read in one transaction. */
export function readSnapshot(
  database: Database,
  workspaceId: string,
  moment: Moment,
): Promise<Snapshot> {
  return atOneMoment(database, (db) => read(db, workspaceId, moment));
}

async function read(
  db: Db,
  workspaceId: string,
  { nowMs, sessionTtlMs }: Moment,
): Promise<Snapshot> {
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
  const at = await timeOfEvent(db, workspaceId, seq);
  const page = { sinceMs: nowMs - sessionTtlMs, limit: limits.liveListMax, after: undefined };
  const sessions = await selectActiveSessions(db, workspaceId, page);
  return {
    seq,
    ...(at !== undefined && { at }),
    state: {
      workspace: { ...workspace, conflict_policy: conflict_policy as ConflictPolicy },
      sessions: toSessions(sessions, reservations),
      reservations: toReservations(reservations, active, nowMs),
      workstreams: [...active.values()].map((one) => ({ ...one, sessions: idsIn(sessions, one) })),
    },
  };
}

/** When the event was appended, as it is sent; undefined for one that the log does not have. */
async function timeOfEvent(db: Db, workspaceId: string, seq: number): Promise<string | undefined> {
  const event = await db
    .selectFrom('events')
    .select('at')
    .where('workspace_id', '=', workspaceId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return event && toTimestamp(event.at);
}

/** LNK-4: whether this log has another event of that number: who has seen it has followed a log that this one was brought back to. */
export async function isOtherLog(
  db: Db,
  workspaceId: string,
  { since, sinceAt }: { readonly since: number; readonly sinceAt: string | undefined },
): Promise<boolean> {
  if (sinceAt === undefined) return false;
  const at = await timeOfEvent(db, workspaceId, since);
  return at !== undefined && at !== sinceAt;
}

function idsIn(sessions: readonly Session[], { slug }: BranchOfWork): string[] {
  return sessions.filter(({ workstream }) => workstream === slug).map(({ id }) => id);
}

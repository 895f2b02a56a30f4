import { limits } from '../../shared/contract/fields.ts';
import type { ReservationRecord } from '../../shared/reservations/contract.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import {
  countLiveReservations,
  selectLiveReservations,
  selectReservationsNear,
  type Surroundings,
  readLiveReservations,
} from '../reservations/live-queries.ts';
import { mapInSlices } from '../kernel/in-slices.ts';
import { toReservations } from '../reservations/records.ts';
import { activeBranches } from '../workstream-branches/queries.ts';
import { selectActiveSessions, selectLiveMainSessions } from './queries.ts';
import { toSessions } from './records.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';

/** What other slices read of sessions and reservations, as the interface shows them. */
export interface SessionReader {
  /** The active sessions of a member, and all that they have reserved. */
  ofMember(workspaceId: string, userId: string): Promise<Around>;
  /** For one session: who is active, all reservations near its work, and some of the others. */
  around(workspaceId: string, near: Surroundings): Promise<Around & LiveCount>;
}

interface LiveCount {
  /** How many reservations are live in the whole workspace. */
  readonly reservationCount: number;
}

interface Around {
  readonly sessions: SessionRecord[];
  readonly reservations: ReservationRecord[];
}

/** Reading ten thousand reservations for an answer that shows twenty would keep every hook waiting. */
const maxAround = { sessions: 500, near: 500, far: 300 } as const;

export function sessionReader({
  database: { reader: db },
  clock,
  durations: { sessionTtlMs },
}: Pick<ServiceDependencies, 'database' | 'clock' | 'durations'>): SessionReader {
  return {
    async ofMember(workspaceId, userId) {
      const nowMs = clock.now();
      const page = { sinceMs: nowMs - sessionTtlMs, limit: limits.liveListMax, after: undefined };
      const [sessions, reservations, branches] = await Promise.all([
        selectActiveSessions(db, workspaceId, { ...page, userId }),
        readLiveReservations(db, workspaceId, { nowMs, userId, limit: limits.liveListMax }),
        activeBranches(db, workspaceId),
      ]);
      return {
        sessions: toSessions(sessions, reservations),
        reservations: await mapInSlices(reservations, (slice) =>
          toReservations(slice, branches, nowMs),
        ),
      };
    },
    async around(workspaceId, surroundings) {
      const nowMs = clock.now();
      const page = { sinceMs: nowMs - sessionTtlMs, limit: maxAround.sessions, after: undefined };
      const [sessions, near, far, branches] = await Promise.all([
        selectActiveSessions(db, workspaceId, page),
        selectReservationsNear(db, workspaceId, { ...surroundings, nowMs, limit: maxAround.near }),
        selectLiveReservations(db, workspaceId, { nowMs, limit: maxAround.far }),
        activeBranches(db, workspaceId),
      ]);
      const nearFiles = new Set(near.map(({ pathKey }) => pathKey));
      const shown = [...near, ...far.filter(({ pathKey }) => !nearFiles.has(pathKey))];
      // Counting reads them all, so that is done only where some were left out.
      const isAll = near.length < maxAround.near && far.length < maxAround.far;
      const count = isAll
        ? shown.length
        : (await countLiveReservations(db, workspaceId, nowMs)).reservations;
      return {
        sessions: toSessions(sessions, shown),
        reservations: toReservations(shown, branches, nowMs),
        reservationCount: count,
      };
    },
  };
}

/** A live session of a conversation. */
export interface LiveSession extends ConversationKey {
  readonly id: string;
}

/** Reads the live sessions of a user in a workspace, without those of subagents. */
export function ownLiveSessions({
  database,
  clock,
  durations,
}: Pick<ServiceDependencies, 'database' | 'clock' | 'durations'>) {
  return async (workspaceId: string, userId: string): Promise<readonly LiveSession[]> => {
    const sinceMs = clock.now() - durations.sessionTtlMs;
    const found = await selectLiveMainSessions(database.reader, { workspaceId, userId, sinceMs });
    return found.map((row) => ({ id: row.id, conversationId: row.conversation_id, agentId: '' }));
  };
}

import { limits } from '../../shared/contract/fields.ts';
import type { ReservationRecord } from '../../shared/reservations/contract.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import {
  selectLiveReservations,
  selectReservationsNear,
  type Surroundings,
} from '../reservations/queries.ts';
import { toReservations } from '../reservations/records.ts';
import { activeBranches } from '../workstream-branches/queries.ts';
import { selectActiveSessions } from './queries.ts';
import { toSessions } from './records.ts';

/** What other slices read of sessions and reservations, as the interface shows them. */
export interface SessionReader {
  active(workspaceId: string): Promise<SessionRecord[]>;
  reservations(workspaceId: string): Promise<ReservationRecord[]>;
  /** For one session: who is active, all reservations near its work, and some of the others. */
  around(
    workspaceId: string,
    near: Surroundings,
  ): Promise<{ sessions: SessionRecord[]; reservations: ReservationRecord[] }>;
}

/** Reading ten thousand reservations for an answer that shows twenty would keep every hook waiting. */
const maxAround = { sessions: 500, near: 500, far: 300 } as const;

export function sessionReader({
  database: { reader: db },
  clock,
  durations: { sessionTtlMs },
}: Pick<ServiceDependencies, 'database' | 'clock' | 'durations'>): SessionReader {
  const liveReservations = (workspaceId: string) =>
    selectLiveReservations(db, workspaceId, { nowMs: clock.now(), limit: limits.liveListMax });
  const activeSessions = (workspaceId: string, limit: number) => {
    const page = { sinceMs: clock.now() - sessionTtlMs, limit, after: undefined };
    return selectActiveSessions(db, workspaceId, page);
  };
  return {
    async active(workspaceId) {
      const [sessions, reservations] = await Promise.all([
        activeSessions(workspaceId, limits.liveListMax),
        liveReservations(workspaceId),
      ]);
      return toSessions(sessions, reservations);
    },
    async reservations(workspaceId) {
      const [reservations, branches] = await Promise.all([
        liveReservations(workspaceId),
        activeBranches(db, workspaceId),
      ]);
      return toReservations(reservations, branches, clock.now());
    },
    async around(workspaceId, surroundings) {
      const nowMs = clock.now();
      const [sessions, near, far, branches] = await Promise.all([
        activeSessions(workspaceId, maxAround.sessions),
        selectReservationsNear(db, workspaceId, { ...surroundings, nowMs, limit: maxAround.near }),
        selectLiveReservations(db, workspaceId, { nowMs, limit: maxAround.far }),
        activeBranches(db, workspaceId),
      ]);
      const nearFiles = new Set(near.map(({ pathKey }) => pathKey));
      const shown = [...near, ...far.filter(({ pathKey }) => !nearFiles.has(pathKey))];
      return {
        sessions: toSessions(sessions, shown),
        reservations: toReservations(shown, branches, nowMs),
      };
    },
  };
}

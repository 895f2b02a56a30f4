import { grouped } from '../../../shared/kernel/grouped.ts';
import { placeLabel } from '../../../shared/feed/sentence.ts';
import { shownId } from '../../../shared/kernel/display.ts';
import type { SessionRecord } from '../../../shared/sessions/contract.ts';
import type { DaemonStatus, ShownReservation } from '../../../shared/status/contract.ts';

/** One agent with its reservations; `session` is undefined when the session has expired and its reservations have not. */
export interface Agent {
  readonly id: string;
  readonly session: SessionRecord | undefined;
  readonly user: string;
  readonly agentType: string;
  readonly task: string;
  readonly reservations: readonly ShownReservation[];
}

/** The active sessions in their order with their live reservations, then the expired sessions that still have some. */
export function agentsWithReservations({
  sessions,
  reservations,
  now,
}: Pick<DaemonStatus, 'sessions' | 'reservations' | 'now'>): Agent[] {
  const live = reservations.filter((reservation) => Date.parse(reservation.expires_at) > now);
  const bySession = grouped(live, (reservation) => reservation.session_id);
  const known = new Set(sessions.map(({ id }) => id));
  const active = sessions.map((session) => present(session, bySession.get(session.id) ?? []));
  const gone = [...bySession]
    .filter(([id]) => !known.has(id))
    .map(([, reservations]) => absent(reservations));
  return [...active, ...gone];
}

/** At least one. */
type NonEmpty = [ShownReservation, ...ShownReservation[]];

function present(session: SessionRecord, reservations: readonly ShownReservation[]): Agent {
  const { id, user_name: user, agent_type: agentType, current_task: task } = session;
  return { id, session, user, agentType, task, reservations };
}

function absent(reservations: NonEmpty): Agent {
  const {
    session_id: id,
    user_name: user,
    agent_type: agentType,
    current_task: task,
  } = reservations[0];
  return { id, session: undefined, user, agentType, task, reservations };
}

/** The reserved symbols, or the file when it is reserved whole. */
export function reservationLabel({
  file_path: path,
  symbol_ids: ids,
  lines,
}: ShownReservation): string {
  return ids.length === 0
    ? `${shownId(path)} (whole file)`
    : ids.map((id) => placeLabel(id, lines?.ranges)).join(', ');
}

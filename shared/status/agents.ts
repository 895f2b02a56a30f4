import { symbolName } from '../feed/sentence.ts';
import { asData } from '../kernel/display.ts';
import type { SessionRecord } from '../sessions/contract.ts';
import type { DaemonStatus, ShownReservation } from './contract.ts';

/** One agent with what it holds; `session` is undefined when it is gone and still holds something. */
export interface Agent {
  readonly id: string;
  readonly session: SessionRecord | undefined;
  readonly user: string;
  readonly agentType: string;
  readonly task: string;
  readonly holds: readonly ShownReservation[];
}

/** The active sessions in their order with their live holds, and after them who has left and still holds something. */
export function agentsOf({
  sessions,
  reservations,
  now,
}: Pick<DaemonStatus, 'sessions' | 'reservations' | 'now'>): Agent[] {
  const live = reservations.filter((held) => Date.parse(held.expires_at) > now);
  const bySession = groupBySession(live);
  const known = new Set(sessions.map(({ id }) => id));
  const active = sessions.map((session) => present(session, bySession.get(session.id) ?? []));
  const gone = [...bySession].filter(([id]) => !known.has(id)).map(([, holds]) => absent(holds));
  return [...active, ...gone];
}

function groupBySession(holds: readonly ShownReservation[]): Map<string, Held> {
  const groups = new Map<string, Held>();
  for (const held of holds) {
    const group = groups.get(held.session_id);
    if (group === undefined) groups.set(held.session_id, [held]);
    else group.push(held);
  }
  return groups;
}

/** At least one. */
type Held = [ShownReservation, ...ShownReservation[]];

function present(session: SessionRecord, holds: readonly ShownReservation[]): Agent {
  const { id, user_name: user, agent_type: agentType, current_task: task } = session;
  return { id, session, user, agentType, task, holds };
}

function absent(holds: Held): Agent {
  const { session_id: id, user_name: user, agent_type: agentType, current_task: task } = holds[0];
  return { id, session: undefined, user, agentType, task, holds };
}

/** The symbols that are held, or the file when it is held whole. */
export function holdLabel({ file_path: path, symbol_ids: ids }: ShownReservation): string {
  return ids.length === 0 ? `${asData(path)} (whole file)` : ids.map(symbolName).join(', ');
}

import type { LogEvent } from '../../../../shared/contract/events/events.ts';
import {
  toTrackedReservations,
  toTrackedSession,
  type TrackedReservation,
  type TrackedSession,
} from '../../../../shared/replica/tracked.ts';
import {
  ReservationsDraft,
  type ReservedFiles,
} from '../../../../shared/replica/reservations-draft.ts';
import { changeBy } from '../../../../shared/replica/work.ts';
import { pathKey } from '../../../../shared/kernel/paths.ts';
import type { ReservationRecord } from '../../../../shared/reservations/contract.ts';
import { symbolIdUnlessWhole } from '../../../../shared/reservations/symbol-names.ts';
import type { SessionRecord } from '../../../../shared/sessions/contract.ts';

/** An agent at work: one session. Times are milliseconds since the Unix epoch. */
export interface Agent {
  readonly id: string;
  readonly userId: string;
  readonly user: string;
  /** What the agent runs in, such as `claude-code`. */
  readonly client: string;
  /** Of a subagent; empty for others. */
  readonly agentId: string;
  readonly task: string;
  readonly file: string;
  readonly branch: string;
  readonly startedAt: number;
  readonly lastSignAt: number;
}

/** One symbol of a file, or the whole file, that a session has reserved. */
export interface Hold {
  /** Unique among all holds. */
  readonly key: string;
  readonly file: string;
  /** A symbol id; empty for the whole file. */
  readonly symbol: string;
  readonly sessionId: string;
  readonly user: string;
  readonly task: string;
  readonly sinceSeq: number;
  readonly expiresAt: number;
}

/** Who works, and what is reserved. */
export interface Team {
  readonly agents: ReadonlyMap<string, Agent>;
  readonly holds: ReadonlyMap<string, Hold>;
}

const keptEnded = 1_000;

/** All that the log says of who works and what is reserved. */
export interface Work {
  readonly sessions: ReadonlyMap<string, TrackedSession>;
  readonly reservations: ReservedFiles;
}

export const noWork: Work = { sessions: new Map(), reservations: new Map() };

/** DSH-1: the work as the lists of the interface say it is. */
export function workOf(
  sessions: readonly SessionRecord[],
  reservations: readonly ReservationRecord[],
): Work {
  const draft = new ReservationsDraft(new Map());
  for (const one of reservations.flatMap(toTrackedReservations))
    draft.put(pathKey(one.filePath), one, 0);
  const active = sessions.map((session) => [session.id, toTrackedSession(session)] as const);
  return { sessions: new Map(active), reservations: new Map(draft.changed()) };
}

/** DSH-1: the work after these events of the log, in their order. An event that is already contained changes nothing. */
export function afterEvents(work: Work, events: readonly LogEvent[]): Work {
  const sessions = new Map(work.sessions);
  const draft = new ReservationsDraft(work.reservations);
  for (const event of events) {
    const session = changeBy(event, { sessions, reservations: draft }) ?? synced(event, sessions);
    if (session !== undefined) sessions.set(session.id, session);
  }
  const reservations = new Map(work.reservations);
  for (const [key, all] of draft.changed()) {
    if (all.length === 0) reservations.delete(key);
    else reservations.set(key, all);
  }
  return { sessions: withoutOldest(sessions), reservations };
}

/** Who asks what the others do has given a sign. */
function synced(event: LogEvent, sessions: Work['sessions']): TrackedSession | undefined {
  const session = event.type === 'agent_sync' ? sessions.get(event.session_id) : undefined;
  return session && { ...session, lastHeartbeatMs: Date.parse(event.at) };
}

/** One that expired may hold something still, so the last that have ended are kept. */
function withoutOldest(sessions: Map<string, TrackedSession>): Map<string, TrackedSession> {
  const ended = [...sessions.values()].filter(({ active }) => !active);
  for (const { id } of ended.slice(0, -keptEnded)) sessions.delete(id);
  return sessions;
}

/** Who is here, and what is held, in the order in which it was taken. */
export function teamOf({ sessions, reservations }: Work): Team {
  const active = [...sessions.values()].filter((session) => session.active);
  const held = [...reservations.values()]
    .flat()
    .sort((one, other) => one.fence - other.fence)
    .map((reservation) => toHold(reservation, sessions));
  return {
    agents: new Map(active.map((session) => [session.id, toAgent(session)])),
    holds: new Map(held.map((hold) => [hold.key, hold])),
  };
}

function toAgent(session: TrackedSession): Agent {
  return {
    id: session.id,
    userId: session.userId,
    user: session.userName,
    client: session.agentType,
    agentId: session.agentId,
    task: session.task,
    file: session.currentFile,
    branch: session.branch,
    startedAt: session.startedAtMs,
    lastSignAt: session.lastHeartbeatMs,
  };
}

/** A hold stays the same object while nothing of it changes: by that, views know what they need not draw again. */
const holds = new WeakMap<TrackedReservation, Hold>();

/** What a session holds, it holds for what it works on now. */
function toHold(reservation: TrackedReservation, sessions: Work['sessions']): Hold {
  const { filePath: file, sessionId, userName: user, fence: sinceSeq, expiresAt } = reservation;
  const task = sessions.get(sessionId)?.task ?? reservation.task;
  const before = holds.get(reservation);
  if (before?.task === task) return before;
  const symbol = symbolIdUnlessWhole(file, reservation.symbol) ?? '';
  const key = `${sessionId}\n${file}\n${symbol}`;
  const hold = { key, file, symbol, sessionId, user, task, sinceSeq, expiresAt };
  holds.set(reservation, hold);
  return hold;
}

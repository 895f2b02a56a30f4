import type { LogEvent } from '../../../../shared/contract/events/events.ts';
import type { ReservationRecord } from '../../../../shared/reservations/contract.ts';
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

export const nobody: Team = { agents: new Map(), holds: new Map() };

/** DSH-1: the team as the lists of the interface say it is. */
export function teamOf(
  sessions: readonly SessionRecord[],
  reservations: readonly ReservationRecord[],
): Team {
  const holds = reservations.flatMap(toHolds);
  return {
    agents: new Map(sessions.map((session) => [session.id, toAgent(session)])),
    holds: new Map(holds.map((hold) => [hold.key, hold])),
  };
}

/** DSH-1: the team after these events of the log, in their order. An event that is already contained changes nothing. */
export function afterEvents(team: Team, events: readonly LogEvent[]): Team {
  const agents = new Map(team.agents);
  const holds = new Map(team.holds);
  for (const event of events) apply(agents, holds, event);
  return { agents, holds };
}

function apply(agents: Map<string, Agent>, holds: Map<string, Hold>, event: LogEvent): void {
  switch (event.type) {
    case 'session_started':
      agents.set(event.session_id, started(event));
      return retask(holds, event);
    case 'session_updated':
      retask(holds, event);
      return change(agents, event.session_id, {
        task: event.task,
        branch: event.branch,
        file: event.current_file,
        lastSignAt: Date.parse(event.at),
      });
    case 'session_ended':
      agents.delete(event.session_id);
      // RSV-8: what an expired session holds stays until its own time is over.
      if (event.reason !== 'expired') dropHolds(holds, event.session_id);
      return;
    case 'file_reserved':
      for (const hold of granted(event)) take(holds, hold);
      return change(agents, event.session_id, {
        file: event.file,
        lastSignAt: Date.parse(event.at),
      });
    case 'file_released':
      for (const symbol of placesOf(event.symbols))
        holds.delete(keyOf(event.session_id, event.file, symbol));
      return;
    case 'agent_sync':
      return change(agents, event.session_id, { lastSignAt: Date.parse(event.at) });
    default:
  }
}

type EventOf<Type extends LogEvent['type']> = Extract<LogEvent, { type: Type }>;

function started(event: EventOf<'session_started'>): Agent {
  return {
    id: event.session_id,
    userId: event.user_id,
    user: event.user,
    client: event.agent_type,
    agentId: event.agent_id,
    task: event.task,
    file: '',
    branch: event.branch,
    startedAt: Date.parse(event.started_at ?? event.at),
    lastSignAt: Date.parse(event.at),
  };
}

function change(agents: Map<string, Agent>, id: string, changes: Partial<Agent>): void {
  const before = agents.get(id);
  if (before !== undefined) agents.set(id, { ...before, ...changes });
}

/** What was held before is held since then; who takes the whole file no longer holds parts of it. */
function take(holds: Map<string, Hold>, hold: Hold): void {
  const sinceSeq = holds.get(hold.key)?.sinceSeq ?? hold.sinceSeq;
  if (hold.symbol === '')
    for (const [key, { sessionId, file }] of holds)
      if (sessionId === hold.sessionId && file === hold.file) holds.delete(key);
  holds.set(hold.key, { ...hold, sinceSeq });
}

/** What a session holds, it holds for what it works on now. */
function retask(holds: Map<string, Hold>, { session_id: sessionId, task }: SessionTask): void {
  for (const [key, hold] of holds)
    if (hold.sessionId === sessionId && hold.task !== task) holds.set(key, { ...hold, task });
}

type SessionTask = Pick<EventOf<'session_updated'>, 'session_id' | 'task'>;

function dropHolds(holds: Map<string, Hold>, sessionId: string): void {
  for (const [key, hold] of holds) if (hold.sessionId === sessionId) holds.delete(key);
}

function granted(event: EventOf<'file_reserved'>): Hold[] {
  const { file, session_id: sessionId, by: user, task, seq: sinceSeq } = event;
  const expiresAt = Date.parse(event.expires_at);
  return placesOf(event.symbols).map((symbol) => {
    const key = keyOf(sessionId, file, symbol);
    return { key, file, symbol, sessionId, user, task, sinceSeq, expiresAt };
  });
}

/** No symbols mean the whole file. */
function placesOf(symbols: readonly string[]): readonly string[] {
  return symbols.length === 0 ? [''] : symbols;
}

function keyOf(sessionId: string, file: string, symbol: string): string {
  return `${sessionId}\n${file}\n${symbol}`;
}

function toAgent(session: SessionRecord): Agent {
  return {
    id: session.id,
    userId: session.user_id,
    user: session.user_name,
    client: session.agent_type,
    agentId: session.agent_id ?? '',
    task: session.current_task,
    file: session.current_file,
    branch: session.branch,
    startedAt: Date.parse(session.started_at),
    lastSignAt: Date.parse(session.last_heartbeat),
  };
}

function toHolds(record: ReservationRecord): Hold[] {
  const { file_path: file, session_id: sessionId, user_name: user, fence: sinceSeq } = record;
  const expiresAt = Date.parse(record.expires_at);
  return placesOf(record.symbol_ids).map((symbol) => {
    const key = keyOf(sessionId, file, symbol);
    return { key, file, symbol, sessionId, user, task: record.current_task, sinceSeq, expiresAt };
  });
}

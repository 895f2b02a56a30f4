import { asData, asExact } from '../kernel/display.ts';
import { pathKey } from '../kernel/paths.ts';
import type { ReservationRecord } from '../reservations/contract.ts';
import type { SessionRecord } from '../sessions/contract.ts';
import type { SyncAnswer } from './contract.ts';
import { withinBudget } from './budget.ts';
import type { KnowledgeIndex } from './relevant-knowledge.ts';
import { relevantWork, type TeamWork } from './relevant-work.ts';

type SyncConflict = SyncAnswer['conflicts'][number];

export interface SyncFacts {
  readonly sessions: readonly SessionRecord[];
  readonly reservations: readonly ReservationRecord[];
  /** How many are live in the workspace, of which `reservations` may be a part. */
  readonly reservationCount: number;
  /** The session that asks. */
  readonly sessionId: string;
  /** Whose session that is. */
  readonly userId: string;
  /** The files that it is about to touch, in their canonical form. */
  readonly files: readonly string[];
  readonly task: string;
  readonly knowledge: KnowledgeIndex;
  readonly work: TeamWork;
  /** The branch that the request names; without one, the branch of the asking session counts. */
  readonly branch?: string | undefined;
  readonly nowMs: number;
}

/** Characters of the answer's JSON that each part may take: an agent pays for them in its context. */
const budget = { agents: 4_000, reservations: 4_000, conflicts: 2_500 } as const;
/** Of the reservations in files that the agent does not work on, only some are listed, as examples. */
export const maxFarReservations = 10;
const max = { filesOfAgent: 10, symbols: 20 } as const;

/** What the other agents do and have reserved, and where the asking session would conflict with them. */
export function syncAnswer(facts: SyncFacts): SyncAnswer {
  const live = facts.reservations.filter(
    (reservation) => Date.parse(reservation.expires_at) > facts.nowMs,
  );
  const files = nearbyFiles(facts, live);
  const near = new Set(files.map(pathKey));
  const isNear = (reservation: ReservationRecord) => near.has(pathKey(reservation.file_path));
  const [close, far] = split(live, isNear);
  const [own, closeOfOthers] = split(close, (one) => one.session_id === facts.sessionId);
  const reservations = withinBudget(
    [...closeOfOthers, ...far.slice(0, maxFarReservations), ...own],
    toReservation,
    budget.reservations,
  );
  const leftOut = facts.reservationCount - reservations.length;
  return {
    session_id: facts.sessionId,
    agents: withinBudget(
      facts.sessions.filter(({ id }) => id !== facts.sessionId),
      toAgent,
      budget.agents,
    ),
    reservations,
    ...(leftOut > 0 && { reservations_left_out: leftOut }),
    conflicts: withinBudget(
      close.flatMap((reservation) => conflictsOf(reservation, facts)),
      (conflict) => conflict,
      budget.conflicts,
    ),
    ...facts.knowledge.relevantTo({ files, task: facts.task }, facts.nowMs),
    ...relevantWork(facts.work, {
      userId: facts.userId,
      sessionId: facts.sessionId,
      branch: branchOf(facts),
      files,
    }),
  };
}

function branchOf({ sessions, sessionId, branch }: SyncFacts): string {
  return branch ?? sessions.find(({ id }) => id === sessionId)?.branch ?? '';
}

/** The files that the session named or has reserved something of. */
function nearbyFiles(facts: SyncFacts, live: readonly ReservationRecord[]): string[] {
  const own = live.filter((reservation) => reservation.session_id === facts.sessionId);
  return [...facts.files, ...own.map((reservation) => reservation.file_path)];
}

function split<T>(items: readonly T[], isIn: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isIn), items.filter((item) => !isIn(item))];
}

function conflictsOf(reservation: ReservationRecord, facts: SyncFacts): SyncConflict[] {
  if (reservation.session_id === facts.sessionId) return [];
  const other = {
    file: reservation.file_path,
    other_agent: nameOf(reservation.reserved_by),
    other_task: taskOf(reservation.current_task),
  };
  if (reservation.symbol_ids.length === 0)
    return [{ type: 'file', severity: 'blocking', ...other }];
  return reservation.symbol_ids.map((symbol) => ({
    type: 'symbol',
    severity: 'nearby',
    ...other,
    symbol,
  }));
}

function toAgent(session: SessionRecord): SyncAnswer['agents'][number] {
  return {
    session_id: session.id,
    user_name: nameOf(session.user_name),
    agent_type: nameOf(session.agent_type),
    current_task: taskOf(session.current_task),
    current_file: session.current_file,
    branch: asExact(session.branch),
    reserved_files: session.reserved_files.slice(0, max.filesOfAgent),
  };
}

function toReservation(reservation: ReservationRecord): SyncAnswer['reservations'][number] {
  return {
    file_path: reservation.file_path,
    symbol_ids: reservation.symbol_ids.slice(0, max.symbols),
    reserved_by: nameOf(reservation.reserved_by),
    session_id: reservation.session_id,
    current_task: taskOf(reservation.current_task),
    ...(reservation.workstream_slug !== undefined && {
      workstream_slug: reservation.workstream_slug,
    }),
    expires_at: reservation.expires_at,
    minutes_remaining: reservation.minutes_remaining,
  };
}

function nameOf(name: string): string {
  return asData(name, 80);
}

function taskOf(task: string): string {
  return asData(task, 160);
}

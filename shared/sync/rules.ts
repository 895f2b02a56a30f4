import { pathKey } from '../kernel/paths.ts';
import type { ReservationRecord } from '../reservations/contract.ts';
import type { SessionRecord } from '../sessions/contract.ts';
import type { SyncAnswer } from './contract.ts';
import { relevantKnowledge, type TeamKnowledge } from './knowledge.ts';
import { relevantWork, type TeamWork } from './work.ts';

type SyncConflict = SyncAnswer['conflicts'][number];

export interface SyncFacts {
  readonly sessions: readonly SessionRecord[];
  readonly reservations: readonly ReservationRecord[];
  /** The session that asks. */
  readonly sessionId: string;
  /** The files that it is about to touch, in their canonical form. */
  readonly files: readonly string[];
  readonly task: string;
  readonly knowledge: TeamKnowledge;
  readonly work: TeamWork;
  /** Where the asking session says that it works; otherwise what its session says counts. */
  readonly branch?: string | undefined;
  readonly nowMs: number;
}

/** An agent reads the answer in its context, so it is bounded; what concerns the asking session comes first. */
const most = { agents: 30, farReservations: 20, reservations: 100, conflicts: 50 } as const;

/** What the other agents do and hold, and where the asking session would collide with them. */
export function syncAnswer(facts: SyncFacts): SyncAnswer {
  const live = facts.reservations.filter((held) => Date.parse(held.expires_at) > facts.nowMs);
  const files = nearbyFiles(facts, live);
  const near = new Set(files.map(pathKey));
  const isNear = (held: ReservationRecord) => near.has(pathKey(held.file_path));
  const [close, far] = split(live, isNear);
  return {
    session_id: facts.sessionId,
    agents: facts.sessions
      .filter(({ id }) => id !== facts.sessionId)
      .slice(0, most.agents)
      .map(toAgent),
    reservations: [...close, ...far.slice(0, most.farReservations)].slice(0, most.reservations),
    conflicts: close.flatMap((held) => conflictsOf(held, facts)).slice(0, most.conflicts),
    ...relevantKnowledge(facts.knowledge, { files, task: facts.task }, facts.nowMs),
    your_work: [],
    ...relevantWork(facts.work, { sessionId: facts.sessionId, branch: branchOf(facts), files }),
  };
}

/** `files` of the request: comma-separated, as the tools take them. */
export function splitFiles(files: string | undefined): string[] {
  return (files ?? '')
    .split(',')
    .map((file) => file.trim())
    .filter((file) => file !== '');
}

function branchOf({ sessions, sessionId, branch }: SyncFacts): string {
  return branch ?? sessions.find(({ id }) => id === sessionId)?.branch ?? '';
}

/** The files that the session named or holds something of. */
function nearbyFiles(facts: SyncFacts, live: readonly ReservationRecord[]): string[] {
  const own = live.filter((held) => held.session_id === facts.sessionId);
  return [...facts.files, ...own.map((held) => held.file_path)];
}

function split<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}

function conflictsOf(held: ReservationRecord, facts: SyncFacts): SyncConflict[] {
  if (held.session_id === facts.sessionId) return [];
  const other = {
    file: held.file_path,
    other_agent: held.reserved_by,
    other_task: held.current_task,
  };
  if (held.symbol_ids.length === 0) return [{ type: 'file', severity: 'blocking', ...other }];
  return held.symbol_ids.map((symbol) => ({
    type: 'symbol',
    severity: 'nearby',
    ...other,
    symbol,
  }));
}

function toAgent(session: SessionRecord): SyncAnswer['agents'][number] {
  return {
    session_id: session.id,
    user_name: session.user_name,
    agent_type: session.agent_type,
    current_task: session.current_task,
    current_file: session.current_file,
    branch: session.branch,
    reserved_files: session.reserved_files,
  };
}

import type { historyOperations } from '../../shared/history/contract.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import type { Handlers } from '../kernel/handlers.ts';
import { activity } from './activity.ts';
import { listEvents } from './list-events.ts';
import type { Output } from '../../shared/api/operations.ts';
import { conventionStatus } from '../../shared/conventions/contract.ts';
import { decisionState } from '../../shared/decisions/contract.ts';
import { negotiationStatus } from '../../shared/negotiations/contract.ts';
import { taskStatus } from '../../shared/tasks/contract.ts';
import { packageStatus } from '../../shared/work-packages/contract.ts';
import type { Scope } from '../access/authorizer.ts';
import { countLiveReservations } from '../reservations/live-queries.ts';
import { countActiveSessions } from '../sessions/queries.ts';
import { atOneMoment, type Database } from '../store/database.ts';
import { hasEventAfter, newestSeq } from '../store/event-queries.ts';
import { countHeld } from '../branches/queries.ts';
import { countOpenWorkstreams } from '../gate/runs/queries.ts';
import { countTasks } from '../tasks/queries.ts';
import { countActiveWorkstreams } from '../workstreams/queries.ts';
import { readerOf } from '../workstream-branches/queries.ts';
import * as queries from './queries.ts';
import type { Db } from '../store/schema.ts';

interface HistoryDependencies extends Pick<
  ServiceDependencies,
  'database' | 'authorizer' | 'clock' | 'durations'
> {
  /** Whether a daemon of the workspace has been connected since this process started. */
  readonly hadDaemon: (workspaceId: string) => boolean;
}

export function historyService({
  database,
  authorizer,
  clock,
  durations: { sessionTtlMs },
  hadDaemon,
}: HistoryDependencies): Handlers<keyof typeof historyOperations> {
  return {
    listEvents: (input) => listEvents(database, input),
    activity: (input) => activity(database, input, clock.now()),
    async summary({ id }, call) {
      const scope = await authorizer.enter(call, { id }, 'member');
      if (isRefusal(scope)) return scope;
      const now = { nowMs: clock.now(), sessionTtlMs, hadDaemon: hadDaemon(id) };
      return summarize(database, scope, now);
    },
  };
}

type Summary = Output<'summary'>;

/** When it is, and what the database does not know. */
interface Circumstances {
  readonly nowMs: number;
  readonly sessionTtlMs: number;
  /** Whether a daemon of the workspace has been connected since this process started. */
  readonly hadDaemon: boolean;
}

/** FED-7: how many there are of everything that the lists show to this caller, at one moment. */
export function summarize(
  database: Database,
  scope: Scope,
  circumstances: Circumstances,
): Promise<Summary> {
  return atOneMoment(database, async (db) => {
    const records = await countRecords(db, scope);
    return {
      seq: await newestSeq(db, scope.workspaceId),
      ...(await countLive(db, scope, circumstances)),
      ...records,
      waiting: await countWaiting(db, scope, records),
      first_steps: await firstSteps(db, scope.workspaceId, circumstances),
    };
  });
}

async function countLive(db: Db, scope: Scope, { nowMs, sessionTtlMs }: Circumstances) {
  const { workspaceId: id } = scope;
  const { reservations, files } = await countLiveReservations(db, id, nowMs);
  return {
    sessions: await countActiveSessions(db, id, nowMs - sessionTtlMs),
    reservations,
    reserved_files: files,
    active_workstreams: await countActiveWorkstreams(db, id, readerOf(scope)),
    waits: await queries.countWaiting(db, id),
  };
}

async function countRecords(db: Db, scope: Scope) {
  const { workspaceId: id } = scope;
  const of = (table: Parameters<typeof queries.countByStatus>[2]) =>
    queries.countByStatus(db, id, table);
  return {
    negotiations: eachOf(negotiationStatus.options, await of('negotiations')),
    decisions: eachOf(decisionState.options, await queries.countDecisions(db, id)),
    conventions: eachOf(conventionStatus.options, await of('conventions')),
    tasks: eachOf(taskStatus.options, await countTasks(db, id, readerOf(scope))),
    work_packages: eachOf(packageStatus.options, await of('work_packages')),
    meetings: await queries.countRecords(db, id, 'meetings'),
    members: await queries.countRecords(db, id, 'members'),
  };
}

/** What waits for a person: the rest of it are states of records that are counted already. */
async function countWaiting(
  db: Db,
  scope: Scope,
  { negotiations, decisions, conventions }: Awaited<ReturnType<typeof countRecords>>,
): Promise<Summary['waiting']> {
  const { workspaceId: id } = scope;
  const reader = readerOf(scope);
  const { results, suggestions } = await queries.countUnreviewed(db, id);
  const counts = {
    negotiations: negotiations.escalated,
    proposed_decisions: decisions.proposed,
    stale_decisions: decisions.stale,
    proposed_conventions: conventions.proposed,
    meeting_results: results,
    gate_runs: await countOpenWorkstreams(db, id, reader),
    branches: await countHeld(db, id, reader),
  };
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return { ...counts, meeting_suggestions: suggestions, total };
}

async function firstSteps(
  db: Db,
  id: string,
  { hadDaemon }: Circumstances,
): Promise<Summary['first_steps']> {
  const reserved = { after: 0, types: ['file_reserved'] };
  return {
    daemon: hadDaemon || (await queries.hasRows(db, id, 'symbol_files')),
    hook: await queries.hasRows(db, id, 'sessions'),
    reservation:
      (await queries.hasRows(db, id, 'reservations')) || (await hasEventAfter(db, id, reserved)),
  };
}

function eachOf<Name extends string>(
  names: readonly Name[],
  counts: ReadonlyMap<string, number>,
): Record<Name, number> {
  const entries = names.map((name) => [name, counts.get(name) ?? 0] as const);
  return Object.fromEntries(entries) as Record<Name, number>;
}

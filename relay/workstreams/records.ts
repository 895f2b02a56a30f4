import { limits } from '../../shared/contract/fields.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type {
  BranchesOfWork,
  Visibility,
  WorkstreamRecord,
  WorkstreamStatus,
} from '../../shared/workstreams/contract.ts';
import { workstreamOf } from '../../shared/workstreams/rules.ts';
import { selectLiveReservations, type ListedReservation } from '../reservations/queries.ts';
import { toReservation } from '../reservations/records.ts';
import { selectActiveSessions, type Session } from '../sessions/queries.ts';
import { activeBranches } from '../workstream-branches/queries.ts';
import { selectMembers, type Member } from './member-queries.ts';
import type { Db, Workstream } from './queries.ts';

export interface Now {
  readonly nowMs: number;
  readonly sessionTtlMs: number;
}

type MemberRecord = WorkstreamRecord['members'][number];

/** Who works in a workspace at one time, and what is reserved. */
interface WorkspaceWork {
  readonly nowMs: number;
  readonly active: BranchesOfWork;
  readonly members: readonly Member[];
  readonly sessions: readonly Session[];
  readonly reservations: readonly ListedReservation[];
}

/** The workstreams as the interface shows them, with who works in them now and what they hold. All of one workspace. */
export async function toRecords(
  db: Db,
  rows: readonly Workstream[],
  now: Now,
): Promise<WorkstreamRecord[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const work = await loadWork(db, first.workspace_id, {
    ...now,
    slugs: rows.map(({ slug }) => slug),
  });
  return rows.map((row) => toRecord(row, work));
}

/** One after the other, because a command's transaction has a single connection. */
async function loadWork(
  db: Db,
  workspaceId: string,
  { nowMs, sessionTtlMs, slugs }: Now & { slugs: readonly string[] },
): Promise<WorkspaceWork> {
  const limit = limits.liveListMax;
  const page = { sinceMs: nowMs - sessionTtlMs, limit, after: undefined };
  return {
    nowMs,
    active: await activeBranches(db, workspaceId),
    members: await selectMembers(db, workspaceId, slugs),
    sessions: await selectActiveSessions(db, workspaceId, page),
    reservations: await selectLiveReservations(db, workspaceId, { nowMs, limit }),
  };
}

function toRecord(row: Workstream, work: WorkspaceWork): WorkstreamRecord {
  return {
    slug: row.slug,
    title: row.title,
    description: row.description,
    branch: row.branch,
    base_branch: row.base_branch,
    visibility: row.visibility as Visibility,
    status: row.status as WorkstreamStatus,
    created_by: row.created_by,
    created_by_name: row.created_by_name,
    created_at: toTimestamp(row.created_at),
    ended_at: row.ended_at === null ? undefined : toTimestamp(row.ended_at),
    reason: row.reason === '' ? undefined : row.reason,
    pr_url: row.pr_url === '' ? undefined : row.pr_url,
    members: [...sessionsIn(row, work), ...personsIn(row, work)],
    reservations: work.reservations
      .filter(({ workstream, branch }) => isIn(row, { joined: workstream, branch }, work))
      .map((reservation) =>
        toReservation(reservation, { nowMs: work.nowMs, workstream: row.slug }),
      ),
  };
}

/** WST-2: the live sessions; only one that joined has a time for it. */
function sessionsIn(row: Workstream, work: WorkspaceWork): MemberRecord[] {
  const joinedAt = new Map(
    work.members
      .filter(({ slug }) => slug === row.slug)
      .map((member) => [member.session_id, member.joined_at]),
  );
  return work.sessions
    .filter(({ workstream, branch }) => isIn(row, { joined: workstream, branch }, work))
    .map((session) => ({
      user_id: session.user_id,
      user_name: session.user_name,
      session_id: session.id,
      agent_type: session.agent_type,
      current_task: session.task,
      // A subagent is in it because its conversation is.
      ...(session.workstream === row.slug && {
        joined_at: toTimestamp(joinedAt.get(session.id) ?? session.started_at),
      }),
    }));
}

function personsIn(row: Workstream, { members }: WorkspaceWork): MemberRecord[] {
  return members
    .filter(({ slug, session_id }) => slug === row.slug && session_id === '')
    .map(({ user_id, user_name, joined_at }) => ({
      user_id,
      user_name,
      joined_at: toTimestamp(joined_at),
    }));
}

/** Nobody works in one that has ended. */
function isIn(
  row: Workstream,
  session: { joined: string; branch: string },
  work: WorkspaceWork,
): boolean {
  return workstreamOf(session, work.active)?.slug === row.slug;
}

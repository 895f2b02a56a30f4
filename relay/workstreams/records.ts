import { limits } from '../../shared/contract/fields.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type {
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

/** Who works in a workspace at one time, and what is reserved, by the slug of the workstream that it belongs to. */
interface WorkspaceWork {
  readonly nowMs: number;
  readonly members: ReadonlyMap<string, readonly Member[]>;
  readonly sessions: ReadonlyMap<string, readonly Session[]>;
  readonly reservations: ReadonlyMap<string, readonly ListedReservation[]>;
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
    rows,
  });
  return rows.map((row) => toRecord(row, work));
}

/** One after the other, because a command's transaction has a single connection. Nobody works in one that has ended (WST-2). */
async function loadWork(
  db: Db,
  workspaceId: string,
  { rows, nowMs, sessionTtlMs }: Now & { readonly rows: readonly Workstream[] },
): Promise<WorkspaceWork> {
  const slugs = rows.map(({ slug }) => slug);
  const members = groupedBy(await selectMembers(db, workspaceId, slugs), ({ slug }) => slug);
  if (rows.every(({ status }) => status !== 'active'))
    return { nowMs, members, sessions: new Map(), reservations: new Map() };
  const limit = limits.liveListMax;
  const page = { sinceMs: nowMs - sessionTtlMs, limit, after: undefined };
  const active = await activeBranches(db, workspaceId);
  const slugOf = ({ workstream: joined, branch }: { workstream: string; branch: string }) =>
    workstreamOf({ joined, branch }, active)?.slug;
  return {
    nowMs,
    members,
    sessions: groupedBy(await selectActiveSessions(db, workspaceId, page), slugOf),
    reservations: groupedBy(
      await selectLiveReservations(db, workspaceId, { nowMs, limit }),
      slugOf,
    ),
  };
}

/** Once for all workstreams: of the many that are listed each would look at all. */
function groupedBy<T>(
  items: readonly T[],
  slugOf: (item: T) => string | undefined,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const slug = slugOf(item);
    if (slug === undefined) continue;
    const group = groups.get(slug);
    if (group === undefined) groups.set(slug, [item]);
    else group.push(item);
  }
  return groups;
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
    reservations: (work.reservations.get(row.slug) ?? []).map((reservation) =>
      toReservation(reservation, { nowMs: work.nowMs, workstream: row.slug }),
    ),
  };
}

/** WST-2: the live sessions; only one that joined has a time for it. */
function sessionsIn({ slug }: Workstream, work: WorkspaceWork): MemberRecord[] {
  const members = work.members.get(slug) ?? [];
  const joinedAt = new Map(members.map((member) => [member.session_id, member.joined_at]));
  return (work.sessions.get(slug) ?? []).map((session) => ({
    user_id: session.user_id,
    user_name: session.user_name,
    session_id: session.id,
    agent_type: session.agent_type,
    current_task: session.task,
    // A subagent is in it because its conversation is.
    ...(session.workstream === slug && {
      joined_at: toTimestamp(joinedAt.get(session.id) ?? session.started_at),
    }),
  }));
}

function personsIn({ slug }: Workstream, { members }: WorkspaceWork): MemberRecord[] {
  return (members.get(slug) ?? [])
    .filter(({ session_id }) => session_id === '')
    .map(({ user_id, user_name, joined_at }) => ({
      user_id,
      user_name,
      joined_at: toTimestamp(joined_at),
    }));
}

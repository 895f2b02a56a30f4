import { limits } from '../../shared/contract/fields.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type {
  Visibility,
  WorkstreamRecord,
  WorkstreamStatus,
} from '../../shared/workstreams/contract.ts';
import { workstreamOf } from '../../shared/workstreams/rules.ts';
import type { ReservationRecord } from '../../shared/reservations/contract.ts';
import { mapInSlices } from '../kernel/in-slices.ts';
import {
  countReservationsByPlace,
  selectLiveReservations,
  type ListedReservation,
  readLiveReservations,
} from '../reservations/live-queries.ts';
import { toReservationRecord } from '../../shared/reservations/record.ts';
import { selectActiveSessions, type Session } from '../sessions/queries.ts';
import type { Database } from '../store/database.ts';
import { activeBranches } from '../workstream-branches/queries.ts';
import { selectMembers, type Member } from './member-queries.ts';
import type { Workstream } from './queries.ts';
import type { Db } from '../store/schema.ts';
import { grouped } from '../../shared/kernel/grouped.ts';

export interface Now {
  readonly nowMs: number;
  readonly sessionTtlMs: number;
}

type MemberRecord = WorkstreamRecord['members'][number];

/** Who works in a workspace at one time, and what is reserved, by the slug of the workstream that it belongs to. */
interface WorkspaceWork {
  readonly members: ReadonlyMap<string, readonly Member[]>;
  readonly sessions: ReadonlyMap<string, readonly Session[]>;
  readonly reservations: ReadonlyMap<string, readonly ReservationRecord[]>;
  /** In place of the reservations. */
  readonly counts?: ReadonlyMap<string, number>;
}

/** What is reserved in the active workstreams, as one way of asking reads it. */
type ReadReserved = (
  slugOf: (place: Place) => string | undefined,
) => Promise<Pick<WorkspaceWork, 'reservations' | 'counts'>>;

/** Where a session works. */
interface Place {
  readonly workstream: string;
  readonly branch: string;
}

/** The workstreams as the interface shows them, with who works in them now and what they hold. All of one workspace. */
export function toRecords(
  db: Db,
  rows: readonly Workstream[],
  now: Now,
): Promise<WorkstreamRecord[]> {
  const { nowMs } = now;
  return recordsOf(db, rows, now, async (slugOf) => {
    const page = { nowMs, limit: limits.liveListMax };
    const found = await selectLiveReservations(db, rows[0]?.workspace_id ?? '', page);
    return { reservations: bySlug(reservationsIn(found, slugOf, nowMs)) };
  });
}

/** WST-6: the same outside of a transaction, where others get their turn in between; a brief list counts what is reserved. */
export function listedRecords(
  { reader }: Database,
  rows: readonly Workstream[],
  { isBrief, ...now }: Now & { readonly isBrief: boolean },
): Promise<WorkstreamRecord[]> {
  const workspaceId = rows[0]?.workspace_id ?? '';
  const { nowMs } = now;
  return recordsOf(reader, rows, now, async (slugOf) => {
    if (isBrief)
      return {
        reservations: new Map(),
        counts: await countsOf(reader, workspaceId, { nowMs, slugOf }),
      };
    const page = { nowMs, limit: limits.liveListMax };
    const found = await readLiveReservations(reader, workspaceId, page);
    const held = await mapInSlices(found, (slice) => reservationsIn(slice, slugOf, nowMs));
    return { reservations: bySlug(held) };
  });
}

async function countsOf(
  db: Db,
  workspaceId: string,
  { nowMs, slugOf }: { nowMs: number; slugOf: (place: Place) => string | undefined },
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { count, ...place } of await countReservationsByPlace(db, workspaceId, nowMs)) {
    const slug = slugOf(place);
    if (slug !== undefined) counts.set(slug, (counts.get(slug) ?? 0) + count);
  }
  return counts;
}

async function recordsOf(
  db: Db,
  rows: readonly Workstream[],
  now: Now,
  readReserved: ReadReserved,
): Promise<WorkstreamRecord[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const work = await loadWork(db, first.workspace_id, { ...now, rows, readReserved });
  return rows.map((row) => toRecord(row, work));
}

/** One after the other, because a command's transaction has a single connection. Nobody works in one that has ended (WST-2). */
async function loadWork(
  db: Db,
  workspaceId: string,
  {
    rows,
    nowMs,
    sessionTtlMs,
    readReserved,
  }: Now & { readonly rows: readonly Workstream[]; readonly readReserved: ReadReserved },
): Promise<WorkspaceWork> {
  const slugs = rows.map(({ slug }) => slug);
  const members = grouped(await selectMembers(db, workspaceId, slugs), ({ slug }) => slug);
  if (rows.every(({ status }) => status !== 'active'))
    return { members, sessions: new Map(), reservations: new Map() };
  const page = { sinceMs: nowMs - sessionTtlMs, limit: limits.liveListMax, after: undefined };
  const active = await activeBranches(db, workspaceId);
  const slugOf = ({ workstream: joined, branch }: Place) =>
    workstreamOf({ joined, branch }, active)?.slug;
  const sessions = grouped(await selectActiveSessions(db, workspaceId, page), slugOf);
  return { members, sessions, ...(await readReserved(slugOf)) };
}

interface Held {
  readonly slug: string;
  readonly record: ReservationRecord;
}

function reservationsIn(
  found: readonly ListedReservation[],
  slugOf: (place: Place) => string | undefined,
  nowMs: number,
): Held[] {
  return found.flatMap((one) => {
    const slug = slugOf(one);
    return slug === undefined
      ? []
      : [{ slug, record: toReservationRecord(one, { nowMs, workstream: slug }) }];
  });
}

function bySlug(held: readonly Held[]): ReadonlyMap<string, readonly ReservationRecord[]> {
  const groups = grouped(held, ({ slug }) => slug);
  return new Map([...groups].map(([slug, group]) => [slug, group.map(({ record }) => record)]));
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
    reservations: [...(work.reservations.get(row.slug) ?? [])],
    ...(work.counts !== undefined && { reservation_count: work.counts.get(row.slug) ?? 0 }),
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

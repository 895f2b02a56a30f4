import { grouped } from '../../shared/kernel/grouped.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { TrackedSession } from '../../shared/replica/tracked.ts';
import type { WorkstreamRecord } from '../../shared/workstreams/contract.ts';
import { workstreamOf } from '../../shared/workstreams/rules.ts';
import { type LiveReservation, reservationRecords } from '../replica/records.ts';
import type { Replica } from '../replica/replica.ts';

type Member = WorkstreamRecord['members'][number];

/** The workstream that a session is in, by its id. */
type SlugOf = (sessionId: string) => string | undefined;

/**
 * WST-2: the workstreams with who works in them now and which of `live` they hold. The lists of the relay have both as they were
 * when they were read, and no event of a session or a reservation has them read again.
 */
export function workstreamsNow(
  replica: Replica,
  records: readonly WorkstreamRecord[],
  live: readonly LiveReservation[],
): WorkstreamRecord[] {
  const slugOf = slugsOf(replica, records);
  const sessions = grouped(replica.sessions(), ({ id }) => slugOf(id));
  const reservations = grouped(live, ({ sessionId }) => slugOf(sessionId));
  return records.map((record) => ({
    ...record,
    members: [
      ...sortedBy(sessions.get(record.slug) ?? [], ({ id }) => id).map((one) =>
        memberOf(record, one),
      ),
      ...record.members.filter(({ session_id: id }) => id === undefined),
    ],
    reservations: reservationRecords(
      replica,
      sortedBy(reservations.get(record.slug) ?? [], ({ filePath }) => pathKey(filePath)),
    ),
  }));
}

/** Those that can be a session's: the one that it is in, and those on the branch that it names. */
export function workstreamsAround(
  replica: Replica,
  records: readonly WorkstreamRecord[],
  { sessionId, branch }: { readonly sessionId: string; readonly branch: string | undefined },
): WorkstreamRecord[] {
  const slug = slugsOf(replica, records)(sessionId);
  return records.filter((one) => one.slug === slug || one.branch === branch);
}

/** MCP-9: what an agent of this daemon has joined is in the lists before the log says it. */
function slugsOf(replica: Replica, records: readonly WorkstreamRecord[]): SlugOf {
  const joined = new Map(
    records.flatMap(({ slug, members }) =>
      members.filter((one) => one.joined_at !== undefined).map((one) => [one.session_id, slug]),
    ),
  );
  return (id) => joined.get(id) ?? slugInLog(replica, replica.session(id));
}

function slugInLog({ state }: Replica, session: TrackedSession | undefined): string | undefined {
  if (session === undefined) return undefined;
  const { workstream: joined = '', branch } = session;
  return workstreamOf({ joined, branch }, state.workstreams)?.slug;
}

function memberOf({ slug, members }: WorkstreamRecord, session: TrackedSession): Member {
  const listed = members.find(({ session_id: id }) => id === session.id);
  const joinedAt = session.workstream === slug ? toTimestamp(session.startedAtMs) : undefined;
  const joined_at = listed?.joined_at ?? joinedAt;
  return {
    user_id: session.userId,
    user_name: session.userName,
    session_id: session.id,
    agent_type: session.agentType,
    current_task: session.task,
    ...(joined_at !== undefined && { joined_at }),
  };
}

/** As the relay lists them. */
function sortedBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const keyed = items.map((item) => [keyOf(item), item] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, item]) => item);
}

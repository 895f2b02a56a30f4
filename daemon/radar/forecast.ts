import { pathKey } from '../../shared/kernel/paths.ts';
import type { Forecast } from '../../shared/radar/contract.ts';
import type { TrackedSession } from '../replica/workspace-state.ts';
import type { Replica } from '../replica/replica.ts';
import type { MergeCandidate } from './candidates/merge-candidates.ts';
import type { DetectedConflict } from './round.ts';

const maxSessions = 50;

/** A detected conflict as it is reported to the team: with the sessions that are known to work on either side. */
export function forecastOf(
  replica: Replica,
  { pair, file, symbolIds }: DetectedConflict,
): Forecast {
  const holders = holdersOf(replica, file);
  const [one, other] = pair.map((candidate) => ({
    branch: candidate.name,
    uncommitted: candidate.kind === 'uncommitted',
    sessions: sessionsOn(candidate, { replica, holders }).slice(0, maxSessions),
  }));
  if (one === undefined || other === undefined) throw new Error('a pair has two sides');
  return { file, symbol_ids: [...symbolIds], sides: [one, other] };
}

interface Known {
  readonly replica: Replica;
  /** The sessions that hold something of the file. */
  readonly holders: ReadonlySet<string>;
}

/**
 * Nobody works on a base. Uncommitted changes of this machine are this user's, also of a session whose branch is not known
 * when it holds the file.
 */
function sessionsOn(candidate: MergeCandidate, { replica, holders }: Known): string[] {
  if (candidate.kind === 'base') return [];
  const isOwn = ({ userId }: TrackedSession) => userId === replica.user.userId;
  const isOn = (session: TrackedSession) =>
    session.branch === '' ? holders.has(session.id) && isOwn(session) : isThere(session);
  const isThere = (session: TrackedSession) =>
    session.branch === candidate.branch && (candidate.kind === 'branch' || isOwn(session));
  const sessions = replica.sessions().filter(candidate.kind === 'branch' ? isThere : isOn);
  return sessions.map(({ id }) => id);
}

function holdersOf(replica: Replica, file: string): ReadonlySet<string> {
  const holds = replica
    .reservationsOf(pathKey(file))
    .filter((hold) => hold.expiresAt > replica.nowMs());
  return new Set(holds.map(({ sessionId }) => sessionId));
}

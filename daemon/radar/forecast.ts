import { pathKey } from '../../shared/kernel/paths.ts';
import type { Forecast } from '../../shared/radar/contract.ts';
import type { LocalForecast } from '../../shared/radar/report.ts';
import type { TrackedSession } from '../replica/workspace-state.ts';
import type { Replica } from '../replica/replica.ts';
import type { MergeCandidate } from './candidates/merge-candidates.ts';
import type { DetectedConflict } from './round.ts';

const maxSessions = 50;

/** A detected conflict as it is reported to the team: with the sessions that are known to work on either side. */
export function forecastOf(
  replica: Replica,
  { pair, file, symbolIds, kind, lines, union }: DetectedConflict,
): LocalForecast {
  const holders = holdersOf(replica, file);
  // The team is told the branches in this order, and the lines are those of the first.
  const isTurned = pair[1].name < pair[0].name;
  const ranges = isTurned ? lines?.theirs : lines?.ours;
  const sides = pair.map((candidate) => ({
    branch: candidate.name,
    uncommitted: candidate.uncommitted?.has(file) === true,
    sessions: sessionsOn(candidate, { replica, holders }).slice(0, maxSessions),
  }));
  return {
    file,
    symbol_ids: [...symbolIds],
    kind,
    ...(ranges !== undefined && { lines: [...ranges] }),
    ...(union !== undefined && { hint: true, union }),
    sides: isTurned ? sides.toReversed() : sides,
  };
}

/** RAD-3: of two branches that no workstream names, and nobody is known to work on, the team is not told. */
export function concernsTeam({ pair }: DetectedConflict, { sides }: Forecast): boolean {
  const isTeams = ({ kind, isPlain }: MergeCandidate) => kind !== 'base' && !isPlain;
  return pair.some(isTeams) || sides.some(({ sessions }) => sessions.length > 0);
}

/** What of a forecast the team is told: no text of a file. */
export function withoutText(forecast: LocalForecast): Forecast {
  const { union, ...told } = forecast;
  return union === undefined ? forecast : told;
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

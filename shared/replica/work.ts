import type { LogEvent } from '../contract/events/events.ts';
import { pathKey } from '../kernel/paths.ts';
import { grantedPlaces } from '../reservations/changed-places.ts';
import { wholeFile } from '../reservations/places.ts';
import { isAbsorbed, isLive } from '../reservations/rules.ts';
import {
  startedSession,
  symbolNames,
  type TrackedReservation,
  type TrackedSession,
} from './tracked.ts';

/** Who works and what is reserved, as far as the log was read. Whoever keeps it takes in what `changeBy` answers. */
export interface Work {
  readonly sessions: ReadonlyMap<string, TrackedSession>;
  /** By the `pathKey` of their file. */
  readonly reservations: ReadonlyMap<string, readonly TrackedReservation[]>;
}

/** What is another one after an event. */
export interface WorkChange {
  readonly session?: TrackedSession | undefined;
  /** The `pathKey` of a file with all that is reserved in it from now on. */
  readonly files?: readonly (readonly [string, readonly TrackedReservation[]])[];
}

type EventOf<Type extends LogEvent['type']> = Extract<LogEvent, { type: Type }>;

const nothing: WorkChange = {};

/** What an event of the log does to the sessions and the reservations. A session that has ended stays, and is not active. */
export function changeBy(event: LogEvent, work: Work): WorkChange {
  switch (event.type) {
    case 'session_started':
      return { session: startedSession(event) };
    case 'session_updated': {
      const { task, branch, current_file: currentFile } = event;
      return { session: heard(work, event, { task, branch, currentFile }) };
    }
    case 'session_ended':
      return ended(work, event);
    case 'file_reserved':
      return {
        files: [reserved(work, event)],
        // What a wait or a negotiation gives is not what its agent works on now.
        session: event.asked === true ? undefined : heard(work, event, { currentFile: event.file }),
      };
    case 'file_released':
      return { files: [released(work, event)] };
    case 'conflict_detected':
      // The relay takes what a session writes, or has tried to, for the file that it works on.
      return { session: heard(work, event, { currentFile: event.file }) };
    default:
      return nothing;
  }
}

function heard(
  { sessions }: Work,
  { session_id: id, at }: { readonly session_id: string; readonly at: string },
  change: Partial<TrackedSession>,
): TrackedSession | undefined {
  const session = sessions.get(id);
  return session && { ...session, ...change, lastHeartbeatMs: Date.parse(at) };
}

/** SES-6: what the relay releases later counts no longer. An expired session keeps what it holds (RSV-8). */
function ended(
  { sessions, reservations }: Work,
  { session_id: id, reason }: EventOf<'session_ended'>,
): WorkChange {
  const session = sessions.get(id);
  const isKept = ({ sessionId }: TrackedReservation) => sessionId !== id;
  const held = reason === 'expired' ? [] : [...reservations];
  const files = held
    .filter(([, all]) => !all.every(isKept))
    .map(([key, all]) => [key, all.filter(isKept)] as const);
  return { session: session && { ...session, active: false }, files };
}

function reserved({ sessions, reservations }: Work, event: EventOf<'file_reserved'>) {
  const { file, session_id: sessionId } = event;
  const session = sessions.get(sessionId);
  const nowMs = Date.parse(event.at);
  const key = pathKey(file);
  const facts = {
    asked: event.asked ?? false,
    filePath: file,
    sessionId,
    fence: event.seq,
    expiresAt: Date.parse(event.expires_at),
    userId: session?.userId ?? '',
    userName: event.by,
    conversationId: session?.conversationId ?? '',
    agentType: session?.agentType ?? '',
    task: event.task,
  };
  const places = grantedPlaces(file, event.symbols, event.changes);
  const all = places.reduce<readonly TrackedReservation[]>(
    (before, place) => withReservation(before, { ...place, ...facts }, nowMs),
    reservations.get(key) ?? [],
  );
  return [key, all] as const;
}

function released({ reservations }: Work, event: EventOf<'file_released'>) {
  const key = pathKey(event.file);
  const symbols = symbolNames(event.file, event.symbols);
  const all = (reservations.get(key) ?? []).filter(
    ({ sessionId, symbol }) => sessionId !== event.session_id || !symbols.includes(symbol),
  );
  return [key, all] as const;
}

/**
 * RSV-7: what is live in a file with one more: one reservation of a session for each place. A whole-file reservation replaces
 * the others of its session. An extended reservation keeps the fence at which it began, and that it was asked for (RSV-13).
 */
export function withReservation(
  all: readonly TrackedReservation[],
  reservation: TrackedReservation,
  nowMs: number,
): readonly TrackedReservation[] {
  const before = all.filter((other) => isLive(other, nowMs));
  const same = before.find((other) => isSamePlace(other, reservation));
  const extended = same === undefined ? reservation : extendedBy(reservation, same);
  const others = before.filter((other) => other !== same && !isReplacedBy(extended, other));
  return [...others, extended];
}

/** RSV-7: whether both are of one session and one place. */
export function isSamePlace(one: TrackedReservation, other: TrackedReservation): boolean {
  return one.sessionId === other.sessionId && one.symbol === other.symbol;
}

/** RSV-7: whether a reservation of the whole file takes the place of this one. */
export function isReplacedBy(whole: TrackedReservation, other: TrackedReservation): boolean {
  if (whole.symbol !== wholeFile || whole.sessionId !== other.sessionId) return false;
  return isAbsorbed(other, whole);
}

/** What a wait or a negotiation gives changes no lines. */
function extendedBy(reservation: TrackedReservation, before: TrackedReservation) {
  return {
    ...reservation,
    fence: before.fence,
    asked: reservation.asked || before.asked,
    ...(reservation.asked && before.lines && { lines: before.lines }),
  };
}

import type { LogEvent } from '../contract/events/events.ts';
import { pathKey } from '../kernel/paths.ts';
import { grantedPlaces } from '../reservations/changed-places.ts';
import type { ReservationsDraft } from './reservations-draft.ts';
import { startedSession, symbolNames, type TrackedSession } from './tracked.ts';

/** Who works and what is reserved, as far as the log was read. */
export interface Work {
  readonly sessions: ReadonlyMap<string, TrackedSession>;
  readonly reservations: ReservationsDraft;
}

type EventOf<Type extends LogEvent['type']> = Extract<LogEvent, { type: Type }>;

/**
 * What an event of the log does: changes what is reserved, and answers the session that is another one from now on, for the caller
 * to take in. A session that has ended stays, and is not active.
 */
export function changeBy(event: LogEvent, work: Work): TrackedSession | undefined {
  switch (event.type) {
    case 'session_started':
      return startedSession(event);
    case 'session_updated': {
      const { task, branch, current_file: currentFile } = event;
      return heard(work, event, { task, branch, currentFile });
    }
    case 'session_ended':
      return ended(work, event);
    case 'file_reserved':
      reserved(work, event);
      // What a wait or a negotiation gives is not what its agent works on now.
      return event.asked === true ? undefined : heard(work, event, { currentFile: event.file });
    case 'file_released': {
      const symbols = symbolNames(event.file, event.symbols);
      work.reservations.release(pathKey(event.file), event.session_id, symbols);
      return undefined;
    }
    case 'conflict_detected':
      // The relay takes what a session writes, or has tried to, for the file that it works on.
      return heard(work, event, { currentFile: event.file });
    default:
      return undefined;
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
): TrackedSession | undefined {
  if (reason !== 'expired') reservations.releaseAll(id);
  const session = sessions.get(id);
  return session && { ...session, active: false };
}

function reserved({ sessions, reservations }: Work, event: EventOf<'file_reserved'>): void {
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
  for (const place of grantedPlaces(file, event.symbols, event.changes))
    reservations.put(key, { ...place, ...facts }, nowMs);
}

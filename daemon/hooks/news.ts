import type { LogEvent } from '../../shared/contract/events.ts';
import type { HookContext } from './context.ts';
import { impactMessage } from './impacts.ts';
import { newsFor, type News } from './team-news.ts';

/** Tells this user's agents, with their next hook answer, what the log says that concerns them. */
export function tellNews(
  { replica, notices }: Pick<HookContext, 'replica' | 'notices'>,
  events: readonly LogEvent[],
): void {
  for (const event of events) {
    for (const { sessionId, text } of newsOf(event, replica)) {
      const session = replica.session(sessionId);
      if (session === undefined || session.userId !== replica.user.userId) continue;
      notices.add(session, text);
    }
  }
}

function newsOf(event: LogEvent, replica: HookContext['replica']): readonly News[] {
  if (event.type === 'signature_changed') {
    const text = impactMessage(event);
    return event.sessions.map((sessionId) => ({ sessionId, text }));
  }
  return newsFor(event, replica.sessions());
}

import type { LogEvent } from '../../shared/contract/events.ts';
import { notificationsFor } from '../../shared/sessions/notifications.ts';
import type { HookContext } from './context.ts';

/** Tells this user's agents, with their next hook answer, what the log says that concerns them. */
export function queueTeamNotifications(
  { replica, notifications }: Pick<HookContext, 'replica' | 'notifications'>,
  events: readonly LogEvent[],
): void {
  for (const event of events) {
    for (const { sessionId, text } of notificationsFor(event, replica.sessions())) {
      const session = replica.session(sessionId);
      if (session === undefined || session.userId !== replica.user.userId) continue;
      notifications.add(session, text);
    }
  }
}

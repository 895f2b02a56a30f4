import type { LogEvent } from '../../../shared/contract/events/events.ts';
import { notificationsFor } from '../../../shared/sessions/notifications.ts';
import type { Replica } from '../../replica/replica.ts';
import type { NotificationQueue } from './notification-queue.ts';

/** Tells this user's agents, with their next hook answer, what the log says that concerns them. */
export function queueTeamNotifications(
  { replica, notifications }: { replica: Replica; notifications: NotificationQueue },
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

import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { NotificationQueue } from '../hooks/notices/notification-queue.ts';
import type { Replica } from '../replica/replica.ts';
import { forecastMessage, type ForecastConflict } from './forecast-message.ts';
import { conflictKey, ReportedConflicts } from './reported-conflicts.ts';

/** Tells this user's agents of coming conflicts, whoever has seen them: this daemon or, over the feed, another one. */
export class ForecastNotifier {
  private readonly reported = new ReportedConflicts();

  constructor(
    private readonly parts: {
      readonly replica: Pick<Replica, 'session' | 'user'>;
      readonly notifications: Pick<NotificationQueue, 'add'>;
    },
  ) {}

  /** Notifies each of the sessions that is this user's once, with its next hook answer; of a hint nobody (RAD-2). */
  notify(conflict: ForecastConflict, sessionIds: readonly string[]): void {
    if (conflict.hint === true) return;
    const { replica, notifications } = this.parts;
    for (const id of sessionIds) {
      const session = replica.session(id);
      if (session === undefined || session.userId !== replica.user.userId) continue;
      const key = JSON.stringify([conflictKey(conflict), id]);
      if (!this.reported.addIfNew(key, conflict.symbols)) continue;
      notifications.add(session, forecastMessage(conflict, session.branch));
    }
  }

  /** What other daemons have seen. */
  onEvents(events: readonly LogEvent[]): void {
    for (const event of events) {
      if (event.type === 'conflict_forecast') this.notify(event, event.sessions);
    }
  }

  /** The conflict is no longer coming. */
  forget(key: string): void {
    this.reported.forget((known) => known.startsWith(JSON.stringify([key]).slice(0, -1)));
  }
}

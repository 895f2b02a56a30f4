import * as assert from 'uvu/assert';
import { notificationsFor } from '../../shared/sessions/notifications.ts';
import { withoutOutdated } from '../../shared/sessions/outdated-notifications.ts';
import type { DraftEvent, LogEvent } from '../../shared/contract/events/events.ts';

export const at = '2026-01-01T00:00:00.000Z';
const sessions = [
  { id: 'sess_a', branch: 'coord/pay' },
  { id: 'sess_b', branch: 'coord/pay' },
  { id: 'sess_c', branch: 'main' },
];

/** The texts that the event causes, by session. */
export function notified(draft: DraftEvent): Record<string, string> {
  const notifications = notificationsFor({ ...draft, seq: 1, at } as LogEvent, sessions);
  return Object.fromEntries(notifications.map(({ sessionId, text }) => [sessionId, text]));
}

/** What the events make wait for the session. */
export function told(sessionId: string, drafts: readonly DraftEvent[]) {
  return drafts
    .flatMap((draft) => notificationsFor({ ...draft, seq: 1, at } as LogEvent, sessions))
    .filter((one) => one.sessionId === sessionId);
}

/** Which of the events the session still hears of, where all of them wait for it, in this order. */
export function stillTold(sessionId: string, ...drafts: DraftEvent[]): number[] {
  const waiting = told(sessionId, drafts);
  assert.is(waiting.length, drafts.length);
  return withoutOutdated(waiting).map((one) => waiting.findIndex((other) => other === one));
}

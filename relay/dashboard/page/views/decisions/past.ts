import type { EventType, LogEvent } from '../../../../../shared/contract/events.ts';
import { linkedLabel } from '../../../../../shared/feed/sentence.ts';
import { asData, quoted, shownUser } from '../../../../../shared/kernel/display.ts';

/** The events that say what happened to a decision. */
export const pastTypes: readonly EventType[] = [
  'decision_recorded',
  'decision_proposed',
  'decision_declined',
  'decision_stale',
  'decision_stale_again',
  'decision_reaffirmed',
  'decision_superseded',
];

/** DSH-57: what an event says about the decision with this id, on whose page it stands. */
export function pastSentence(event: LogEvent, id: string): string {
  switch (event.type) {
    case 'decision_recorded':
      return `${shownUser(event.user)} decided so.`;
    case 'decision_proposed':
      return 'A language model proposed it, from what agents did.';
    case 'decision_declined':
      return `${shownUser(event.user)} turned it down.`;
    case 'decision_stale':
      return `It turned stale: ${linkedLabel(event.symbol)} ${event.reason === 'removed' ? 'is gone' : 'has changed'}${by(event.user)}.`;
    case 'decision_stale_again':
      return `${linkedLabel(event.symbol)} ${event.reason === 'removed' ? 'was removed then' : 'changed again'}${by(event.user)}.`;
    case 'decision_reaffirmed':
      return `${shownUser(event.user)} said that it still holds${asData(event.note) && `: ${quoted(event.note)}`}.`;
    case 'decision_superseded':
      return event.by.id === id
        ? `It replaced ${quoted(event.decision.title)}.`
        : `${shownUser(event.user)} replaced it by ${quoted(event.by.title)}.`;
    default:
      return asData(event.type);
  }
}

function by(user: string): string {
  return user === '' ? '' : `, by ${shownUser(user)}`;
}

import type { EventType, LogEvent } from '../../../../../../shared/contract/events/events.ts';
import { linkedLabel } from '../../../../../../shared/feed/sentence.ts';
import { asData, quoted, shownUser } from '../../../../../../shared/kernel/display.ts';

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

/** DSH-57: what an event says about a decision, on whose page it stands; one that was proposed is accepted. */
export function pastSentence(
  event: LogEvent,
  { id, wasProposed }: { readonly id: string; readonly wasProposed: boolean },
): string {
  switch (event.type) {
    case 'decision_recorded':
      return wasProposed
        ? `${shownUser(event.user)} accepted it.`
        : `${shownUser(event.user)} decided so.`;
    case 'decision_proposed':
      return `A language model proposed it, from what agents of ${shownUser(event.user)} did.`;
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

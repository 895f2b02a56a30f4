import type { EventType, LogEvent } from '../../../../../shared/contract/events/events.ts';
import { asData, shownUser } from '../../../../../shared/kernel/display.ts';

/** The events that say what happened to a rule. */
export const pastTypes: readonly EventType[] = [
  'convention_proposed',
  'convention_changed',
  'convention_retired',
];

/** DSH-58: what an event says about the rule on whose page it stands. */
export function pastSentence(event: LogEvent): string {
  switch (event.type) {
    case 'convention_proposed': {
      const { tier, status } = event.convention;
      const waits = status === 'proposed' ? '; it waited to be accepted' : '';
      return `${shownUser(event.user)} proposed it as a ${asData(tier)}${waits}.`;
    }
    case 'convention_changed':
      return `${shownUser(event.user)} made it count as a ${asData(event.convention.tier)}.`;
    case 'convention_retired':
      return `${shownUser(event.user)} retired it.`;
    default:
      return asData(event.type);
  }
}

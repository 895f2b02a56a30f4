import type { LogEvent } from '../contract/events/events.ts';
import type { Notice } from './notifications.ts';

/**
 * Of what waits for one session, in its order, that which still matters. What has ended since needs no answer, and a task that is
 * handed over anew or cancelled is not there as it was. A negotiation that the holder has not heard of, and that left it
 * everything, was nothing to it. What a negotiation gave was waited for too.
 */
export function withoutOutdated(notices: readonly Notice[]): Notice[] {
  const isOver = ({ about }: Notice, at: number) =>
    about !== undefined && notices.slice(at + 1).some((one) => isEnd(one) && one.about === about);
  const isUnheard = ({ about, role }: Notice, at: number) =>
    role === 'keeps' &&
    notices.slice(0, at).some((one) => one.role === 'asks' && one.about === about);
  const isSaid = ({ role, yours }: Notice) =>
    role === 'granted' &&
    notices.some((one) => isEnd(one) && one.yours?.join('\n') === yours?.join('\n'));
  return notices.filter((one, at) => !isOver(one, at) && !isUnheard(one, at) && !isSaid(one));
}

function isEnd({ role }: Notice): boolean {
  return role === 'ends' || role === 'keeps';
}

/** The id of what an event makes every text about it untrue that waits, for whomever; undefined when it is nothing. DEC-2 */
export function outdatedBy(event: LogEvent): string | undefined {
  const isSettled = event.type === 'decision_reaffirmed' || event.type === 'decision_superseded';
  return isSettled ? event.decision.id : undefined;
}

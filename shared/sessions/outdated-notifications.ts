import type { LogEvent } from '../contract/events/events.ts';
import type { Notice } from './notification.ts';

/**
 * Of what waits for one session, in its order, that which still matters. What has ended since needs no answer, and a task that is
 * handed over anew is not there as it was. What a session was asked and has not heard of, and that left it what it had, was
 * nothing to it. What a negotiation gave was waited for too.
 */
export function withoutOutdated(notices: readonly Notice[]): Notice[] {
  const isOver = (one: Notice, at: number) =>
    one.about !== undefined &&
    notices.slice(at + 1).some((later) => later.about === one.about && replaces(later, one));
  const isUnheard = ({ about, role }: Notice) =>
    role === 'keeps' && notices.find((one) => one.about === about)?.role === 'asks';
  const isSaid = ({ role, yours }: Notice) =>
    role === 'granted' &&
    notices.some((one) => isEnd(one) && one.yours?.join('\n') === yours?.join('\n'));
  return notices.filter((one, at) => !isOver(one, at) && !isUnheard(one) && !isSaid(one));
}

function replaces(later: Notice, earlier: Notice): boolean {
  if (isEnd(later)) return true;
  return later.role === 'asks' && (earlier.role === 'asks' || earlier.role === 'keeps');
}

function isEnd({ role }: Notice): boolean {
  return role === 'ends' || role === 'keeps';
}

/** What is untrue now of what waits: all about one thing, for whomever; or what one session is asked about it. */
export interface Outdated {
  readonly about: string;
  readonly askedSession?: string | undefined;
}

export function isOutdated(
  { about, role }: Notice,
  { about: outdated, askedSession }: Outdated,
): boolean {
  return about === outdated && (askedSession === undefined || role === 'asks');
}

/** DEC-2, TSK-2: undefined when it is nothing. A session knows of a task that it has moved itself. */
export function outdatedBy(event: LogEvent): Outdated | undefined {
  switch (event.type) {
    case 'decision_reaffirmed':
    case 'decision_superseded':
      return event.decision.id === undefined ? undefined : { about: event.decision.id };
    case 'task_claimed':
    case 'task_changed':
    case 'task_done':
      return event.session_id === ''
        ? undefined
        : { about: event.task.id, askedSession: event.session_id };
    default:
      return undefined;
  }
}

import type { EventType, LogEvent } from '../contract/events/events.ts';

/** The types of events that are somebody's deed. */
export const countedTypes: readonly EventType[] = [
  'file_reserved',
  'conflict_detected',
  'decision_recorded',
  'gate_approved',
];

export interface Deed {
  readonly kind: 'edits' | 'denials' | 'overwrites' | 'decisions' | 'commits';
  /** Empty for what a person did without a session. */
  readonly sessionId: string;
  readonly user: string;
}

/** Whose work an event is; undefined where nobody did anything: what a session waited for is given to it. */
export function deedOf(event: LogEvent): Deed | undefined {
  switch (event.type) {
    case 'file_reserved':
      if (event.asked === true) return undefined;
      return { kind: 'edits', sessionId: event.session_id, user: event.by };
    case 'conflict_detected':
      return {
        kind: event.kind === 'write_raced' ? 'overwrites' : 'denials',
        sessionId: event.session_id,
        user: event.by,
      };
    case 'decision_recorded':
      return { kind: 'decisions', sessionId: event.session_id ?? '', user: event.user };
    case 'gate_approved':
      return { kind: 'commits', sessionId: event.session_id, user: event.user };
    default:
      return undefined;
  }
}

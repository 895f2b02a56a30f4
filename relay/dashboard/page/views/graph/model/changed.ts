import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';

/** The ids of the decisions that events tell of: new, changed or ended ones. */
export function changedDecisions(events: readonly LogEvent[]): string[] {
  return [...new Set(events.flatMap(idsIn))].filter((id) => id !== '');
}

function idsIn(event: LogEvent): string[] {
  switch (event.type) {
    case 'decision_recorded':
    case 'decision_stale':
    case 'decision_reaffirmed':
      return [event.decision.id ?? ''];
    case 'decision_superseded':
      return [event.decision.id ?? '', event.by.id ?? ''];
    case 'meeting_reviewed':
      return event.result.kind === 'decision' ? [event.result.id] : [];
    case 'meeting_read':
      return [...event.replaced];
    default:
      return [];
  }
}

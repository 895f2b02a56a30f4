import type { LogEvent } from '../../../../shared/contract/events/events.ts';

/** The parts of the address of the record that an event is about; undefined where it is about none. */
export function recordIn(event: LogEvent): readonly string[] | undefined {
  switch (event.type) {
    case 'decision_superseded':
      return decision(event.by);
    case 'decision_recorded':
    case 'decision_stale':
    case 'decision_stale_again':
    case 'decision_reaffirmed':
    case 'decision_proposed':
      return decision(event.decision);
    case 'convention_proposed':
    case 'convention_changed':
    case 'convention_retired':
      return ['conventions', event.convention.id];
    case 'task_created':
    case 'task_claimed':
    case 'task_changed':
    case 'task_done':
    case 'task_unblocked':
      return ['work', 'tasks', event.task.id];
    case 'workstream_started':
    case 'workstream_changed':
    case 'workstream_joined':
    case 'workstream_ended':
      return ['work', event.workstream.slug];
    case 'gate_failed':
    case 'gate_dismissed':
    case 'gate_approved':
    case 'gate_retracted':
      return ['work', 'gate'];
    case 'negotiation_escalated':
      return ['inbox', 'negotiation', event.negotiation_id];
    case 'meeting_started':
    case 'meeting_completed':
    case 'meeting_read':
      return ['meetings', event.meeting.id];
    case 'work_package_claimed':
    case 'work_package_changed':
      return ['work', 'packages'];
    default:
      return undefined;
  }
}

function decision({ id }: { readonly id?: string | undefined }): readonly string[] | undefined {
  return id === undefined ? undefined : ['decisions', id];
}

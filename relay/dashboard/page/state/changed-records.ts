import type { LogEvent } from '../../../../shared/contract/events/events.ts';

/** What views show as lists and pages. Agents and what they hold are kept up by `team.ts`. */
export type RecordKind =
  | 'decision'
  | 'convention'
  | 'task'
  | 'workstream'
  | 'package'
  | 'meeting'
  | 'negotiation'
  | 'run'
  | 'commit'
  | 'branch'
  | 'member'
  | 'workspace';

/**
 * `id` is what the interface calls it. Runs and commits go by the slug of their workstream, as not every event names them; a branch
 * goes by its name; the workspace is the only one and has no id.
 */
export interface ChangedRecord {
  readonly kind: RecordKind;
  readonly id: string;
}

/**
 * DSH-1: the records that are others after an event of the log, the one that it is about first. What only a view knows, such as the
 * tasks that wait for one that is done, it adds itself.
 */
export function recordsChangedBy(event: LogEvent): readonly ChangedRecord[] {
  switch (event.type) {
    case 'decision_recorded':
    case 'decision_proposed':
    case 'decision_declined':
    case 'decision_stale':
    case 'decision_stale_again':
    case 'decision_reaffirmed':
      return of('decision', event.decision.id);
    case 'decision_superseded':
      return of('decision', event.by.id, event.decision.id);
    case 'convention_proposed':
    case 'convention_changed':
    case 'convention_retired':
      return of('convention', event.convention.id);
    case 'task_created':
    case 'task_claimed':
    case 'task_changed':
    case 'task_done':
    case 'task_unblocked':
      // WST-5: how far a workstream is goes by its tasks and commits.
      return [...of('task', event.task.id), ...of('workstream', event.task.workstream)];
    case 'workstream_started':
    case 'workstream_changed':
    case 'workstream_joined':
    case 'workstream_left':
    case 'workstream_ended': {
      const { slug, branch } = event.workstream;
      // A private one exists for who is in it alone, with all that it has; of one that has ended nothing waits any more.
      return [...of('workstream', slug), ...ofGate(slug), ...of('branch', branch)];
    }
    case 'gate_confirmed':
    case 'gate_failed':
    case 'gate_dismissed':
      return of('run', event.workstream);
    case 'gate_approved':
    case 'gate_retracted':
      // Of the run it changes the receipt.
      return [...ofGate(event.workstream), ...of('workstream', event.workstream)];
    case 'branch_held':
    case 'branch_moved':
      return of('branch', event.branch);
    case 'negotiation_opened':
    case 'negotiation_answered':
    case 'negotiation_escalated':
    case 'negotiation_ended':
      return of('negotiation', event.negotiation_id);
    case 'meeting_started':
    case 'meeting_completed':
      return of('meeting', event.meeting.id);
    case 'meeting_reviewed': {
      // MTG-8: a decision that is dropped ends, and counts again when it is brought back.
      const { kind, id } = event.result;
      return [...of('meeting', event.meeting.id), ...(kind === 'decision' ? of(kind, id) : [])];
    }
    case 'meeting_read':
      return [...of('meeting', event.meeting.id), ...of('decision', ...event.replaced)];
    case 'work_package_claimed':
    case 'work_package_changed':
      return of('package', event.work_package.id);
    case 'member_added':
    case 'member_removed':
      // The record of the workspace says the role of the person who asks.
      return [...of('member', event.user_id), ...of('workspace', '')];
    case 'workspace_renamed':
    case 'workspace_changed':
      return of('workspace', '');
    case 'file_reserved':
    case 'file_released':
    case 'conflict_detected':
    case 'conflict_forecast':
    case 'session_started':
    case 'session_updated':
    case 'session_ended':
    case 'agent_sync':
    case 'graph_changed':
    case 'signature_changed':
    case 'wait_added':
    case 'wait_ended':
    case 'contract_published':
    case 'learning_recorded':
      return [];
    default:
      // Only a newer relay knows it; one of this version that was forgotten above does not compile.
      event satisfies never;
      return [];
  }
}

/** Older logs have decisions without an id. */
function of(kind: RecordKind, ...ids: readonly (string | undefined)[]): ChangedRecord[] {
  return ids.flatMap((id) => (id === undefined ? [] : [{ kind, id }]));
}

function ofGate(slug: string): ChangedRecord[] {
  return [...of('run', slug), ...of('commit', slug)];
}

/** The ids of the records of one kind that an event changes. */
export function idsChangedBy(event: LogEvent, kind: RecordKind): readonly string[] {
  return recordsChangedBy(event)
    .filter((record) => record.kind === kind)
    .map(({ id }) => id);
}

/** Whether an event changes the record with this id; without an id, any of the kind. */
export function changes(event: LogEvent, kind: RecordKind, id?: string): boolean {
  const ids = idsChangedBy(event, kind);
  return id === undefined ? ids.length > 0 : ids.includes(id);
}

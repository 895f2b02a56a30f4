import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';

type Known = Pick<WorkstreamRecord, 'slug' | 'branch' | 'members'>;

/** DSH-64: the workstreams that show something else after an event: their own words, who is in them, how far they are. */
export function workstreamsChangedBy(event: LogEvent, known: readonly Known[]): readonly string[] {
  switch (event.type) {
    case 'workstream_started':
    case 'workstream_changed':
    case 'workstream_joined':
    case 'workstream_left':
    case 'workstream_ended':
      return [event.workstream.slug];
    case 'task_created':
    case 'task_done':
    case 'task_changed':
      return [event.task.workstream];
    case 'gate_approved':
    case 'gate_retracted':
      return [event.workstream];
    case 'session_started':
    case 'session_updated':
    case 'session_ended':
      return known.filter((one) => movesIn(event, one)).map(({ slug }) => slug);
    default:
      return [];
  }
}

type SessionEvent = Extract<
  LogEvent,
  { type: 'session_started' | 'session_updated' | 'session_ended' }
>;

/** WST-2: a session that joined is in it on any branch, so one that is on another branch may still be. */
function movesIn(event: SessionEvent, { branch, members }: Known): boolean {
  const member = members.find(({ session_id: id }) => id === event.session_id);
  if (event.type === 'session_ended') return member !== undefined;
  if (member === undefined) return event.branch === branch;
  return event.branch !== branch && member.joined_at === undefined;
}

import type { DraftEvent } from '../contract/events.ts';
import { asData } from '../kernel/display.ts';

/** One readable sentence about an event of agents working together; undefined for any other event. */
export function describeCooperation(
  event: DraftEvent,
  names: ReadonlyMap<string, string>,
): string | undefined {
  switch (event.type) {
    case 'workstream_started':
      return `${user(event)} started the workstream ${asData(event.workstream.slug)}${title(event.workstream)}`;
    case 'workstream_changed':
      return `${user(event)} changed the workstream ${asData(event.workstream.slug)}${title(event.workstream)}`;
    case 'workstream_joined':
      return `${user(event)} works in ${asData(event.workstream.slug)}`;
    case 'workstream_left':
      return `${user(event)} left ${asData(event.workstream.slug)}`;
    case 'workstream_ended':
      return `${user(event)} ended the workstream ${asData(event.workstream.slug)} (${event.status})`;
    case 'task_created': {
      const { assignee_session: assignee } = event.task;
      const to = assignee === '' ? '' : ` to ${asData(names.get(assignee) ?? assignee)}`;
      return `${user(event)} handed on a task${to}: ${asData(event.task.title)}`;
    }
    case 'task_claimed':
      return `${user(event)} took the task: ${asData(event.task.title)}`;
    case 'task_changed':
      return `${user(event)} changed a task (${event.task.status}): ${asData(event.task.title)}`;
    case 'task_done':
      return `${user(event)} finished the task: ${asData(event.task.title)}`;
    case 'task_unblocked':
      return `Nothing blocks any more: ${asData(event.task.title)}`;
    case 'negotiation_opened':
      return `${asData(event.initiator)} asks ${asData(event.counterparty)} for ${what(event)}: ${asData(event.rationale, 100)}`;
    case 'negotiation_answered':
      return `${asData(event.by)} answers about ${what(event)} (${event.action})${note(event.note)}`;
    case 'negotiation_escalated':
      return `A person has to settle who gets ${what(event)}: coord negotiate settle ${event.negotiation_id}`;
    case 'negotiation_ended':
      return `${asData(event.initiator)} and ${asData(event.counterparty)} are done about ${what(event)} (${event.outcome || event.status})${note(event.note)}`;
    case 'wait_added':
      return `${user(event)} waits for ${what(event)}`;
    case 'wait_ended':
      return `${user(event)} ${waitEnds[event.status]} ${what(event)}`;
    case 'contract_published':
      return `${user(event)} published ${asData(event.contract.name)} version ${event.contract.version}${event.contract.breaking ? ', which breaks what others use' : ''}`;
    case 'gate_confirmed':
      return `${user(event)} passed the gate with ${commit(event)} (${event.kind})`;
    case 'gate_failed':
      return `${user(event)} did not pass the gate with ${commit(event)}: ${event.failures} failed`;
    case 'gate_approved':
      return `${user(event)} recorded ${commit(event)} (${event.kind})`;
    case 'gate_retracted':
      return `${user(event)} retracted ${commit(event)}${note(event.reason)}`;
    case 'meeting_started':
      return `${user(event)} began the meeting: ${asData(event.meeting.title)}`;
    case 'meeting_completed':
      return `The meeting "${asData(event.meeting.title)}" led to ${counted(event.decisions, 'decision')} and ${counted(event.work_packages, 'work package')}`;
    case 'work_package_claimed':
      return `${user(event)} took the work package: ${asData(event.work_package.title)}`;
    case 'work_package_changed':
      return `${user(event)} moved a work package (${asData(event.work_package.status)}): ${asData(event.work_package.title)}`;
    case 'conflict_forecast':
      return `${event.branches.map((branch) => asData(branch)).join(' and ')} will conflict in ${what(event)}`;
    default:
      return undefined;
  }
}

const waitEnds = {
  granted: 'was given',
  told: 'was told of',
  given_up: 'no longer waits for',
} as const;

const mostSymbols = 3;

function user(event: { readonly user: string }): string {
  return asData(event.user);
}

function title(workstream: { readonly title: string }): string {
  return workstream.title === '' ? '' : `: ${asData(workstream.title)}`;
}

function note(text: string): string {
  return text === '' ? '' : `: ${asData(text, 100)}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function commit(event: { readonly commit: string; readonly branch: string }): string {
  return `${event.commit.slice(0, 12)} on ${asData(event.branch)}`;
}

function what({ file, symbols }: { readonly file: string; readonly symbols: readonly string[] }) {
  if (symbols.length === 0) return asData(file);
  const more = symbols.length > mostSymbols ? ` and ${symbols.length - mostSymbols} more` : '';
  return (
    symbols
      .slice(0, mostSymbols)
      .map((id) => asData(id))
      .join(', ') + more
  );
}

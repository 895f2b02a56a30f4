import { asData, quoted, shownAgentOf, shownId, shownUser } from '../../kernel/display.ts';
import { forecastDetail, isAboutSymbols } from '../../radar/phrases.ts';
import { note, user, what, type FeedEvent, type Sentences } from './phrases.ts';

/** What the team works on together. */
export const workSentences: Sentences<
  | 'workstream_started'
  | 'workstream_changed'
  | 'workstream_joined'
  | 'workstream_left'
  | 'workstream_ended'
  | 'task_created'
  | 'task_claimed'
  | 'task_changed'
  | 'task_done'
  | 'task_unblocked'
  | 'negotiation_opened'
  | 'negotiation_answered'
  | 'negotiation_escalated'
  | 'negotiation_ended'
  | 'wait_added'
  | 'wait_ended'
  | 'contract_published'
  | 'gate_confirmed'
  | 'gate_failed'
  | 'gate_dismissed'
  | 'gate_approved'
  | 'gate_retracted'
  | 'branch_held'
  | 'branch_moved'
  | 'meeting_started'
  | 'meeting_completed'
  | 'meeting_reviewed'
  | 'meeting_read'
  | 'work_package_claimed'
  | 'work_package_changed'
  | 'conflict_forecast'
> = {
  workstream_started: (event) =>
    `${user(event)} started the workstream ${asData(event.workstream.slug)}${title(event.workstream)}`,
  workstream_changed: (event) =>
    `${user(event)} changed the workstream ${asData(event.workstream.slug)}${title(event.workstream)}`,
  workstream_joined: (event) => `${user(event)} works in ${asData(event.workstream.slug)}`,
  workstream_left: (event) => `${user(event)} left ${asData(event.workstream.slug)}`,
  workstream_ended: (event) =>
    `${user(event)} ended the workstream ${asData(event.workstream.slug)} (${event.status})`,
  task_created: (event, names) => {
    const { assignee_session: assignee, assignee_name: name } = event.task;
    const to =
      assignee === '' ? '' : ` to ${asData(names.get(assignee) ?? shownUser(name ?? 'an agent'))}`;
    return `${user(event)} handed on a task${to}: ${quoted(event.task.title)}`;
  },
  task_claimed: (event) => `${user(event)} took the task: ${quoted(event.task.title)}`,
  task_changed: (event) =>
    `${user(event)} changed a task (${event.task.status}): ${quoted(event.task.title)}`,
  task_done: (event) => `${user(event)} finished the task: ${quoted(event.task.title)}`,
  task_unblocked: (event) => `Nothing blocks any more: ${quoted(event.task.title)}`,
  negotiation_opened: (event) =>
    `${shownUser(event.initiator)} asks ${shownAgentOf(event.counterparty, event.initiator)} for ${what(event)}: ${quoted(event.rationale, 100)}`,
  negotiation_answered: (event) =>
    `${shownUser(event.by)} answers about ${what(event)} (${event.action})${note(event.note)}`,
  negotiation_escalated: (event) =>
    `A person has to settle who gets ${what(event)}: coord negotiate settle ${event.negotiation_id}`,
  negotiation_ended: (event) =>
    `${shownUser(event.initiator)} and ${shownAgentOf(event.counterparty, event.initiator)} are done about ${what(event)} (${event.outcome || event.status})${note(event.note)}`,
  wait_added: (event) => `${user(event)} waits for ${what(event)}`,
  wait_ended: (event) => `${user(event)} ${waitEnds[event.status]} ${what(event)}`,
  contract_published: (event) =>
    `${user(event)} published ${shownId(event.contract.name)} version ${event.contract.version}${event.contract.breaking ? ', which breaks what others use' : ''}`,
  gate_confirmed: (event) => `${user(event)} passed the gate with ${commit(event)} (${event.kind})`,
  gate_failed: (event) =>
    `${user(event)} did not pass the gate with ${commit(event)}: ${whyFailed(event)}`,
  gate_dismissed: (event) =>
    event.dismissed
      ? `${user(event)} put aside that ${commit(event)} did not pass the gate`
      : `${user(event)} brought back that ${commit(event)} did not pass the gate`,
  gate_approved: (event) =>
    `${user(event)} recorded ${commit(event)} (${event.kind}${event.verified === false ? ', not verified' : ''})`,
  gate_retracted: (event) => `${user(event)} retracted ${commit(event)}${note(event.reason)}`,
  branch_held: (event) =>
    `${shownId(event.branch)} could not follow at ${user(event)}${on(event)}${note(event.reason)}`,
  branch_moved: (event) => `${shownId(event.branch)} follows again at ${user(event)}${on(event)}`,
  meeting_started: (event) => `${user(event)} began the meeting: ${quoted(event.meeting.title)}`,
  meeting_completed: (event) =>
    `The meeting ${quoted(event.meeting.title)}${afterSilence(event)} led to ${counted(event.decisions, 'decision')} and ${counted(event.work_packages, 'work package')}`,
  meeting_reviewed: ({ meeting, result, ...event }) =>
    `${user(event)} ${reviewed[result.state] ?? 'reviewed'} a ${result.is_suggestion === true ? 'suggestion' : 'result'} of the meeting ${quoted(meeting.title)}: ${quoted(result.title)}`,
  meeting_read: (event) =>
    `${user(event)} had the meeting ${quoted(event.meeting.title)} read by ${shownUser(event.read_by)}: ${counted(event.decisions, 'decision')} and ${counted(event.work_packages, 'work package')}`,
  work_package_claimed: (event) =>
    `${user(event)} took the work package: ${quoted(event.work_package.title)}`,
  work_package_changed: (event) =>
    `${user(event)} moved a work package (${asData(event.work_package.status)}): ${quoted(event.work_package.title)}`,
  conflict_forecast: (event) =>
    `${event.branches.map((branch) => shownId(branch)).join(' and ')} will conflict in ${place(event)}`,
};

function whyFailed({
  failures,
  left_out: leftOut = 0,
}: {
  failures: number;
  left_out?: number | undefined;
}) {
  if (failures > 0) return `${failures} failed`;
  return leftOut > 0 ? `${counted(leftOut, 'test file')} left out` : 'every test was skipped';
}

function afterSilence({
  silent_minutes: minutes,
}: {
  silent_minutes?: number | undefined;
}): string {
  return minutes === undefined ? '' : ` was ended after ${minutes} minutes of silence, and`;
}

/** Of a conflict: its symbols, or the file when none of them is at stake, and the lines. */
function place(event: Extract<FeedEvent, { type: 'conflict_forecast' }>): string {
  const symbols = isAboutSymbols(event) ? event.symbols : [];
  return what({ file: event.file, symbols }) + forecastDetail(event, event.branches[0] ?? '');
}

/** Of a branch: the machine. */
function on({ machine }: { readonly machine: string }): string {
  return machine === '' ? '' : ` on ${shownId(machine, 40)}`;
}

const waitEnds = {
  granted: 'was given',
  told: 'was told of',
  given_up: 'no longer waits for',
} as const;

const reviewed: Readonly<Record<string, string>> = {
  found: 'changed or brought back',
  confirmed: 'confirmed',
  dropped: 'dropped',
};

function title(workstream: { readonly title: string }): string {
  return workstream.title === '' ? '' : `: ${quoted(workstream.title)}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function commit(event: { readonly commit: string; readonly branch: string }): string {
  return `${event.commit.slice(0, 12)} on ${shownId(event.branch)}`;
}

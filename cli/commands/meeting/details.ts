import { firstFew } from '../../../shared/kernel/first-few.ts';
import type { Output } from '../../../shared/api/operations.ts';
import { asData, shownId } from '../../../shared/kernel/display.ts';
import { confidenceWord } from '../../../shared/meetings/confidence.ts';
import type { ActionItem, MeetingDecision, Suggestion } from '../../../shared/meetings/results.ts';
import { shortIds } from '../../terminal/short-ids.ts';
import type { Output as Screen } from '../../terminal/output.ts';
import { lines as packageLines } from '../packages/packages.ts';

export type Meeting = Output<'ingestMeeting'>;

/** MTG-12: what came of a meeting: how it was read, its results, and apart from them what waits to be confirmed. */
export function details(output: Screen, meeting: Meeting): string {
  const { style } = output;
  const { title, id, status, participants, method, notices = [] } = meeting;
  const { decisions, action_items: actions, suggestions = [] } = meeting;
  const people = participants.map((name) => asData(name, 80)).join(', ');
  const made = [id, status, people, method === '' ? '' : `read by ${asData(method, 80)}`];
  const about = aboutOf(output, meeting);
  return [
    style.bold(asData(title)),
    style.dim(made.filter((part) => part !== '').join(' · ')),
    ...notices.map((notice) => style.yellow(`! ${asData(notice, 400)}`)),
    ...section(
      style.bold('Decisions'),
      decisions.flatMap((one) => [`- ${decisionLine(one)}`, about(one)]),
    ),
    ...section(
      style.bold('Action items'),
      actions.flatMap((one) => [`- ${actionLine(one)}`, about(one)]),
    ),
    ...section(
      style.bold('Suggestions, which count only when somebody confirms them'),
      suggestions.flatMap((one) => [`- ${suggestionLine(one)}`, about(one)]),
    ),
    '',
    packagesOf(output, meeting),
    ...nextStep(output, meeting),
  ].join('\n');
}

/** Of a meeting without any, why: it was read already. */
function packagesOf(
  output: Screen,
  { work_packages: packages, suggestions = [] }: Meeting,
): string {
  if (packages.length > 0) return packageLines(output, packages);
  return suggestions.length > 0
    ? 'No work packages yet. A suggestion that asks for work gets one when it is confirmed.'
    : 'No work packages: nothing was found in this meeting that asks for work.';
}

/** A result or a suggestion of a meeting: a line of what it is, then what a person judges it by. */
export function lineOf(output: Screen, meeting: Meeting, id: string): string {
  const { decisions, action_items: actions, suggestions = [] } = meeting;
  const about = aboutOf(output, meeting);
  const lines = [
    ...decisions.map((one) => ({ one, line: `Decision: ${decisionLine(one)}` })),
    ...actions.map((one) => ({ one, line: `Action item: ${actionLine(one)}` })),
    ...suggestions.map((one) => ({
      one,
      line: `Suggested ${called[one.kind]}: ${suggestionLine(one)}`,
    })),
  ];
  const found = lines.find(({ one }) => one.id === id);
  return found === undefined ? '' : `${found.line}\n${about(found.one)}`;
}

const called = { decision: 'decision', action: 'action item' } as const;

function aboutOf({ wide, style }: Screen, meeting: Meeting): (one: About) => string {
  const ids = wide ? new Map<string, string>() : shortIds(idsIn(meeting));
  return (one) => {
    const lines = [factsOf(one, ids.get(one.id) ?? one.id), ...filesOf(one)];
    return lines.map((line) => style.dim(`    ${line}`)).join('\n');
  };
}

/** As many as one line of a screen has room for; the rest are counted, and stand in `--json`. */
const shownFiles = 4;

/** The files that its package comes of (PKG-3), in a line. */
function filesOf({ affected_files: affected, files = affected ?? [] }: About): string[] {
  if (files.length === 0) return [];
  return [`files: ${firstFew(files, shownFiles, (file) => shownId(file, 120))}`];
}

/** The ids of all that a person can review in a meeting. */
export function idsIn({ decisions, action_items, suggestions = [] }: Meeting): string[] {
  return [...decisions, ...action_items, ...suggestions].map(({ id }) => id);
}

/** What a person judges a result by. */
interface About {
  readonly id: string;
  readonly sentence?: string | undefined;
  readonly confidence?: number | undefined;
  readonly state?: string | undefined;
  readonly reviewed_by?: string | undefined;
  readonly reviewed_at?: string | undefined;
  /** Of a decision. */
  readonly affected_files?: readonly string[] | undefined;
  /** Of an action item. */
  readonly files?: readonly string[] | undefined;
}

function factsOf(one: About, id: string): string {
  const { sentence, confidence } = one;
  const sure = confidence === undefined ? [] : [confidenceWord(confidence)];
  const said = sentence === undefined || sentence === '' ? [] : [`“${asData(sentence, 500)}”`];
  return [id, ...stateOf(one), ...sure, ...said].join(' · ');
}

/** MTG-19: who reviewed it, and when. */
function stateOf({ state, reviewed_by: by, reviewed_at: at = '' }: About): string[] {
  const who = by === undefined ? '' : ` by ${asData(by, 80)}, ${at.slice(0, 10)}`;
  if (state === 'found') return [`to review${who === '' ? '' : `, changed${who}`}`];
  return state === undefined ? [] : [`${state}${who}`];
}

function decisionLine({ title, rationale, state }: MeetingDecision): string {
  const why = rationale === '' ? '' : `. ${asData(rationale, 300)}`;
  return `${asData(title)}${why}${state === 'dropped' ? ' (dropped)' : ''}`;
}

type Action = Pick<ActionItem, 'action' | 'assignee' | 'priority' | 'state'> &
  Pick<ActionItem, 'deadline' | 'deadline_words'>;

function actionLine({ action, assignee, priority, state, ...day }: Action): string {
  const who = assignee === '' ? '' : `${asData(assignee, 80)}: `;
  const urgency = priority === 'medium' ? [] : [priority];
  const more = [...urgency, ...until(action, day), ...(state === 'dropped' ? ['dropped'] : [])];
  return `${who}${asData(action)}${more.length === 0 ? '' : ` (${more.join(', ')})`}`;
}

/** The day, with the words that say it where what is to do does not have them. */
function until(action: string, { deadline, deadline_words: words }: Partial<Action>): string[] {
  const said =
    words === undefined || action.includes(words) ? '' : `said as “${asData(words, 80)}”`;
  if (deadline === undefined) return said === '' ? [] : [said];
  return [`until ${deadline}${said === '' ? '' : `, ${said}`}`];
}

function suggestionLine(one: Suggestion): string {
  if (one.kind === 'decision') {
    return decisionLine({ ...one, rationale: one.rationale ?? '' } as MeetingDecision);
  }
  const { title: action, assignee = '', priority = 'medium' } = one;
  return actionLine({ ...one, action, assignee, priority });
}

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', title, ...items];
}

/** What to type next, where something waits. */
function nextStep({ style }: Screen, meeting: Meeting): string[] {
  const { decisions, action_items: items, suggestions = [] } = meeting;
  const waits = [...decisions, ...items].some(({ state }) => state === 'found');
  if (!waits && suggestions.length === 0) return [];
  return ['', style.dim(`Review it one by one: coord meeting review ${meeting.id}`)];
}

import type { Output } from '../../shared/api/operations.ts';
import { asData, quoted, shownUser } from '../../shared/kernel/display.ts';
import { heldLabels } from '../../shared/reservations/labels.ts';
import type { ReservationRecord } from '../../shared/reservations/contract.ts';

/** What is known of a workstream that somebody wants to complete. */
export interface CompletionFacts {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly branch: string;
  readonly base_branch: string;
  readonly decisions: readonly { readonly title: string; readonly rationale: string }[];
  readonly tasks: readonly PlannedTask[];
  readonly reservations: readonly ReservationRecord[];
  /** Recorded commits that are not retracted. */
  readonly commits: number;
  /** The newest commits that were recorded and then retracted. */
  readonly retracted: readonly string[];
}

interface PlannedTask {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

type Plan = Output<'completeWorkstream'>;

const max = { reservations: 20, tasks: 50 } as const;

/** WST-3: the pull request's title and body, the commands for a squash merge, and what is not done yet. */
export function completionPlan(facts: CompletionFacts): Plan {
  const { slug, branch, base_branch, title } = facts;
  const body = bodyOf(facts);
  return {
    phase: 'plan',
    slug,
    branch,
    base_branch,
    title,
    body,
    commands: commandsOf(facts, body),
    blockers: [
      ...openTasks(facts.tasks).slice(0, max.tasks).map(taskBlocker),
      ...reservationBlockers(facts),
      ...(facts.commits === 0 ? [notGated] : []),
      ...facts.retracted.map(retractedBlocker),
    ],
  };
}

/** The gate may not be in use, so this keeps nothing from being completed. */
const notGated = 'No commit of it has passed the gate: coord gate run';

/** Work that was handed out and is neither done nor cancelled: it keeps a workstream from being completed. */
export function openTasks<T extends PlannedTask>(tasks: readonly T[]): T[] {
  return tasks.filter(({ status }) => status !== 'done' && status !== 'cancelled');
}

function taskBlocker({ id, title, status }: PlannedTask): string {
  return `The task ${id} is ${status}: ${quoted(title)}`;
}

/** They end by themselves, so they keep nothing from being completed. */
function reservationBlockers({ reservations }: CompletionFacts): string[] {
  return reservations.slice(0, max.reservations).map((one) => {
    return `${shownUser(one.reserved_by)} still holds ${heldLabels(one).join(', ')}`;
  });
}

/** What the branch holds now only git knows. It keeps nothing from being completed: a fix may stand on top (GAT-4). */
function retractedBlocker(sha: string): string {
  return `${sha.slice(0, 12)} was retracted. Unless it is reverted already, it would be merged: git revert --no-edit ${sha}`;
}

function bodyOf({ description, decisions, tasks }: CompletionFacts): string {
  const parts = [
    description.trim(),
    section(
      'Decisions',
      decisions.map(({ title, rationale }) => {
        const why = asData(rationale, 300);
        return `- ${asData(title)}${why === '' ? '' : `: ${why}`}`;
      }),
    ),
    section('Tasks', tasks.map(taskLine)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function section(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${heading}\n\n${lines.join('\n')}`;
}

function taskLine({ title, status }: PlannedTask): string {
  if (status === 'done') return `- [x] ${asData(title)}`;
  if (status === 'cancelled') return `- ~~${asData(title)}~~ (cancelled)`;
  return `- [ ] ${asData(title)} (${status})`;
}

function commandsOf(
  { title, branch, base_branch }: CompletionFacts,
  body: string,
): Plan['commands'] {
  const message = body === '' ? [title] : [title, '-m', body];
  return [
    ['git', 'switch', base_branch],
    ['git', 'pull', '--ff-only'],
    ['git', 'merge', '--squash', branch],
    ['git', 'commit', '-m', ...message],
    ['git', 'push'],
  ];
}

import type { Output } from '../../../shared/api/operations.ts';
import { heldLabels } from '../../../shared/reservations/labels.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import type { WorkstreamRecord } from '../../../shared/workstreams/contract.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { showAnswer } from '../../connection/in-workspace.ts';
import { shellQuoted } from '../../terminal/shell-quoted.ts';
import type { Output as Screen } from '../../terminal/output.ts';
import { nothingMatches } from '../../terminal/nothing-matches.ts';
import { listing } from '../../terminal/table.ts';
import { gitTimeoutMs, lines } from './branch-texts.ts';

const most = 200;

export interface ListOptions extends ConnectOptions {
  readonly status?: WorkstreamRecord['status'];
}

/** `coord workstream list`: those that the caller may see. */
export function listWorkstreams(context: Context, options: ListOptions): Promise<Outcome> {
  const { status } = options;
  return showAnswer(context, options, {
    ask: (client, id) => client.call('listWorkstreams', { id, status, limit: most }),
    text: ({ workstreams }) =>
      listOf(context.output, workstreams, nothingMatches('workstreams', { status })),
  });
}

function listOf(
  output: Screen,
  workstreams: readonly WorkstreamRecord[],
  empty = 'No workstreams. Start one: coord workstream start TITLE',
): string {
  if (workstreams.length === 0) return empty;
  return listing(output, workstreams, [
    { title: 'SLUG', flexible: true, cell: (one) => one.slug },
    { title: 'STATUS', cell: (one) => one.status },
    { title: 'TITLE', flexible: true, main: true, cell: (one) => one.title },
    { title: 'BRANCH', flexible: true, cell: (one) => asExact(one.branch) },
    { title: 'PEOPLE', cell: (one) => String(peopleIn(one).length) },
  ]);
}

type One = ConnectOptions & { readonly slug: string };

/** `coord workstream show`: all that is known of one. */
export function showWorkstream(context: Context, options: One): Promise<Outcome> {
  return showAnswer(context, options, {
    ask: (client, id) => client.call('getWorkstream', { id, slug: options.slug }),
    text: details,
  });
}

/** `coord workstream join`: for oneself, an agent's session, or another member. */
export function joinWorkstream(
  context: Context,
  options: One & { readonly session?: string; readonly user?: string },
): Promise<Outcome> {
  const { slug, session, user } = options;
  return showAnswer(context, options, {
    ask: (client, id) =>
      client.call(
        'joinWorkstream',
        { id, slug, session_id: session, user_id: user },
        { timeoutMs: gitTimeoutMs },
      ),
    text: (joined) => lines(`Joined ${joined.slug}, on the branch ${joined.branch}`, joined.git),
  });
}

/** `coord workstream leave`: the others go on. */
export function leaveWorkstream(
  context: Context,
  options: One & { readonly session?: string },
): Promise<Outcome> {
  const { slug, session } = options;
  return showAnswer(context, options, {
    ask: (client, id) => client.call('leaveWorkstream', { id, slug, session_id: session }),
    text: ({ slug: name, members }) =>
      `Left ${name}. ${members.length === 0 ? 'Nobody works' : members.length === 1 ? 'One still works' : `${members.length} still work`} in it.`,
  });
}

export type EndOptions = One & { readonly reason: string };

/** `coord workstream end`: abandoned; its branch stays. */
export function endWorkstream(context: Context, options: EndOptions): Promise<Outcome> {
  const { slug, reason } = options;
  return showAnswer(context, options, {
    ask: (client, id) => client.call('endWorkstream', { id, slug, reason }),
    text: (ended) => `${ended.slug} is ${ended.status}. Its branch ${ended.branch} stays.`,
  });
}

export type CompleteOptions = One & { readonly pr?: string };

/** `coord workstream complete`: the plan, or with the pull request's address the end. */
export function completeWorkstream(context: Context, options: CompleteOptions): Promise<Outcome> {
  const { slug, pr } = options;
  return showAnswer(context, options, {
    ask: (client, id) => client.call('completeWorkstream', { id, slug, pr_url: pr }),
    text: completion,
  });
}

function details(one: WorkstreamRecord): string {
  const members = peopleIn(one).flatMap(personLines);
  const reservations = one.reservations.map(
    (held) => `  ${heldLabels(held).join(' ')} by ${asData(held.reserved_by)}`,
  );
  return [
    `${one.slug} (${one.status}): ${asData(one.title)}`,
    `branch ${one.branch}, from ${one.base_branch}`,
    ...(one.description === '' ? [] : [asData(one.description)]),
    ...(one.pr_url === undefined ? [] : [`pull request ${asData(one.pr_url)}`]),
    ...(members.length === 0 ? ['nobody works in it'] : ['members', ...members]),
    ...(reservations.length === 0 ? [] : ['reservations', ...reservations]),
  ].join('\n');
}

type Member = WorkstreamRecord['members'][number];

/** The entries of each person: their own, and one for each of their agents. */
function peopleIn({ members }: WorkstreamRecord): Member[][] {
  const people = new Map<string, Member[]>();
  for (const one of members) people.set(one.user_id, [...(people.get(one.user_id) ?? []), one]);
  return [...people.values()];
}

function personLines(entries: readonly Member[]): string[] {
  const agents = entries.filter(({ agent_type: type = '' }) => type !== '');
  return [
    `  ${asData(entries[0]?.user_name ?? '')}`,
    ...agents.map((one) => `    with ${asData(one.agent_type ?? '')}${task(one.current_task)}`),
  ];
}

function task(text: string | undefined): string {
  return text === undefined || text === '' ? '' : `: ${asData(text)}`;
}

function completion(plan: Output<'completeWorkstream'>): string {
  if (plan.phase === 'completed') return `${plan.slug} is completed: ${asData(plan.pr_url ?? '')}`;
  return [
    `Pull request of ${plan.branch} into ${plan.base_branch}`,
    '',
    asData(plan.title),
    '',
    ...plan.body.split('\n').map((text) => asData(text, text.length)),
    '',
    'To merge it as one commit:',
    ...plan.commands.map((words) => `  ${words.map(shellQuoted).join(' ')}`),
    '',
    ...(plan.blockers.length === 0
      ? ['Nothing blocks it.']
      : ['Not done yet:', ...plan.blockers.map((text) => `  ${asData(text)}`)]),
    `When the pull request is there: coord workstream complete ${plan.slug} --pr URL`,
  ].join('\n');
}

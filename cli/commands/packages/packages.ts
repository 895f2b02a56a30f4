import { asData, asExact, asText } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { PackageStatus, WorkPackageRecord } from '../../../shared/work-packages/contract.ts';
import { notFileScoped } from '../../../shared/work-packages/not-file-scoped.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { showAnswer } from '../../connection/in-workspace.ts';
import { userIdOf } from '../../connection/members.ts';
import { nothingMatches } from '../../terminal/nothing-matches.ts';
import { idColumn, listing, moreBelow } from '../../terminal/table.ts';
import type { Output as Screen } from '../../terminal/output.ts';

export interface ListOptions extends ConnectOptions {
  readonly status?: PackageStatus;
  /** An address or a user id. */
  readonly assignee?: string;
  readonly limit: number;
  readonly before?: string;
}

/** `coord packages list`: newest first. */
export function listPackages(context: Context, options: ListOptions): Promise<Outcome> {
  const { status, assignee: user, limit, before } = options;
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const assignee = user === undefined ? undefined : await userIdOf(client, id, user);
      if (isRefusal(assignee)) return assignee;
      return client.call('listPackages', { id, status, assignee, limit, before });
    },
    text: ({ packages }) =>
      lines(
        context.output,
        packages,
        nothingMatches('work packages', { status, assignee: user }) ?? noPackages,
      ),
    note: moreBelow,
  });
}

export type One = ConnectOptions & { readonly id: string };

/** `coord packages show`: what it asks for, and why it has which file. */
export function showPackage(context: Context, options: One): Promise<Outcome> {
  return showAnswer(context, options, {
    ask: (client, id) => client.call('getPackage', { id, pid: options.id }),
    text: (found) => details(context.output, found),
  });
}

/** `coord packages claim`: for the person who types it. */
export function claimPackage(context: Context, options: One): Promise<Outcome> {
  return showAnswer(context, options, {
    ask: (client, id) => client.call('claimPackage', { id, pid: options.id }),
    text: stateOf,
  });
}

/** `coord packages start` */
export function startPackage(context: Context, options: One): Promise<Outcome> {
  return move(context, options, 'in_progress');
}

/** `coord packages complete` */
export function completePackage(context: Context, options: One): Promise<Outcome> {
  return move(context, options, 'completed');
}

function move(context: Context, options: One, status: PackageStatus): Promise<Outcome> {
  return showAnswer(context, options, {
    ask: (client, id) => client.call('movePackage', { id, pid: options.id, status }),
    text: stateOf,
  });
}

function stateOf({ id, status, title, assignee_name: name = '' }: WorkPackageRecord): string {
  return `${id} is ${status}, with ${asData(name, 80)}: ${asData(title)}`;
}

function details({ style }: Screen, one: WorkPackageRecord): string {
  const { id, status, title, description, files, decisions, assignee_name: name } = one;
  const taken = name === undefined ? [] : [`with ${asData(name, 80)}`];
  const reasons = new Map(one.file_reasons?.map(({ file, reason }) => [file, reason]));
  const unknown = new Set(one.unknown_files);
  const shown = files.map((file) => {
    const reason = reasons.get(file);
    const why = reason === undefined ? '' : ` (${asExact(reason)})`;
    return `- ${asExact(file)}${why}${unknown.has(file) ? notThere : ''}`;
  });
  return [
    style.bold(asData(title)),
    style.dim([id, status, ...taken].join(' · ')),
    ...(description === title ? [] : ['', asText(description)]),
    '',
    ...(files.length === 0 ? [notFileScoped] : [style.bold('Files'), ...shown]),
    ...(unknown.size === 0 ? [] : [style.dim(whyNotThere)]),
    ...(decisions.length === 0 ? [] : ['', style.bold('Follows from')]),
    ...decisions.map((decision) => `- ${asData(decision.title)}`),
  ].join('\n');
}

/** DEC-16 */
const notThere = ' · not in the repository’s index';
const whyNotThere =
  'What is not in the index has still to be made, or was named otherwise than it is called.';

const noPackages =
  'No work packages. They are drawn from meetings: coord meeting ingest FILE --title TITLE';

/** A table of work packages, or `nothing`; also what a meeting shows of its own. */
export function lines(
  output: Screen,
  packages: readonly WorkPackageRecord[],
  nothing = noPackages,
): string {
  if (packages.length === 0) return nothing;
  return listing(output, packages, [
    idColumn,
    { title: 'STATUS', cell: (one) => one.status },
    { title: 'TITLE', flexible: true, main: true, cell: (one) => one.title },
    {
      title: 'FILES',
      flexible: true,
      cell: ({ files }) =>
        files.length === 0 ? '(not file-scoped)' : files.map(asExact).join(', '),
    },
    { title: 'WITH', flexible: true, cell: (one) => one.assignee_name ?? '' },
  ]);
}

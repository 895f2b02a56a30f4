import type { Client } from '../../../shared/api/client.ts';
import { asData, asExact, asText } from '../../../shared/kernel/display.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { PackageStatus, WorkPackageRecord } from '../../../shared/work-packages/contract.ts';
import { notFileScoped } from '../../../shared/work-packages/not-file-scoped.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';
import { userIdOf } from '../../connection/members.ts';
import { listing, tellMore } from '../../terminal/table.ts';
import type { Output as Screen } from '../../terminal/output.ts';

export interface ListOptions extends ConnectOptions {
  readonly status?: PackageStatus;
  /** An address or a user id. */
  readonly assignee?: string;
  readonly limit: number;
  readonly before?: string;
}

/** `coord packages list`: newest first. */
export async function listPackages(
  { terminal, output }: Context,
  options: ListOptions,
): Promise<Outcome> {
  const { status, assignee, limit, before } = options;
  const answer = await inWorkspace(terminal, options, async (client, id) => {
    const user = assignee === undefined ? undefined : await userIdOf(client, id, assignee);
    if (isRefusal(user)) return user;
    return client.call('listPackages', { id, status, assignee: user, limit, before });
  });
  if (isRefusal(answer)) return answer;
  output.show(answer, () => lines(output, answer.packages));
  tellMore(output, answer.next_cursor);
  return 0;
}

export type One = ConnectOptions & { readonly id: string };

/** `coord packages show`: what it asks for, and why it has which file. */
export async function showPackage({ terminal, output }: Context, options: One): Promise<Outcome> {
  const found = await inWorkspace(terminal, options, (client, id) =>
    client.call('getPackage', { id, pid: options.id }),
  );
  if (isRefusal(found)) return found;
  output.show(found, () => details(output, found));
  return 0;
}

/** `coord packages claim`: for the person who types it. */
export function claimPackage(context: Context, options: One): Promise<Outcome> {
  return change(context, options, (client, id) =>
    client.call('claimPackage', { id, pid: options.id }),
  );
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
  return change(context, options, (client, id) =>
    client.call('movePackage', { id, pid: options.id, status }),
  );
}

async function change(
  { terminal, output }: Context,
  options: ConnectOptions,
  ask: (client: Client, workspaceId: string) => Promise<WorkPackageRecord | Refusal>,
): Promise<Outcome> {
  const found = await inWorkspace(terminal, options, ask);
  if (isRefusal(found)) return found;
  const { id, status, title, assignee_name: name = '' } = found;
  output.show(found, () => `${id} is ${status}, with ${asData(name, 80)}: ${asData(title)}`);
  return 0;
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

/** A table of work packages; also what a meeting shows of its own. */
export function lines(output: Screen, packages: readonly WorkPackageRecord[]): string {
  if (packages.length === 0)
    return 'No work packages. They are drawn from meetings: coord meeting ingest FILE --title TITLE';
  const rows = packages.map((one) => [
    one.id,
    one.status,
    one.title,
    one.files.length === 0 ? '(not file-scoped)' : one.files.map(asExact).join(', '),
    one.assignee_name ?? '',
  ]);
  const columns = [
    { title: 'ID', id: true },
    { title: 'STATUS' },
    { title: 'TITLE', flexible: true, main: true },
    { title: 'FILES', flexible: true },
    { title: 'WITH', flexible: true },
  ];
  return listing(output, columns, rows);
}

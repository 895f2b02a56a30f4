import type { Client } from '../../../shared/api/client.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { PackageStatus, WorkPackageRecord } from '../../../shared/work-packages/contract.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';
import { listing } from '../../terminal/table.ts';
import type { Output as Screen } from '../../terminal/output.ts';

export interface ListOptions extends ConnectOptions {
  readonly status?: PackageStatus;
  /** A user id. */
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
  const answer = await inWorkspace(terminal, options, (client, id) =>
    client.call('listPackages', { id, status, assignee, limit, before }),
  );
  if (isRefusal(answer)) return answer;
  output.show(answer, () => lines(output, answer.packages));
  const { next_cursor: cursor } = answer;
  if (cursor !== undefined && !output.json) output.note(`There are more: --before ${cursor}`);
  return 0;
}

export type One = ConnectOptions & { readonly id: string };

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

/** A table of work packages; also what a meeting shows of its own. */
export function lines(output: Screen, packages: readonly WorkPackageRecord[]): string {
  if (packages.length === 0)
    return 'No work packages. They are drawn from meetings: coord meeting ingest FILE --title TITLE';
  const rows = packages.map((one) => [
    one.id,
    one.status,
    one.title,
    one.files.map(asExact).join(', '),
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

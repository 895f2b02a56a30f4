import type { ConventionRecord, Tier } from '../../../shared/conventions/contract.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { pathFromHere } from '../../command-line/paths-from-here.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';
import { nothingMatches } from '../../terminal/nothing-matches.ts';
import { listing } from '../../terminal/table.ts';

export interface ListOptions extends ConnectOptions {
  readonly tier?: Tier;
  readonly file?: string;
  readonly retired?: boolean;
}

const most = 500;

/** `coord conventions list`: the rules of the team. */
export async function listConventions(
  { terminal, output }: Context,
  options: ListOptions,
): Promise<Outcome> {
  const { tier, retired } = options;
  const file = await pathFromHere(terminal.directory, options.file);
  const answer = await inWorkspace(terminal, options, async (client, id) => {
    const list = (status: ConventionRecord['status']) =>
      client.call('listConventions', { id, tier, file, status, limit: most });
    if (retired === true) return list('retired');
    const [active, proposed] = [await list('active'), await list('proposed')];
    if (isRefusal(active)) return active;
    if (isRefusal(proposed)) return proposed;
    return { ...active, conventions: [...active.conventions, ...proposed.conventions] };
  });
  if (isRefusal(answer)) return answer;
  output.show(answer, () => {
    if (answer.conventions.length === 0)
      return (
        nothingMatches('conventions', { tier, file, retired }) ??
        'No conventions. Propose one: coord conventions propose TITLE'
      );
    const rows = answer.conventions.map((one) => [
      one.id,
      one.status === 'proposed' ? `${one.tier} (proposed)` : one.tier,
      one.title,
      one.affected_files.map(asExact).join(' '),
      one.proposed_by_name,
    ]);
    const columns = [
      { title: 'ID', id: true },
      { title: 'TIER' },
      { title: 'TITLE', flexible: true, main: true },
      { title: 'FILES', flexible: true },
      { title: 'BY', flexible: true },
    ];
    return listing(output, columns, rows);
  });
  const waits = answer.conventions.find(({ status }) => status === 'proposed');
  if (waits !== undefined && !output.json)
    output.note(
      `A proposed rule denies nothing until it is accepted: coord conventions accept ${waits.id}`,
    );
  return 0;
}

export interface ProposeOptions extends ConnectOptions {
  readonly title: string;
  readonly rationale: string;
  readonly tier: Tier;
  readonly file: readonly string[];
  readonly area: readonly string[];
}

/** `coord conventions propose`: a rule for the files that its globs name. */
export async function proposeConvention(
  { terminal, output }: Context,
  options: ProposeOptions,
): Promise<Outcome> {
  const { title, rationale, tier, file, area } = options;
  if (tier === 'must' && file.length === 0) return blocksWhichFiles();
  const made = await inWorkspace(terminal, options, (client, id) =>
    client.call('proposeConvention', {
      id,
      title,
      rationale,
      tier,
      affected_files: [...file],
      affected_areas: [...area],
    }),
  );
  if (isRefusal(made)) return made;
  output.show(made, () => {
    const files = made.affected_files.map((glob) => asExact(glob)).join(' ');
    const rule = `${made.id} (${made.tier}): ${asData(made.title)}${files === '' ? '' : `, for ${files}`}`;
    if (made.message !== undefined) return `${rule}\n${made.message}`;
    return denies(made) ? `${rule}\n${inForce(made.id, files)}` : rule;
  });
  return 0;
}

function denies({ tier, status }: ConventionRecord): boolean {
  return tier === 'must' && status === 'active';
}

function inForce(id: string, files: string): string {
  return `In force now: every write to ${files} is denied. Undo: coord conventions retire ${id}`;
}

/** CNV-6 */
function blocksWhichFiles(): Refusal {
  return refuse(
    'ValidationError',
    '--tier must: a rule that blocks writes needs to say for which files; give --file GLOB, such as --file "src/auth/**". ' +
      'A rule that only tells people is --tier should.',
  );
}

/** `coord conventions accept`: a proposed rule counts from now on. */
export async function acceptConvention(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly id: string },
): Promise<Outcome> {
  const { id: cid } = options;
  let before: readonly ConventionRecord[] = [];
  const accepted = await inWorkspace(terminal, options, async (client, id) => {
    const active = await client.call('listConventions', { id, status: 'active', limit: most });
    if (!isRefusal(active)) before = active.conventions;
    return client.call('acceptConvention', { id, cid });
  });
  if (isRefusal(accepted)) return accepted;
  output.show(accepted, () => {
    const counts = before.some(({ id }) => id === accepted.id)
      ? 'is in force already'
      : 'counts now';
    return `${accepted.id} (${accepted.tier}) ${counts}: ${asData(accepted.title)}`;
  });
  return 0;
}

/** `coord conventions withdraw`: who proposed it takes it back. */
export async function withdrawConvention(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly id: string },
): Promise<Outcome> {
  const { id: cid } = options;
  const withdrawn = await inWorkspace(terminal, options, (client, id) =>
    client.call('withdrawConvention', { id, cid }),
  );
  if (isRefusal(withdrawn)) return withdrawn;
  output.show(withdrawn, () => `${withdrawn.id} is withdrawn: ${asData(withdrawn.title)}`);
  return 0;
}

/** `coord conventions retire`: it no longer counts. */
export async function retireConvention(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly id: string },
): Promise<Outcome> {
  const { id: cid } = options;
  let retired: readonly ConventionRecord[] = [];
  const changed = await inWorkspace(terminal, options, async (client, id) => {
    const before = await client.call('listConventions', { id, status: 'retired', limit: most });
    if (!isRefusal(before)) retired = before.conventions;
    return client.call('changeConvention', { id, cid, status: 'retired' });
  });
  if (isRefusal(changed)) return changed;
  const already = retired.some((one) => one.id === changed.id) ? ' already' : '';
  output.show(changed, () => `${changed.id} is retired${already}: ${asData(changed.title)}`);
  return 0;
}

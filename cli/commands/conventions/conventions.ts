import type { ConventionRecord, Tier } from '../../../shared/conventions/contract.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { pathFromHere } from '../../command-line/paths-from-here.ts';
import { showAnswer } from '../../connection/in-workspace.ts';
import { nothingMatches } from '../../terminal/nothing-matches.ts';
import type { Output } from '../../terminal/output.ts';
import { idColumn, listing } from '../../terminal/table.ts';

export interface ListOptions extends ConnectOptions {
  readonly tier?: Tier;
  readonly file?: string;
  readonly retired?: boolean;
}

const most = 500;

/** `coord conventions list`: the rules of the team. */
export async function listConventions(context: Context, options: ListOptions): Promise<Outcome> {
  const { tier, retired } = options;
  const file = await pathFromHere(context.terminal.directory, options.file);
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const list = (status: ConventionRecord['status']) =>
        client.call('listConventions', { id, tier, file, status, limit: most });
      if (retired === true) return list('retired');
      const [active, proposed] = [await list('active'), await list('proposed')];
      if (isRefusal(active)) return active;
      if (isRefusal(proposed)) return proposed;
      return { ...active, conventions: [...active.conventions, ...proposed.conventions] };
    },
    text: ({ conventions }) =>
      lines(
        context.output,
        conventions,
        nothingMatches('conventions', { tier, file, retired }) ??
          'No conventions. Propose one: coord conventions propose TITLE',
      ),
    note: ({ conventions }) => {
      const waits = conventions.find(({ status }) => status === 'proposed');
      if (waits === undefined) return undefined;
      return `A proposed rule denies nothing until it is accepted: coord conventions accept ${waits.id}`;
    },
  });
}

function lines(output: Output, conventions: readonly ConventionRecord[], nothing: string): string {
  if (conventions.length === 0) return nothing;
  return listing(output, conventions, [
    idColumn,
    {
      title: 'TIER',
      cell: (one) => (one.status === 'proposed' ? `${one.tier} (proposed)` : one.tier),
    },
    { title: 'TITLE', flexible: true, main: true, cell: (one) => one.title },
    { title: 'FILES', flexible: true, cell: (one) => one.affected_files.map(asExact).join(' ') },
    { title: 'BY', flexible: true, cell: (one) => one.proposed_by_name },
  ]);
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
  context: Context,
  options: ProposeOptions,
): Promise<Outcome> {
  const { title, rationale, tier, file, area } = options;
  if (tier === 'must' && file.length === 0) return blocksWhichFiles();
  const wanted = { title, rationale, tier, affected_files: [...file], affected_areas: [...area] };
  return showAnswer(context, options, {
    ask: (client, id) => client.call('proposeConvention', { id, ...wanted }),
    text: (made) => {
      const files = made.affected_files.map((glob) => asExact(glob)).join(' ');
      const rule = `${made.id} (${made.tier}): ${asData(made.title)}${files === '' ? '' : `, for ${files}`}`;
      if (made.message !== undefined) return `${rule}\n${made.message}`;
      return denies(made) ? `${rule}\n${inForce(made.id, files)}` : rule;
    },
  });
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

export type One = ConnectOptions & { readonly id: string };

/** `coord conventions accept`: a proposed rule counts from now on. */
export function acceptConvention(context: Context, options: One): Promise<Outcome> {
  const { id: cid } = options;
  let before: readonly ConventionRecord[] = [];
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const active = await client.call('listConventions', { id, status: 'active', limit: most });
      if (!isRefusal(active)) before = active.conventions;
      return client.call('acceptConvention', { id, cid });
    },
    text: (accepted) => {
      const isOld = before.some(({ id }) => id === accepted.id);
      const counts = isOld ? 'is in force already' : 'counts now';
      return `${accepted.id} (${accepted.tier}) ${counts}: ${asData(accepted.title)}`;
    },
  });
}

/** `coord conventions withdraw`: who proposed it takes it back. One that was accepted counted, and an admin ends it. */
export function withdrawConvention(context: Context, options: One): Promise<Outcome> {
  return showAnswer(context, options, {
    ask: (client, id) => client.call('withdrawConvention', { id, cid: options.id }),
    text: ({ id, title, accepted_by: acceptedBy }) => {
      const what = acceptedBy === undefined ? 'withdrawn' : 'retired, for it was accepted already';
      return `${id} is ${what}: ${asData(title)}`;
    },
  });
}

/** `coord conventions retire`: it no longer counts. */
export function retireConvention(context: Context, options: One): Promise<Outcome> {
  const { id: cid } = options;
  let retired: readonly ConventionRecord[] = [];
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const before = await client.call('listConventions', { id, status: 'retired', limit: most });
      if (!isRefusal(before)) retired = before.conventions;
      return client.call('changeConvention', { id, cid, status: 'retired' });
    },
    text: ({ id, title }) => {
      const already = retired.some((one) => one.id === id) ? ' already' : '';
      return `${id} is retired${already}: ${asData(title)}`;
    },
  });
}

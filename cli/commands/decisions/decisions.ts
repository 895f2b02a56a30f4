import type {
  DecisionRecord,
  DecisionState,
  DecisionType,
} from '../../../shared/decisions/contract.ts';
import { notConfirmed } from '../../../shared/decisions/unconfirmed.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { linkedLabel, staleReason } from '../../../shared/feed/sentence.ts';
import { pathFromHere } from '../../command-line/paths-from-here.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';
import { userIdOf } from '../../connection/members.ts';
import { nothingMatches } from '../../terminal/nothing-matches.ts';
import { listing, tellMore } from '../../terminal/table.ts';
import type { Output } from '../../terminal/output.ts';

export interface ListOptions extends ConnectOptions {
  readonly type?: DecisionType;
  readonly state?: DecisionState;
  readonly madeBy?: string;
  readonly area?: string;
  readonly file?: string;
  readonly limit: number;
  readonly before?: string;
}

export type StaleOptions = ConnectOptions & Pick<ListOptions, 'file' | 'limit' | 'before'>;

/** `coord decisions list`: newest first. */
export async function listDecisions(
  { terminal, output }: Context,
  options: ListOptions,
): Promise<Outcome> {
  const { type, state, madeBy, area, limit, before } = options;
  const file = await pathFromHere(terminal.directory, options.file);
  const answer = await inWorkspace(terminal, options, async (client, id) => {
    const made_by = madeBy === undefined ? undefined : await userIdOf(client, id, madeBy);
    if (isRefusal(made_by)) return made_by;
    return client.call('listDecisions', { id, type, state, made_by, area, file, limit, before });
  });
  if (isRefusal(answer)) return answer;
  output.show(answer, () =>
    lines(
      output,
      answer.decisions,
      nothingMatches('decisions', { type, state, 'made-by': madeBy, area, file }) ??
        'No decisions. Record one: coord decide TITLE --rationale TEXT',
    ),
  );
  tellMore(output, answer.next_cursor);
  return 0;
}

/** `coord decisions stale`: those whose code has changed. */
export async function staleDecisions(
  { terminal, output }: Context,
  options: StaleOptions,
): Promise<Outcome> {
  const { limit, before } = options;
  const file = await pathFromHere(terminal.directory, options.file);
  const answer = await inWorkspace(terminal, options, (client, id) =>
    client.call('listStaleDecisions', { id, file, limit, before }),
  );
  if (isRefusal(answer)) return answer;
  output.show(answer, () => {
    if (answer.decisions.length === 0)
      return nothingMatches('stale decisions', { file }) ?? 'No decision is stale.';
    const rows = answer.decisions.map((one) => [
      one.id,
      one.title,
      linkedLabel(one.stale_symbol ?? ''),
      one.stale_since?.slice(0, 10) ?? '',
    ]);
    const columns = [
      { title: 'ID', id: true },
      { title: 'TITLE', flexible: true, main: true },
      { title: 'CHANGED', flexible: true },
      { title: 'SINCE' },
    ];
    return listing(output, columns, rows);
  });
  tellMore(output, answer.next_cursor);
  return 0;
}

/** `coord decisions show`: all that is known of one. */
export async function showDecision(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly id: string },
): Promise<Outcome> {
  const { id: decision_id } = options;
  const found = await inWorkspace(terminal, options, (client, id) =>
    client.call('getDecision', { id, decision_id }),
  );
  if (isRefusal(found)) return found;
  output.show(found, () => details(output, found));
  return 0;
}

/** `coord decisions reaffirm`: it is still valid for the code as it is now. */
export async function reaffirmDecision(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly id: string; readonly note?: string },
): Promise<Outcome> {
  const { id: decision_id, note } = options;
  let state: DecisionState = 'stale';
  const found = await inWorkspace(terminal, options, async (client, id) => {
    const before = await client.call('getDecision', { id, decision_id });
    if (!isRefusal(before)) state = before.state;
    return client.call('reaffirmDecision', { id, decision_id, note });
  });
  if (isRefusal(found)) return found;
  output.show(found, () =>
    state === 'fresh'
      ? `${found.id} was fresh already: ${asData(found.title)}`
      : `${found.id} is fresh again: ${asData(found.title)}`,
  );
  return 0;
}

/** `coord decisions accept`: makes a proposal one of the team's decisions. */
export async function acceptDecision(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly id: string },
): Promise<Outcome> {
  const { id: decision_id } = options;
  const found = await inWorkspace(terminal, options, (client, id) =>
    client.call('acceptDecision', { id, decision_id }),
  );
  if (isRefusal(found)) return found;
  output.show(found, () => `${found.id} counts from now on: ${asData(found.title)}`);
  return 0;
}

/** `coord decisions decline`: ends a proposal that nobody wants. */
export async function declineDecision(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly id: string },
): Promise<Outcome> {
  const { id: decision_id } = options;
  const found = await inWorkspace(terminal, options, (client, id) =>
    client.call('declineDecision', { id, decision_id }),
  );
  if (isRefusal(found)) return found;
  output.show(found, () => `${found.id} is turned down: ${asData(found.title)}`);
  return 0;
}

function lines(output: Output, decisions: readonly DecisionRecord[], nothing: string): string {
  if (decisions.length === 0) return nothing;
  const rows = decisions.map((one) => [
    one.id,
    one.title,
    one.type,
    one.unconfirmed === true ? `${one.state}, not confirmed` : one.state,
    one.made_by_name,
    one.created_at.slice(0, 10),
  ]);
  const columns = [
    { title: 'ID', id: true },
    { title: 'TITLE', flexible: true, main: true },
    { title: 'TYPE' },
    { title: 'STATE' },
    { title: 'BY', flexible: true },
    { title: 'MADE' },
  ];
  return listing(output, columns, rows);
}

function details({ style }: Output, one: DecisionRecord): string {
  const made = `${one.type} · ${asData(one.made_by_name, 80)} · ${one.created_at.slice(0, 10)} · ${one.id}`;
  const change = one.stale_change;
  const facts: readonly (readonly [string, string])[] = [
    ['state', stateText(one)],
    ['source', one.unconfirmed === true ? notConfirmed : ''],
    ['before', change?.reason === 'changed' ? '' : asExact(change?.before ?? '')],
    ['after', change?.reason === 'signature_changed' ? asExact(change.after) : ''],
    ['files', one.files.map((file) => asExact(file)).join(', ')],
    ['not in the index', (one.unknown_files ?? []).map((file) => asExact(file)).join(', ')],
    ['symbols', one.symbols.map(linkedLabel).join(', ')],
    ['supersedes', one.supersedes ?? ''],
    ['proposed by', one.accepted_by === undefined ? '' : asData(one.proposed_by_name ?? '', 80)],
    ['accepted by', acceptedBy(one)],
    ['note', asData(one.note ?? '', 400)],
  ];
  const shown = facts.filter(([, text]) => text !== '');
  return [
    style.bold(asData(one.title, 300)),
    style.dim(made),
    ...one.rationale.split('\n').map((line) => asData(line, 2_000)),
    ...shown.map(([name, text]) => `${style.dim(`${name}:`)} ${text}`),
  ].join('\n');
}

/** Who accepts a proposal makes the decision. */
function acceptedBy({ accepted_at: at, made_by_name: name }: DecisionRecord): string {
  return at === undefined ? '' : `${asData(name, 80)} · ${at.slice(0, 10)}`;
}

/** One state can have two reasons: its code has changed, and another decision took its place. */
export function stateText({
  state,
  stale_symbol: stale,
  superseded_by: next,
}: {
  readonly state: DecisionState;
  readonly stale_symbol?: string | undefined;
  readonly superseded_by?: string | undefined;
}): string {
  const ended = next === undefined ? [] : [`superseded by ${next}`];
  const reasons = [...ended, ...(stale === undefined ? [] : [staleReason(stale)])];
  return [state, reasons.join('; ')].filter((part) => part !== '').join(': ');
}

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
import { showAnswer } from '../../connection/in-workspace.ts';
import { userIdOf } from '../../connection/members.ts';
import { nothingMatches } from '../../terminal/nothing-matches.ts';
import { idColumn, listing, moreBelow } from '../../terminal/table.ts';
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
export async function listDecisions(context: Context, options: ListOptions): Promise<Outcome> {
  const { type, state, madeBy, area, limit, before } = options;
  const file = await pathFromHere(context.terminal.directory, options.file);
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const made_by = madeBy === undefined ? undefined : await userIdOf(client, id, madeBy);
      if (isRefusal(made_by)) return made_by;
      return client.call('listDecisions', { id, type, state, made_by, area, file, limit, before });
    },
    text: ({ decisions }) =>
      lines(
        context.output,
        decisions,
        nothingMatches('decisions', { type, state, 'made-by': madeBy, area, file }) ??
          'No decisions. Record one: coord decide TITLE --rationale TEXT',
      ),
    note: moreBelow,
  });
}

/** `coord decisions stale`: those whose code has changed. */
export async function staleDecisions(context: Context, options: StaleOptions): Promise<Outcome> {
  const { limit, before } = options;
  const file = await pathFromHere(context.terminal.directory, options.file);
  return showAnswer(context, options, {
    ask: (client, id) => client.call('listStaleDecisions', { id, file, limit, before }),
    text: ({ decisions }) => {
      if (decisions.length === 0)
        return nothingMatches('stale decisions', { file }) ?? 'No decision is stale.';
      return listing(context.output, decisions, [
        idColumn,
        { title: 'TITLE', flexible: true, main: true, cell: (one) => one.title },
        { title: 'CHANGED', flexible: true, cell: (one) => linkedLabel(one.stale_symbol ?? '') },
        { title: 'SINCE', cell: (one) => one.stale_since?.slice(0, 10) ?? '' },
      ]);
    },
    note: moreBelow,
  });
}

export type One = ConnectOptions & { readonly id: string };

/** `coord decisions show`: all that is known of one. */
export function showDecision(context: Context, options: One): Promise<Outcome> {
  return showAnswer(context, options, {
    ask: (client, id) => client.call('getDecision', { id, decision_id: options.id }),
    text: (found) => details(context.output, found),
  });
}

export type ReaffirmOptions = One & { readonly note?: string };

/** `coord decisions reaffirm`: it is still valid for the code as it is now. */
export function reaffirmDecision(context: Context, options: ReaffirmOptions): Promise<Outcome> {
  const { id: decision_id, note } = options;
  let state: DecisionState = 'stale';
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const before = await client.call('getDecision', { id, decision_id });
      if (!isRefusal(before)) state = before.state;
      return client.call('reaffirmDecision', { id, decision_id, note });
    },
    text: ({ id, title }) =>
      `${id} ${state === 'fresh' ? 'was fresh already' : 'is fresh again'}: ${asData(title)}`,
  });
}

/** `coord decisions accept`: makes a proposal one of the team's decisions. */
export function acceptDecision(context: Context, options: One): Promise<Outcome> {
  return showAnswer(context, options, {
    ask: (client, id) => client.call('acceptDecision', { id, decision_id: options.id }),
    text: ({ id, title }) => `${id} counts from now on: ${asData(title)}`,
  });
}

/** `coord decisions decline`: ends a proposal that nobody wants. */
export function declineDecision(context: Context, options: One): Promise<Outcome> {
  return showAnswer(context, options, {
    ask: (client, id) => client.call('declineDecision', { id, decision_id: options.id }),
    text: ({ id, title }) => `${id} is turned down: ${asData(title)}`,
  });
}

function lines(output: Output, decisions: readonly DecisionRecord[], nothing: string): string {
  if (decisions.length === 0) return nothing;
  return listing(output, decisions, [
    idColumn,
    { title: 'TITLE', flexible: true, main: true, cell: (one) => one.title },
    { title: 'TYPE', cell: (one) => one.type },
    {
      title: 'STATE',
      cell: (one) => (one.unconfirmed === true ? `${one.state}, not confirmed` : one.state),
    },
    { title: 'BY', flexible: true, cell: (one) => one.made_by_name },
    { title: 'MADE', cell: (one) => one.created_at.slice(0, 10) },
  ]);
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

import { asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse } from '../../../shared/kernel/refusal.ts';
import type {
  NegotiationRecord,
  NegotiationStatus,
} from '../../../shared/negotiations/contract.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { oneTarget, targetText } from '../../command-line/targets.ts';
import { refuseUnknownTarget } from '../../connection/known-targets.ts';
import { showAnswer } from '../../connection/in-workspace.ts';
import { shownMoment } from '../../../shared/kernel/times.ts';
import type { Output } from '../../terminal/output.ts';
import { nothingMatches } from '../../terminal/nothing-matches.ts';
import { idColumn, listing } from '../../terminal/table.ts';
import { targetsFromHere } from '../../command-line/paths-from-here.ts';
import { ownSession } from '../../connection/own-session.ts';

export interface OpenOptions extends ConnectOptions {
  readonly what: readonly string[];
  readonly rationale: string;
  readonly holder?: string;
  readonly session?: string;
  readonly maxTurns?: number;
  /** Milliseconds. */
  readonly deadline?: number;
}

const most = 200;

/** `coord negotiate open`: asks the holder for a file, or symbols of it. */
export async function openNegotiation(context: Context, options: OpenOptions): Promise<Outcome> {
  const { terminal } = context;
  const target = oneTarget(await targetsFromHere(terminal.directory, options.what));
  if (isRefusal(target)) return target;
  const { rationale, holder, maxTurns, deadline } = options;
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const place = { client, workspaceId: id };
      const unknown = await refuseUnknownTarget({ terminal, options, place }, [target]);
      if (unknown !== undefined) return unknown;
      const session_id = await ownSession(terminal, place, options.session);
      if (isRefusal(session_id)) return session_id;
      return client.call('openNegotiation', {
        id,
        session_id,
        counterparty_session: holder,
        file: target.file,
        symbol_ids: [...target.symbol_ids],
        rationale,
        ...(maxTurns !== undefined && { max_turns: maxTurns }),
        ...(deadline !== undefined && { deadline_ms: deadline }),
      });
    },
    text: details,
  });
}

export interface ListOptions extends ConnectOptions {
  readonly status?: NegotiationStatus;
  readonly session?: string;
}

/** `coord negotiate list`: newest first. */
export function listNegotiations(context: Context, options: ListOptions): Promise<Outcome> {
  const { status, session: session_id } = options;
  return showAnswer(context, options, {
    ask: (client, id) => client.call('listNegotiations', { id, status, session_id, limit: most }),
    text: ({ negotiations }) =>
      lines(
        context.output,
        negotiations,
        nothingMatches('negotiations', { status, session: session_id }),
      ),
  });
}

function lines(
  output: Output,
  negotiations: readonly NegotiationRecord[],
  empty = 'No negotiations. Ask for what another agent holds: coord negotiate open FILE --rationale TEXT',
): string {
  if (negotiations.length === 0) return empty;
  return listing(output, negotiations, [
    idColumn,
    { title: 'STATUS', cell: stateOf },
    { title: 'ABOUT', flexible: true, main: true, cell: targetText },
    { title: 'ASKS', flexible: true, cell: (one) => one.initiator },
    { title: 'HOLDER', flexible: true, cell: (one) => one.counterparty },
  ]);
}

type One = ConnectOptions & { readonly id: string };

/** `coord negotiate show`: one, with what was said. */
export function showNegotiation(context: Context, options: One): Promise<Outcome> {
  const { id: negotiation_id } = options;
  return showAnswer(context, options, {
    ask: (client, id) => client.call('getNegotiation', { id, negotiation_id }),
    text: details,
  });
}

interface Answer extends One {
  readonly note?: string;
  /** The same as `note`, as `negotiate open` calls it. */
  readonly rationale?: string;
  readonly give: readonly string[];
  readonly keep: readonly string[];
}

export interface RespondOptions extends Answer {
  readonly action: 'yield' | 'hold' | 'defer' | 'counter' | 'split';
  /** Milliseconds. */
  readonly defer?: number;
  readonly session?: string;
}

/** `coord negotiate respond`: for the party that is the caller's. */
export async function respondNegotiation(
  context: Context,
  options: RespondOptions,
): Promise<Outcome> {
  const { id: negotiation_id, action, defer, session: session_id } = options;
  if (action === 'defer' && defer === undefined) return undatedDefer;
  const answer = {
    negotiation_id,
    session_id,
    action,
    note: noteIn(options),
    ...(defer !== undefined && { defer_ms: defer }),
    ...splitIn(options),
  };
  return showAnswer(context, options, {
    ask: (client, id) => client.call('respondNegotiation', { id, ...answer }),
    text: details,
  });
}

const undatedDefer = refuse('ValidationError', 'Say how much longer it may take: --defer 5m', {
  field: '--defer',
});

export interface SettleOptions extends Answer {
  readonly action: 'yield' | 'hold' | 'split';
}

/** `coord negotiate settle`: what the parties left to a person. */
export function settleNegotiation(context: Context, options: SettleOptions): Promise<Outcome> {
  const { id: negotiation_id, action } = options;
  const answer = { negotiation_id, action, note: noteIn(options), ...splitIn(options) };
  return showAnswer(context, options, {
    ask: (client, id) => client.call('settleNegotiation', { id, ...answer }),
    text: details,
  });
}

function noteIn({ note, rationale }: Pick<Answer, 'note' | 'rationale'>): string {
  return note ?? rationale ?? '';
}

function splitIn({ action, give, keep }: { action: string } & Pick<Answer, 'give' | 'keep'>) {
  if (action !== 'split' || give.length + keep.length === 0) return {};
  return { split: { initiator_symbols: [...give], counterparty_symbols: [...keep] } };
}

function stateOf({ status, outcome }: NegotiationRecord): string {
  return outcome === undefined ? status : `${status} (${outcome})`;
}

function details(one: NegotiationRecord): string {
  const { split, unknown_symbols: unknown = [], waiting_for: waitingFor } = one;
  const shares = (ids: readonly string[]) => ids.map((id) => asExact(id)).join(', ') || 'nothing';
  const waits =
    waitingFor === 'person'
      ? [`a person settles it: coord negotiate settle ${one.id} yield|hold|split`]
      : waitingFor === undefined
        ? []
        : [`waits for ${asData(one[waitingFor])} until ${shownMoment(one.deadline_at)}`];
  return [
    `${one.id} (${stateOf(one)}): ${asData(one.initiator)} asks ${asData(one.counterparty)} for ${targetText(one)}`,
    `why: ${asData(one.rationale)}`,
    ...one.turns.map(turnLine),
    ...(split === undefined
      ? []
      : [
          `${asData(one.initiator)} has ${shares(split.initiator_symbols)}`,
          `${asData(one.counterparty)} has ${shares(split.counterparty_symbols)}`,
        ]),
    ...(unknown.length === 0
      ? []
      : [
          `no function, class, interface or enum of the file, as far as is known: ${shares(unknown)}`,
        ]),
    ...waits,
  ].join('\n');
}

function turnLine({ turn, by, action, note }: NegotiationRecord['turns'][number]): string {
  return `  ${turn}. ${asData(by)}: ${action}${note === '' ? '' : `, ${asData(note)}`}`;
}

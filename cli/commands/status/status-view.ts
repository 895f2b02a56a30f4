import { asData } from '../../../shared/kernel/display.ts';
import { agentsWithReservations, type Agent } from './agents.ts';
import type { DaemonStatus } from '../../../shared/status/contract.ts';
import { cut, spread } from '../../terminal/table.ts';
import { shownTime } from '../../../shared/kernel/times.ts';
import { wrapped } from '../../terminal/wrap.ts';
import type { Style } from '../../terminal/output.ts';
import { agentLines } from './agent-lines.ts';
import { count } from '../../terminal/count.ts';

/** What is shown of a workspace; a relay that is asked directly has no index and no outbox. */
export type ShownStatus = Pick<DaemonStatus, 'workspace' | 'sessions' | 'reservations' | 'now'> & {
  readonly relay: DaemonStatus['relay'];
  readonly user_id?: DaemonStatus['user_id'];
  readonly index?: DaemonStatus['index'];
  readonly outbox?: number;
  readonly disk_problems?: DaemonStatus['disk_problems'];
  /** What an empty picture says, where only a part was asked for. */
  readonly nothing?: string;
  /** What the person should know about this picture. */
  readonly note?: string;
  /** Whether `coord init` has set up this work tree. */
  readonly set_up?: boolean;
};

export interface ViewOptions {
  readonly style: Style;
  readonly columns: number;
  /** How many lines there may be; Infinity where it is left out. */
  readonly rows?: number;
  /** Whether everything is shown, however long it gets. */
  readonly all?: boolean;
}

/** The status as a person reads it: the workspace and its link, warnings, counts, then the agents of each person. */
export function statusLines(status: ShownStatus, options: ViewOptions): string[] {
  const agents = agentsWithReservations(status);
  const above = [...headLines(status, options), ...warningLines(status, options)];
  const below = footLines(status, options);
  if (agents.length === 0) return [...above, nobody(status, options), ...below];
  const counts = options.style.dim(cut(countsOf(agents), options.columns));
  const rows = (options.rows ?? Infinity) - above.length - below.length - 2;
  return [...above, counts, ...agentLines(agents, { ...options, now: status.now, rows }), ...below];
}

function countsOf(agents: readonly Agent[]): string {
  const people = new Set(agents.map(({ user }) => user)).size;
  const gone = agents.filter(({ session }) => session === undefined).length;
  const held = agents.reduce((sum, { reservations }) => sum + reservations.length, 0);
  return [
    people === 1 ? '1 person' : `${people.toLocaleString('en')} people`,
    gone === 0 ? count(agents.length, 'agent') : `${count(agents.length, 'agent')} (${gone} gone)`,
    count(held, 'reservation'),
  ].join(', ');
}

function headLines({ workspace, relay }: ShownStatus, { style, columns }: ViewOptions): string[] {
  const name = workspace === null ? 'no workspace yet' : nameOf(workspace);
  const state = relay.state === 'live' && relay.problem !== undefined ? 'failing' : relay.state;
  const { green, yellow, red } = style;
  const paint = { live: green, connecting: yellow, failing: red, offline: red }[state];
  const [left, right] = spread(`coord  ${name}`, `relay ${state}`, columns);
  return [style.bold(left) + paint(right), style.dim(cut(asData(relay.url), columns))];
}

function nameOf({ slug, name }: { slug: string; name: string }): string {
  return name === slug || name === '' ? asData(slug) : `${asData(name)} (${asData(slug)})`;
}

function warningLines(status: ShownStatus, { style, columns }: ViewOptions): string[] {
  const provisional = status.reservations.filter(
    (reservation) => reservation.provisional === true,
  ).length;
  const warnings = [
    status.note ?? false,
    status.relay.problem ?? false,
    status.relay.state === 'offline' &&
      status.relay.problem === undefined &&
      'The relay cannot be reached. Known reservations still count; new ones are provisional.',
    status.workspace === null &&
      status.relay.state === 'connecting' &&
      'The daemon is starting. Nothing is reserved before it knows its workspace.',
    status.relay.clock ?? false,
    provisional > 0 &&
      `${count(provisional, 'reservation')} of yours ${provisional === 1 ? 'waits' : 'wait'} for the relay and can still be refused.`,
    (status.outbox ?? 0) > 0 &&
      `${count(status.outbox ?? 0, 'message')} to the relay not sent yet.`,
    ...(status.disk_problems ?? []).map(({ message }) => `Not kept on disk: ${message}`),
    status.index?.problem !== undefined &&
      `${status.index.problem} It is tried again; until then whole files are reserved.`,
    (status.index?.pending ?? 0) > 0 &&
      `Indexing: ${count(status.index?.pending ?? 0, 'file')} to go. Edits are checked and reserved already; which decisions and callers they touch is told when it is done.`,
  ];
  return warnings
    .filter((warning) => warning !== false)
    .flatMap((warning) => wrapped(`! ${warning}`, columns).map((line) => style.yellow(line)));
}

function nobody(
  { nothing, set_up: isSetUp }: ShownStatus,
  { style, columns }: ViewOptions,
): string {
  const next =
    isSetUp === true
      ? 'The hooks are in place: an agent appears here when its client starts next.'
      : 'Agents appear once their client runs with hooks: coord init';
  const text = nothing ?? `Nobody is active. ${next}`;
  return `\n${wrapped(text, columns).map(style.dim).join('\n')}`;
}

function footLines(
  { index, workspace, now }: ShownStatus,
  { style, columns }: ViewOptions,
): string[] {
  const isBegun = workspace !== null || (index?.files ?? 0) > 0;
  const files = isBegun ? count(index?.files ?? 0, 'file') : 'not begun';
  const parts = index === undefined ? '' : `index: ${files}`;
  const [left, right] = spread(parts, shownTime(now), columns);
  return ['', style.dim(left + right)];
}

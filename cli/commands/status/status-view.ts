import { duration } from '../../../shared/kernel/clock.ts';
import { asData } from '../../../shared/kernel/display.ts';
import {
  agentsWithReservations,
  reservationLabel,
  type Agent,
} from '../../../shared/status/agents.ts';
import type { DaemonStatus, ShownReservation } from '../../../shared/status/contract.ts';
import { timeOfDay } from '../../../shared/feed/sentence.ts';
import { cut, spread } from '../../terminal/table.ts';
import { wrapped } from '../../terminal/wrap.ts';
import type { Style } from '../../terminal/output.ts';
import { count } from '../../terminal/count.ts';

/** What is shown of a workspace; a relay that is asked directly has no index and no outbox. */
export type ShownStatus = Pick<DaemonStatus, 'workspace' | 'sessions' | 'reservations' | 'now'> & {
  readonly relay: DaemonStatus['relay'];
  readonly index?: DaemonStatus['index'];
  readonly outbox?: number;
  readonly disk_problems?: DaemonStatus['disk_problems'];
  /** What the person should know about this picture. */
  readonly note?: string;
};

export interface ViewOptions {
  readonly style: Style;
  readonly columns: number;
}

/** One agent, or what is left of one: a session that is gone can still have reservations. */
interface Block {
  readonly title: string;
  readonly seen: string;
  readonly task: string;
  readonly reservations: readonly ShownReservation[];
  readonly active: boolean;
}

const maxReservations = 12;

/** The status as a person reads it: the workspace and its link, warnings, then each agent with its reservations. */
export function statusLines(status: ShownStatus, options: ViewOptions): string[] {
  const blocks = agentsWithReservations(status).map((agent) => blockOf(agent, status.now));
  const body =
    blocks.length === 0
      ? [nobody(options)]
      : blocks.flatMap((block) => blockLines(block, { status, ...options }));
  return [
    ...headLines(status, options),
    ...warningLines(status, options),
    ...body,
    ...footLines(status, options),
  ];
}

function headLines({ workspace, relay }: ShownStatus, { style, columns }: ViewOptions): string[] {
  const name = workspace === null ? 'no workspace yet' : nameOf(workspace);
  const state = { live: 'live', connecting: 'connecting', offline: 'offline' }[relay.state];
  const paint = { live: style.green, connecting: style.yellow, offline: style.red }[relay.state];
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
    status.relay.clock ?? false,
    provisional > 0 &&
      `${count(provisional, 'reservation')} of yours ${provisional === 1 ? 'waits' : 'wait'} for the relay and can still be refused.`,
    (status.outbox ?? 0) > 0 &&
      `${count(status.outbox ?? 0, 'message')} to the relay not sent yet.`,
    ...(status.disk_problems ?? []).map(({ message }) => `Not kept on disk: ${message}`),
    (status.index?.pending ?? 0) > 0 &&
      `Indexing: ${count(status.index?.pending ?? 0, 'file')} to go.`,
  ];
  return warnings
    .filter((warning) => warning !== false)
    .flatMap((warning) => wrapped(`! ${warning}`, columns).map((line) => style.yellow(line)));
}

function nobody({ style, columns }: ViewOptions): string {
  return `\n${style.dim(cut('Nobody is active. Agents appear once their client runs with hooks: coord init', columns))}`;
}

function blockOf({ session, user, agentType, task, reservations }: Agent, now: number): Block {
  const branch =
    session === undefined || session.branch === '' ? '' : ` on ${asData(session.branch)}`;
  const seen =
    session === undefined
      ? 'gone, reservations remain'
      : `seen ${duration(now - Date.parse(session.last_heartbeat))} ago`;
  const active = session !== undefined;
  return { title: `${whoOf(user, agentType)}${branch}`, seen, task, reservations, active };
}

function whoOf(user: string, agent: string): string {
  return agent === '' || agent === 'unknown' ? asData(user) : `${asData(user)} · ${asData(agent)}`;
}

function blockLines(
  { title, seen, task, reservations, active }: Block,
  { status, style, columns }: ViewOptions & { status: ShownStatus },
): string[] {
  const [left, right] = spread(title, seen, columns);
  const sorted = reservations.toSorted((one, other) =>
    reservationLabel(one).localeCompare(reservationLabel(other)),
  );
  const rest = sorted.length - maxReservations;
  return [
    '',
    (active ? style.bold(style.cyan(left)) : style.bold(left)) + style.dim(right),
    `  ${cut(task === '' ? 'no task given' : asData(task), columns - 2)}`,
    ...sorted
      .slice(0, maxReservations)
      .map((reservation) => reservationLine(reservation, { status, style, columns })),
    ...(rest > 0 ? [style.dim(`    and ${rest} more`)] : []),
  ];
}

function reservationLine(
  reservation: ShownReservation,
  { status, style, columns }: ViewOptions & { status: ShownStatus },
): string {
  const leftMs = Date.parse(reservation.expires_at) - status.now;
  const mark = reservation.provisional === true ? 'provisional  ' : '';
  const [left, right] = spread(
    `    ${reservationLabel(reservation)}`,
    `${mark}${duration(leftMs)} left`,
    columns,
  );
  return left + (reservation.provisional === true || leftMs < 60_000 ? style.yellow(right) : right);
}

function footLines({ index, now }: ShownStatus, { style, columns }: ViewOptions): string[] {
  const parts = index === undefined ? '' : `index: ${count(index.files, 'file')}`;
  const [left, right] = spread(parts, timeOfDay(now), columns);
  return ['', style.dim(left + right)];
}

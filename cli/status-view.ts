import { asData } from '../shared/kernel/display.ts';
import type { SessionRecord } from '../shared/sessions/contract.ts';
import type { DaemonStatus, ShownReservation } from '../shared/status/contract.ts';
import { symbolName, timeOfDay } from './event-line.ts';
import { cut, spread } from './layout.ts';
import type { Style } from './output.ts';
import { count } from './words.ts';

/** What is shown of a workspace; a relay that is asked directly has no index and no outbox. */
export type ShownStatus = Pick<DaemonStatus, 'workspace' | 'sessions' | 'reservations' | 'now'> & {
  readonly relay: { readonly url: string; readonly state: DaemonStatus['relay']['state'] };
  readonly index?: DaemonStatus['index'];
  readonly outbox?: number;
};

export interface ViewOptions {
  readonly style: Style;
  readonly columns: number;
}

/** One agent, or what is left of one: a session that is gone can still hold something. */
interface Block {
  readonly title: string;
  readonly seen: string;
  readonly task: string;
  readonly holds: readonly ShownReservation[];
  readonly active: boolean;
}

const mostHolds = 12;

/** The status as a person reads it: the workspace and its link, warnings, then each agent with what it holds. */
export function statusLines(status: ShownStatus, options: ViewOptions): string[] {
  const blocks = blocksOf(status);
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
  const provisional = status.reservations.filter((held) => held.provisional === true).length;
  const warnings = [
    status.relay.state === 'offline' &&
      'The relay cannot be reached. Known holds still count; new ones are provisional.',
    provisional > 0 &&
      `${count(provisional, 'hold')} of yours ${provisional === 1 ? 'waits' : 'wait'} for the relay and can still be refused.`,
    (status.outbox ?? 0) > 0 &&
      `${count(status.outbox ?? 0, 'message')} to the relay not sent yet.`,
    (status.index?.pending ?? 0) > 0 &&
      `Indexing: ${count(status.index?.pending ?? 0, 'file')} to go.`,
  ];
  return warnings
    .filter((warning) => warning !== false)
    .map((warning) => style.yellow(cut(`! ${warning}`, columns)));
}

function nobody({ style, columns }: ViewOptions): string {
  return `\n${style.dim(cut('Nobody is active. Agents appear once their client runs with hooks: coord init', columns))}`;
}

function blocksOf({ sessions, reservations, now }: ShownStatus): Block[] {
  const live = reservations.filter((held) => Date.parse(held.expires_at) > now);
  const bySession = groupBySession(live);
  const known = new Set(sessions.map(({ id }) => id));
  const active = sessions.map((session) =>
    activeBlock(session, bySession.get(session.id) ?? [], now),
  );
  const gone = [...bySession].filter(([id]) => !known.has(id)).map(([, holds]) => goneBlock(holds));
  return [...active, ...gone];
}

function groupBySession(holds: readonly ShownReservation[]): Map<string, ShownReservation[]> {
  const groups = new Map<string, ShownReservation[]>();
  for (const held of holds) {
    const group = groups.get(held.session_id);
    if (group === undefined) groups.set(held.session_id, [held]);
    else group.push(held);
  }
  return groups;
}

function activeBlock(
  session: SessionRecord,
  holds: readonly ShownReservation[],
  now: number,
): Block {
  const branch = session.branch === '' ? '' : ` on ${asData(session.branch)}`;
  return {
    title: `${whoOf(session.user_name, session)}${branch}`,
    seen: `seen ${duration(now - Date.parse(session.last_heartbeat))} ago`,
    task: session.current_task,
    holds,
    active: true,
  };
}

function goneBlock(holds: readonly ShownReservation[]): Block {
  const [first] = holds;
  return {
    title: first === undefined ? '' : whoOf(first.user_name, first),
    seen: 'gone, still holds',
    task: first?.current_task ?? '',
    holds,
    active: false,
  };
}

function whoOf(user: string, { agent_type: agent }: { agent_type: string }): string {
  return agent === '' || agent === 'unknown' ? asData(user) : `${asData(user)} · ${asData(agent)}`;
}

function blockLines(
  { title, seen, task, holds, active }: Block,
  { status, style, columns }: ViewOptions & { status: ShownStatus },
): string[] {
  const [left, right] = spread(title, seen, columns);
  const sorted = holds.toSorted((one, other) => labelOf(one).localeCompare(labelOf(other)));
  const rest = sorted.length - mostHolds;
  return [
    '',
    (active ? style.bold(style.cyan(left)) : style.bold(left)) + style.dim(right),
    `  ${cut(task === '' ? 'no task given' : asData(task), columns - 2)}`,
    ...sorted.slice(0, mostHolds).map((held) => holdLine(held, { status, style, columns })),
    ...(rest > 0 ? [style.dim(`    and ${rest} more`)] : []),
  ];
}

function holdLine(
  held: ShownReservation,
  { status, style, columns }: ViewOptions & { status: ShownStatus },
): string {
  const leftMs = Date.parse(held.expires_at) - status.now;
  const mark = held.provisional === true ? 'provisional  ' : '';
  const [left, right] = spread(`    ${labelOf(held)}`, `${mark}${duration(leftMs)} left`, columns);
  return left + (held.provisional === true || leftMs < 60_000 ? style.yellow(right) : right);
}

/** The symbols that are held, or the file when it is held whole. */
function labelOf({ file_path: path, symbol_ids: ids }: ShownReservation): string {
  return ids.length === 0 ? `${asData(path)} (whole file)` : ids.map(symbolName).join(', ');
}

function footLines({ index, now }: ShownStatus, { style, columns }: ViewOptions): string[] {
  const parts = index === undefined ? '' : `index: ${count(index.files, 'file')}`;
  const [left, right] = spread(parts, timeOfDay(now), columns);
  return ['', style.dim(left + right)];
}

/** Whole seconds below a minute, whole minutes above. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

import { grouped } from '../../../shared/kernel/grouped.ts';
import { duration } from '../../../shared/kernel/clock.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { reservationLabel, type Agent } from './agents.ts';
import type { ShownReservation } from '../../../shared/status/contract.ts';
import { count } from '../../terminal/count.ts';
import type { Style } from '../../terminal/output.ts';
import { shortIds } from '../../terminal/short-ids.ts';
import { cut, spread } from '../../terminal/table.ts';

/** How agents are shown. */
export interface AgentOptions {
  readonly style: Style;
  readonly columns: number;
  /** How many lines there may be. */
  readonly rows: number;
  readonly all?: boolean;
  /** The relay's time, in milliseconds since the Unix epoch. */
  readonly now: number;
}

/** With what each agent is called. */
interface TitledOptions extends AgentOptions {
  readonly titles: ReadonlyMap<Agent, string>;
}

/** One person with their agents, the one that was heard of last first. */
interface Person {
  readonly name: string;
  readonly agents: readonly Agent[];
}

const maxReservations = 12;
/** Where agents are left out, each of the others takes less room. */
const fewReservations = 4;

/** CMD-6: the agents of each person, the newest first, in at most `rows` lines unless all are asked for. */
export function agentLines(agents: readonly Agent[], given: AgentOptions): string[] {
  const options = { ...given, titles: titlesOf(agents) };
  const people = byPerson(agents);
  const most = options.all === true ? Infinity : maxReservations;
  const whole = people.flatMap((person) => personLines(person, most, options).flat());
  if (options.all === true || whole.length <= options.rows) return whole;
  return cutLines(people, options);
}

/** As many agents as there is room for, and how many more there are. */
function cutLines(people: readonly Person[], options: TitledOptions): string[] {
  const shown: string[] = [];
  let left = 0;
  for (const person of people) {
    const [heading = [], ...blocks] = personLines(person, fewReservations, options);
    let isHeaded = false;
    for (const block of blocks) {
      const next = isHeaded ? block : [...heading, ...block];
      const fits = left === 0 && shown.length + next.length <= options.rows - cutNoteLines;
      if (fits || shown.length === 0) shown.push(...next);
      else left += 1;
      isHeaded ||= left === 0;
    }
  }
  if (left === 0) return shown;
  const more = `${count(left, 'more agent')}: --all shows all; --mine, --path P, --agent NAME choose`;
  return [...shown, '', options.style.dim(cut(more, options.columns))];
}

const cutNoteLines = 2;

function byPerson(agents: readonly Agent[]): Person[] {
  const newest = agents.toSorted((one, other) => heardAt(other) - heardAt(one));
  return Array.from(
    grouped(newest, ({ user }) => user),
    ([name, agents]) => ({ name, agents }),
  );
}

/** Agents that are gone come last. */
function heardAt({ session }: Agent): number {
  return session === undefined ? 0 : Date.parse(session.last_heartbeat);
}

/** A heading where a person has several agents, else none, and then the lines of each agent. */
function personLines({ name, agents }: Person, most: number, options: TitledOptions): string[][] {
  const blocks = agents.map((agent) => blockLines(agent, most, options));
  if (agents.length === 1) return [[], ...blocks];
  const held = agents.reduce((sum, { reservations }) => sum + reservations.length, 0);
  const counts = `${count(agents.length, 'agent')}, ${count(held, 'reservation')}`;
  const [left, right] = spread(asData(name), counts, options.columns);
  return [['', options.style.bold(left) + options.style.dim(right)], ...blocks];
}

function blockLines(agent: Agent, most: number, options: TitledOptions): string[] {
  const { style, columns, now, titles } = options;
  const [left, right] = spread(titles.get(agent) ?? '', seenText(agent, now), columns);
  const sorted = agent.reservations.toSorted((one, other) =>
    reservationLabel(one).localeCompare(reservationLabel(other)),
  );
  const rest = sorted.length - most;
  return [
    '',
    (agent.session === undefined ? style.bold(left) : style.bold(style.cyan(left))) +
      style.dim(right),
    `  ${cut(agent.task === '' ? 'no task given' : asData(agent.task), columns - 2)}`,
    ...sorted.slice(0, most).map((reservation) => reservationLine(reservation, options)),
    ...(rest > 0 ? [style.dim(`    and ${rest.toLocaleString('en')} more: --all`)] : []),
  ];
}

/** Agents that would be called alike are told apart by the beginnings of their sessions' ids, which `--agent` takes. */
function titlesOf(agents: readonly Agent[]): ReadonlyMap<Agent, string> {
  const ids = shortIds(agents.map(({ id }) => id));
  const alike = new Map<string, number>();
  for (const agent of agents) alike.set(titleOf(agent), (alike.get(titleOf(agent)) ?? 0) + 1);
  return new Map(
    agents.map((agent) => {
      const title = titleOf(agent);
      return [
        agent,
        alike.get(title) === 1 ? title : `${title} · ${ids.get(agent.id) ?? agent.id}`,
      ];
    }),
  );
}

function titleOf({ session, user, agentType }: Agent): string {
  const branch =
    session === undefined || session.branch === '' ? '' : ` on ${asData(session.branch)}`;
  const client = agentType === '' || agentType === 'unknown' ? '' : ` · ${asData(agentType)}`;
  return `${asData(user)}${client}${branch}`;
}

function seenText({ session }: Agent, now: number): string {
  if (session === undefined) return 'gone, reservations remain';
  return `seen ${duration(now - Date.parse(session.last_heartbeat))} ago`;
}

function reservationLine(
  reservation: ShownReservation,
  { style, columns, now }: AgentOptions,
): string {
  const leftMs = Date.parse(reservation.expires_at) - now;
  const mark = reservation.provisional === true ? 'provisional  ' : '';
  const [left, right] = spread(
    `    ${reservationLabel(reservation)}`,
    `${mark}${duration(leftMs)} left`,
    columns,
  );
  return left + (reservation.provisional === true || leftMs < 60_000 ? style.yellow(right) : right);
}

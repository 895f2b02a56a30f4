import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { idsChangedBy } from '../../../state/changed-records.ts';
import type { Agent } from '../../../state/team.ts';
import type { TaskStatus } from '../../../../../../shared/tasks/contract.ts';
import { columns } from '../board/columns.ts';
import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';

/** When something last happened in a workstream, in milliseconds: its start, a commit, or a sign of somebody who works in it. */
export function lastActivity(
  { created_at: createdAt, ended_at: endedAt, progress, members }: WorkstreamRecord,
  agents: ReadonlyMap<string, Pick<Agent, 'lastSignAt'>>,
): number {
  const signs = members.map(({ session_id: id = '' }) => agents.get(id)?.lastSignAt ?? 0);
  const commit = progress?.last_commit_at;
  const told = [createdAt, endedAt, commit].map((at) => (at === undefined ? 0 : Date.parse(at)));
  return Math.max(...told, ...signs);
}

/** The people in it, each once, those with an agent at work first. */
export function peopleOf(
  members: WorkstreamRecord['members'],
): readonly { readonly userId: string; readonly name: string; readonly agents: number }[] {
  const people = new Map<string, { userId: string; name: string; agents: number }>();
  for (const { user_id: userId, user_name: name, session_id: session } of members) {
    const person = people.get(userId) ?? { userId, name, agents: 0 };
    people.set(userId, { ...person, agents: person.agents + (session === undefined ? 0 : 1) });
  }
  return [...people.values()].sort((a, b) => Number(b.agents > 0) - Number(a.agents > 0));
}

/** Something that stands against the end of a workstream: an open task, what is held, or what the plan says in words. */
type Blocker =
  | {
      readonly kind: 'task';
      readonly id: string;
      readonly status: TaskStatus;
      readonly title: string;
    }
  | { readonly kind: 'hold' }
  | { readonly kind: 'words'; readonly text: string };

const ofTask = /^The task (\S+) is ([a-z_]+): (.*)$/s;

/** WST-3: a sentence of the plan; one of another form stays as it is. */
export function blockerOf(sentence: string): Blocker {
  const [, id = '', word, title = ''] = ofTask.exec(sentence) ?? [];
  const status = columns.find((one) => one === word);
  if (sentence.includes(' still holds ') && id === '') return { kind: 'hold' };
  if (id === '' || status === undefined) return { kind: 'words', text: sentence };
  return { kind: 'task', id, status, title };
}

type Known = Pick<WorkstreamRecord, 'slug' | 'branch' | 'members'>;

/** DSH-64: the workstreams that show something else after an event: their own words, who is in them, how far they are. */
export function workstreamsChangedBy(event: LogEvent, known: readonly Known[]): readonly string[] {
  switch (event.type) {
    case 'session_started':
    case 'session_updated':
    case 'session_ended':
      return known.filter((one) => movesIn(event, one)).map(({ slug }) => slug);
    default:
      return idsChangedBy(event, 'workstream');
  }
}

type SessionEvent = Extract<
  LogEvent,
  { type: 'session_started' | 'session_updated' | 'session_ended' }
>;

/** WST-2: a session that joined is in it on any branch, so one that is on another branch may still be. */
function movesIn(event: SessionEvent, { branch, members }: Known): boolean {
  const member = members.find(({ session_id: id }) => id === event.session_id);
  if (event.type === 'session_ended') return member !== undefined;
  if (member === undefined) return event.branch === branch;
  return event.branch !== branch && member.joined_at === undefined;
}

const plain = /^[\w./:@%+=-]+$/;

/** Arguments as a person types them in a POSIX shell: what is not plain is in single quotes, which nothing in it can end. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

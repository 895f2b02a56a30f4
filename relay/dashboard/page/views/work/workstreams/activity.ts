import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import type { Agent } from '../../../state/team.ts';

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

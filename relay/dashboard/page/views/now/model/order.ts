import type { Agent } from '../../../state/team.ts';
import { comingConflicts, kindOfDenial, recentDenials, type ContestKind } from './contests.ts';
import type { Troubles } from './troubles.ts';

/** What troubles an agent most. */
export type AgentTrouble = ContestKind;

const minuteMs = 60_000;
/** Within one of these times agents keep their places, so that a list of many does not move at every edit. */
const recencies = [2 * minuteMs, 10 * minuteMs, 60 * minuteMs];
const weights: Record<AgentTrouble, number> = {
  overwrote: 0,
  denied: 0,
  negotiated: 1,
  forecast: 2,
  waited: 3,
};

/** The trouble of each agent that has any, by session id. */
export function troubleByAgent(
  troubles: Troubles,
  nowMs: number,
): ReadonlyMap<string, AgentTrouble> {
  const found = new Map<string, AgentTrouble>();
  const note = (id: string, trouble: AgentTrouble) => {
    const known = found.get(id);
    if (known === undefined || weights[trouble] < weights[known]) found.set(id, trouble);
  };
  for (const denial of recentDenials(troubles, nowMs))
    note(denial.session_id, kindOfDenial(denial));
  for (const { initiatorSession, counterpartySession } of troubles.disputes.values()) {
    note(initiatorSession, 'negotiated');
    note(counterpartySession, 'negotiated');
  }
  for (const { sessions } of comingConflicts(troubles, nowMs))
    for (const id of sessions) note(id, 'forecast');
  for (const { sessionId } of troubles.waits.values()) note(sessionId, 'waited');
  return found;
}

/** Those with trouble first, then who was active last. */
export function inOrder(
  agents: Iterable<Agent>,
  troubles: ReadonlyMap<string, AgentTrouble>,
  nowMs: number,
): Agent[] {
  const rankOf = ({ id, lastSignAt }: Agent) => {
    const trouble = troubles.get(id);
    if (trouble !== undefined) return weights[trouble] - 10;
    const recency = recencies.findIndex((limit) => nowMs - lastSignAt < limit);
    return recency === -1 ? recencies.length : recency;
  };
  return [...agents]
    .map((agent) => ({ agent, rank: rankOf(agent) }))
    .sort((one, other) => one.rank - other.rank || byName(one.agent, other.agent))
    .map(({ agent }) => agent);
}

function byName(one: Agent, other: Agent): number {
  return (
    compare(one.user, other.user) || compare(one.client, other.client) || compare(one.id, other.id)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Whether each word is in the agent's person, client, task, branch or file. */
export function fits(
  agent: Pick<Agent, 'user' | 'client' | 'task' | 'branch' | 'file'>,
  words: string,
): boolean {
  const text = [agent.user, agent.client, agent.task, agent.branch, agent.file]
    .join('\n')
    .toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

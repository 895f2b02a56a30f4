import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { ActiveAgent } from '../../shared/history/contract.ts';
import { deedOf, type Deed } from '../../shared/history/rules.ts';
import type { SessionOwner } from './queries.ts';

type Slot = Required<ActiveAgent['slots'][number]>;

interface Period {
  readonly fromMs: number;
  readonly slotMs: number;
  readonly slots: number;
}

interface Agent extends Pick<Deed, 'sessionId' | 'user'> {
  readonly slots: Map<number, Slot>;
  lastAt: string;
}

const maxAgents = 1_000;

/** Counts events by agent and slot. */
export class Counting {
  private readonly byAgent = new Map<string, Agent>();

  constructor(private readonly period: Period) {}

  add(event: LogEvent): void {
    const deed = deedOf(event);
    const { fromMs, slotMs, slots } = this.period;
    const slot = Math.floor((Date.parse(event.at) - fromMs) / slotMs);
    if (deed === undefined || slot < 0 || slot >= slots) return;
    const agent = this.agentOf(deed);
    if (event.at > agent.lastAt) agent.lastAt = event.at;
    const counts = agent.slots.get(slot) ?? emptySlot(slot);
    counts[deed.kind] += 1;
    agent.slots.set(slot, counts);
  }

  sessionIds(): string[] {
    return this.newest().flatMap(({ sessionId }) => (sessionId === '' ? [] : [sessionId]));
  }

  agents(owners: ReadonlyMap<string, SessionOwner>): ActiveAgent[] {
    return this.newest().map(({ sessionId, user, slots }) => {
      const owner = owners.get(sessionId);
      return {
        session_id: sessionId,
        user: owner?.user_name ?? user,
        ...(owner !== undefined && { user_id: owner.user_id }),
        agent_type: owner?.agent_type ?? '',
        slots: [...slots.values()].sort((one, other) => one.slot - other.slot),
      };
    });
  }

  /** Who did something last comes first. */
  private newest(): Agent[] {
    const agents = [...this.byAgent.values()];
    return agents.sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1)).slice(0, maxAgents);
  }

  private agentOf({ sessionId, user }: Deed): Agent {
    const key = sessionId === '' ? `user ${user}` : sessionId;
    const known = this.byAgent.get(key);
    if (known !== undefined) return known;
    const agent = { sessionId, user, slots: new Map<number, Slot>(), lastAt: '' };
    this.byAgent.set(key, agent);
    return agent;
  }
}

function emptySlot(slot: number): Slot {
  return { slot, edits: 0, denials: 0, overwrites: 0, decisions: 0, commits: 0 };
}

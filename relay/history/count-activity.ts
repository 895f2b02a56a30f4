import type { EventType, LogEvent } from '../../shared/contract/events.ts';
import type { ActiveAgent } from '../../shared/history/contract.ts';
import type { SessionOwner } from './queries.ts';

/** The types that are counted. */
export const countedTypes: readonly EventType[] = [
  'file_reserved',
  'conflict_detected',
  'decision_recorded',
  'gate_approved',
];

type Kind = 'edits' | 'denials' | 'decisions' | 'commits';
type Slot = ActiveAgent['slots'][number];

interface Deed {
  readonly kind: Kind;
  /** Empty for what a person did without a session. */
  readonly sessionId: string;
  readonly user: string;
}

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
  return { slot, edits: 0, denials: 0, decisions: 0, commits: 0 };
}

/** Whose work an event is; undefined where nobody did anything: what a session waited for is given to it. */
function deedOf(event: LogEvent): Deed | undefined {
  switch (event.type) {
    case 'file_reserved':
      if (event.asked === true) return undefined;
      return { kind: 'edits', sessionId: event.session_id, user: event.by };
    case 'conflict_detected':
      return { kind: 'denials', sessionId: event.session_id, user: event.by };
    case 'decision_recorded':
      return { kind: 'decisions', sessionId: event.session_id ?? '', user: event.user };
    case 'gate_approved':
      return { kind: 'commits', sessionId: event.session_id, user: event.user };
    default:
      return undefined;
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Input, Output } from '../../shared/api/operations.ts';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import { countedTypes, deedOf, type Deed } from '../../shared/history/rules.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { Database } from '../store/database.ts';
import { newestSeq } from '../store/event-queries.ts';
import * as queries from './queries.ts';
import type { SessionOwner } from './queries.ts';
import type { Db } from '../store/schema.ts';
import type { ActiveAgent } from '../../shared/history/contract.ts';

const hourMs = 3_600_000;
/** How many events one answer looks at, and how many before others have their turn. */
const maxScanned = 20_000;
const scannedAtOnce = 1_000;

/** FED-6: what each session did in each slot of the last hours, out of the log. */
export async function activity(
  { reader }: Database,
  { id, hours, slots }: Input<'activity'>,
  nowMs: number,
): Promise<Output<'activity'>> {
  const slotMs = Math.floor((hours * hourMs) / slots);
  const toMs = (Math.floor(nowMs / slotMs) + 1) * slotMs;
  const fromMs = toMs - slots * slotMs;
  const seq = await newestSeq(reader, id);
  const counting = new Counting({ fromMs, slotMs, slots });
  const countedFrom = await scan({ reader, id, seq, fromMs }, (event) => counting.add(event));
  const owners = await queries.selectOwners(reader, id, counting.sessionIds());
  return {
    from: toTimestamp(fromMs),
    to: toTimestamp(toMs),
    slot_ms: slotMs,
    seq,
    ...(countedFrom !== undefined && { counted_from: countedFrom }),
    agents: counting.agents(new Map(owners.map((owner) => [owner.id, owner]))),
  };
}

interface Stretch {
  readonly reader: Db;
  readonly id: string;
  readonly seq: number;
  readonly fromMs: number;
}

/** Gives each event since then, newest first. Answers the time up to which events were left out when there are too many. */
async function scan(
  { reader, id, seq, fromMs }: Stretch,
  give: (event: LogEvent) => void,
): Promise<string | undefined> {
  const end = Math.max(0, seq - maxScanned);
  for (let upTo = seq; upTo > end; upTo -= scannedAtOnce) {
    const oldest = await queries.selectMomentOf(reader, id, upTo);
    if (oldest === undefined || oldest.at < fromMs) return undefined;
    const after = Math.max(end, upTo - scannedAtOnce);
    const stretch = { after, upTo, limit: scannedAtOnce, types: countedTypes };
    for (const event of await queries.selectEvents(reader, id, stretch)) give(event);
    await nextTurn();
  }
  const older = await queries.selectMomentOf(reader, id, end);
  return older === undefined || older.at < fromMs ? undefined : toTimestamp(older.at);
}

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
class Counting {
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

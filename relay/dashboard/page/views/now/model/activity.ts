import type { Output } from '../../../../../../shared/api/operations.ts';
import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';
import { deedOf, type Deed } from '../../../../../../shared/history/rules.ts';

export type Kind = Deed['kind'];
export type Counts = Readonly<Record<Kind, number>>;

/** What one agent did, by slots of time. A slot is numbered since the Unix epoch: its start divided by its length. */
export interface Lane {
  /** The session; `user <name>` for what a person did without one. */
  readonly key: string;
  readonly sessionId: string;
  readonly user: string;
  /** Empty where it is not known. */
  readonly client: string;
  readonly slots: ReadonlyMap<number, Counts>;
}

/** What everybody did in the last hours. */
export interface Activity {
  readonly slotMs: number;
  /** How many slots the time that is shown has. */
  readonly slots: number;
  /** The seq up to which events are counted. */
  readonly seq: number;
  readonly lanes: ReadonlyMap<string, Lane>;
}

export const noActivity: Activity = { slotMs: 60_000, slots: 240, seq: 0, lanes: new Map() };
/** Nothing was done. */
export const none: Counts = { edits: 0, denials: 0, overwrites: 0, decisions: 0, commits: 0 };

/** As the interface answers it. */
export function activityOf(answer: Output<'activity'>): Activity {
  const { slot_ms: slotMs, seq, agents } = answer;
  const first = Math.round(Date.parse(answer.from) / slotMs);
  const slots = Math.round(Date.parse(answer.to) / slotMs) - first;
  const lanes = agents.map(
    ({ session_id: sessionId, user, agent_type: client, slots: counted }) => {
      const key = keyOf(sessionId, user);
      const counts = counted.map(
        ({ slot, ...count }) => [first + slot, { ...none, ...count }] as const,
      );
      return [key, { key, sessionId, user, client, slots: new Map(counts) }] as const;
    },
  );
  return { slotMs, slots, seq, lanes: new Map(lanes) };
}

/** The same object when none of these events is counted; one that is counted already changes nothing. */
export function activityAfter(before: Activity, events: readonly LogEvent[]): Activity {
  const lanes = new Map(before.lanes);
  let seq = before.seq;
  for (const event of events) {
    const deed = event.seq > before.seq ? deedOf(event) : undefined;
    if (deed === undefined) continue;
    const key = keyOf(deed.sessionId, deed.user);
    const lane = lanes.get(key) ?? { key, client: '', slots: new Map(), ...deed };
    const slot = Math.floor(Date.parse(event.at) / before.slotMs);
    const counts = lane.slots.get(slot) ?? none;
    const slots = new Map(lane.slots).set(slot, {
      ...counts,
      [deed.kind]: counts[deed.kind] + 1,
    });
    const { user, client, sessionId } = lane;
    lanes.set(key, { key, sessionId, user, client, slots });
    seq = event.seq;
  }
  return seq === before.seq ? before : { ...before, seq, lanes };
}

/** Without what is older than what is shown. */
export function withoutOld(activity: Activity, nowMs: number): Activity {
  const first = firstSlot(activity, nowMs);
  const isOld = ({ slots }: Lane) => [...slots.keys()].some((slot) => slot < first);
  if (![...activity.lanes.values()].some(isOld)) return activity;
  const lanes = [...activity.lanes].flatMap(([key, lane]) => {
    const slots = new Map([...lane.slots].filter(([slot]) => slot >= first));
    return slots.size === 0 ? [] : [[key, { ...lane, slots }] as const];
  });
  return { ...activity, lanes: new Map(lanes) };
}

/** The first slot of what is shown; the last one is the one that goes on. */
export function firstSlot(
  { slotMs, slots }: Pick<Activity, 'slotMs' | 'slots'>,
  nowMs: number,
): number {
  return Math.floor(nowMs / slotMs) - slots + 1;
}

/** How much happened in the last `ms`, of everybody. */
export function countSince({ lanes, slotMs }: Activity, kind: Kind, sinceMs: number): number {
  const first = Math.floor(sinceMs / slotMs);
  let count = 0;
  for (const { slots } of lanes.values())
    for (const [slot, counts] of slots) if (slot >= first) count += counts[kind];
  return count;
}

/** How often in a lane, in all that is shown. */
export function totalsOf({ slots }: Lane): Counts {
  const totals = { ...none };
  for (const counts of slots.values())
    for (const kind of Object.keys(totals) as Kind[]) totals[kind] += counts[kind];
  return totals;
}

/** How many writes in each of the last `count` slots of a lane, the oldest first. */
export function pulseOf(lane: Lane | undefined, last: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => {
    const counts = lane?.slots.get(last - count + 1 + at);
    return counts === undefined ? 0 : counts.edits + counts.denials + counts.overwrites;
  });
}

function keyOf(sessionId: string, user: string): string {
  return sessionId === '' ? `user ${user}` : sessionId;
}

import { counted } from '../../../kit/lists/counts.ts';
import type { Agent } from '../../../state/team.ts';
import { none, type Activity, type Counts, type Kind, type Lane } from './activity.ts';

/** A lane with whose it is. */
export interface NamedLane extends Lane {
  readonly isHere: boolean;
}

/**
 * One lane for each agent that is here, in the order of `agents`, then those who did something and left. A lane that is as before
 * is the same object.
 */
export function lanesOf(
  agents: readonly Agent[],
  { lanes }: Activity,
  before: readonly NamedLane[] = [],
): NamedLane[] {
  const here = agents.map(({ id, user, client }) => {
    const slots = lanes.get(id)?.slots ?? nothing;
    return { key: id, sessionId: id, user, client, slots, isHere: true };
  });
  const ids = new Set(agents.map(({ id }) => id));
  const gone = [...lanes.values()].filter(({ key }) => !ids.has(key));
  const lastOf = ({ slots }: Lane) => Math.max(...slots.keys());
  gone.sort((one, other) => lastOf(other) - lastOf(one) || (one.key < other.key ? -1 : 1));
  const known = new Map(before.map((lane) => [lane.key, lane]));
  return [...here, ...gone.map((lane) => ({ ...lane, isHere: false }))].map((lane) => {
    const same = known.get(lane.key);
    return same !== undefined && isAs(same, lane) ? same : lane;
  });
}

const nothing: Lane['slots'] = new Map();

function isAs(one: NamedLane, other: NamedLane): boolean {
  return (
    one.slots === other.slots &&
    one.isHere === other.isHere &&
    one.user === other.user &&
    one.client === other.client
  );
}

const words: Record<Kind, string> = {
  edits: 'edit',
  denials: 'denial',
  overwrites: 'overwrite',
  decisions: 'decision',
  commits: 'commit',
};
const kinds = Object.keys(words) as Kind[];

/** How often in `count` slots from `start`. */
export function countsIn({ slots }: Lane, start: number, count: number): Counts {
  const sum = { ...none };
  for (let slot = start; slot < start + count; slot++)
    for (const kind of kinds) sum[kind] += slots.get(slot)?.[kind] ?? 0;
  return sum;
}

/** `3 edits, 1 denial`; empty where nothing happened. */
export function wordsOf(counts: Counts): string {
  return kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => counted(counts[kind], words[kind]))
    .join(', ');
}

/** The edits of each `size` slots from `first`, up to `slots`. */
export function editsBy(lane: Lane, first: number, slots: number, size: number): number[] {
  return Array.from(
    { length: Math.ceil(slots / size) },
    (_, at) => countsIn(lane, first + at * size, size).edits,
  );
}

/** What is not an edit, with its place from 0 to 1; of one kind at most one in every `apart` slots. */
export function marksOf(lane: Lane, first: number, slots: number, apart: number) {
  const places = new Map<string, { readonly kind: Kind; readonly at: number }>();
  for (const [slot, counts] of lane.slots)
    for (const kind of kinds)
      if (kind !== 'edits' && counts[kind] > 0 && slot >= first)
        places.set(`${kind} ${Math.floor((slot - first) / apart)}`, {
          kind,
          at: (slot - first + 0.5) / slots,
        });
  return [...places].map(([key, place]) => ({ key, ...place }));
}

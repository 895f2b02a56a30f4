import type { Agent } from '../../../state/team.ts';
import type { Activity, Lane } from './activity.ts';

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

import type { Agent } from '../../../state/team.ts';
import type { Activity, Lane } from './activity.ts';

/** A lane with whose it is. */
export interface NamedLane extends Lane {
  readonly isHere: boolean;
}

/** One lane for each agent that is here, in the order of `agents`, then those who did something and left. */
export function lanesOf(agents: readonly Agent[], { lanes }: Activity): NamedLane[] {
  const here = agents.map(({ id, user, client }) => {
    const slots = lanes.get(id)?.slots ?? new Map();
    return { key: id, sessionId: id, user, client, slots, isHere: true };
  });
  const ids = new Set(agents.map(({ id }) => id));
  const gone = [...lanes.values()].filter(({ key }) => !ids.has(key));
  const lastOf = ({ slots }: Lane) => Math.max(...slots.keys());
  gone.sort((one, other) => lastOf(other) - lastOf(one) || (one.key < other.key ? -1 : 1));
  return [...here, ...gone.map((lane) => ({ ...lane, isHere: false }))];
}

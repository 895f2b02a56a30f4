import { minuteMs } from '../clock.ts';
import type { Stage } from '../stage.ts';
import type { DemoAgent } from '../team/agent.ts';

/** Well before a session that is silent, or a reservation that nobody uses, expires. */
const silentMs = 3 * minuteMs;
const refreshMs = 4 * minuteMs;

/**
 * Edits again what the agents go on working at, and shows that they are there. At most so many calls, for those first that are
 * the longest due.
 */
export async function refresh(
  { clock }: Stage,
  agents: Iterable<DemoAgent>,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const now = clock.now();
  const due: { readonly since: number; readonly act: () => Promise<void> }[] = [];
  for (const agent of agents) {
    if (!agent.isThere) continue;
    for (const { place, editedAt } of agent.kept.values())
      if (now - editedAt > refreshMs) due.push({ since: editedAt, act: () => agent.write(place) });
    if (now - agent.lastSeen > silentMs)
      due.push({ since: agent.lastSeen, act: () => agent.beat() });
  }
  due.sort((one, other) => one.since - other.since);
  await Promise.all(due.slice(0, most).map(({ act }) => act()));
}

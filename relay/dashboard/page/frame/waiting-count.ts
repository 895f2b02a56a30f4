import type { Counts } from '../state/live.ts';

/** How much waits for a person: what the Inbox lists. */
export function waitingCount(counts: Counts | undefined): number {
  if (counts === undefined) return 0;
  const { negotiations, decisions, conventions } = counts;
  return negotiations.escalated + decisions.stale + decisions.proposed + conventions.proposed;
}

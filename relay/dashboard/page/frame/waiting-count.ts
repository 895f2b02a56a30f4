import type { Counts } from '../state/live.ts';

/** How much waits for a person: what the Inbox lists. */
export function waitingCount(counts: Counts | undefined): number {
  return counts?.waiting.total ?? 0;
}

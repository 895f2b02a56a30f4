import type { Client } from '../api/client.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { readLists, type Lists } from './read-lists.ts';
import type { TeamKnowledge } from './relevant-knowledge.ts';

/** The newest records are cached; search finds the older ones. */
const lists = {
  conventions: [
    { name: 'listConventions', where: { status: 'active' }, most: 500 },
    // A relay of an earlier version knows no proposed ones.
    { name: 'listConventions', where: { status: 'proposed' }, most: 100, isOptional: true },
  ],
  decisions: [
    { name: 'listDecisions', where: { state: 'fresh' }, most: 1_000 },
    { name: 'listDecisions', where: { state: 'stale' }, most: 200 },
  ],
  learnings: [{ name: 'listLearnings', most: 500 }],
} as const satisfies Lists;

/** Reads what the team knows; `call` and the refusals are those of `readLists`. */
export function readTeamKnowledge(
  call: Client['call'],
  workspaceId: string,
): Promise<TeamKnowledge | Refusal> {
  return readLists(call, workspaceId, lists);
}

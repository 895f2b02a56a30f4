import type { Client } from '../api/client.ts';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import type { TeamKnowledge } from './relevant-knowledge.ts';
import { readPages } from './read-pages.ts';

/** How many of the newest records are cached; search finds the older ones. */
const max = {
  conventions: 500,
  proposed: 100,
  decisions: 1_000,
  stale: 200,
  learnings: 500,
} as const;

/**
 * Reads what the team knows, newest first, through the list operations. `call` sends a request, or calls the relay's
 * services directly. Answers the first refusal, if there is one.
 */
export async function readTeamKnowledge(
  call: Client['call'],
  workspaceId: string,
): Promise<TeamKnowledge | Refusal> {
  const id = workspaceId;
  const [conventions, proposed, fresh, stale, learnings] = await Promise.all([
    readPages(max.conventions, async (page) => {
      const answer = await call('listConventions', { id, ...page });
      return isRefusal(answer) ? answer : { rows: answer.conventions, next: answer.next_cursor };
    }),
    readPages(max.proposed, async (page) => {
      const answer = await call('listConventions', { id, status: 'proposed', ...page });
      return isRefusal(answer) ? answer : { rows: answer.conventions, next: answer.next_cursor };
    }),
    readPages(max.decisions, async (page) => {
      const answer = await call('listDecisions', { id, state: 'fresh', ...page });
      return isRefusal(answer) ? answer : { rows: answer.decisions, next: answer.next_cursor };
    }),
    readPages(max.stale, async (page) => {
      const answer = await call('listDecisions', { id, state: 'stale', ...page });
      return isRefusal(answer) ? answer : { rows: answer.decisions, next: answer.next_cursor };
    }),
    readPages(max.learnings, async (page) => {
      const answer = await call('listLearnings', { id, ...page });
      return isRefusal(answer) ? answer : { rows: answer.learnings, next: answer.next_cursor };
    }),
  ]);
  if (isRefusal(conventions)) return conventions;
  if (isRefusal(fresh)) return fresh;
  if (isRefusal(stale)) return stale;
  if (isRefusal(learnings)) return learnings;
  // A relay of an earlier version knows no proposed ones.
  const waiting = isRefusal(proposed) ? [] : proposed;
  return {
    conventions: [...conventions, ...waiting],
    decisions: [...fresh, ...stale],
    learnings,
  };
}

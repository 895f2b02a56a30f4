import type { Client } from '../api/client.ts';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import type { TeamKnowledge } from './relevant-knowledge.ts';
import { pageOf, readPages } from './read-pages.ts';

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
    readPages(max.conventions, (page) =>
      pageOf(call('listConventions', { id, ...page }), (answer) => answer.conventions),
    ),
    readPages(max.proposed, (page) =>
      pageOf(
        call('listConventions', { id, status: 'proposed', ...page }),
        (answer) => answer.conventions,
      ),
    ),
    readPages(max.decisions, (page) =>
      pageOf(call('listDecisions', { id, state: 'fresh', ...page }), (answer) => answer.decisions),
    ),
    readPages(max.stale, (page) =>
      pageOf(call('listDecisions', { id, state: 'stale', ...page }), (answer) => answer.decisions),
    ),
    readPages(max.learnings, (page) =>
      pageOf(call('listLearnings', { id, ...page }), (answer) => answer.learnings),
    ),
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

import type { Client } from '../api/client.ts';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import type { TeamKnowledge } from './relevant-knowledge.ts';
import { allPages, pageOf } from '../kernel/pages.ts';

/** How many of the newest records are cached; search finds the older ones. */
const max = {
  conventions: 500,
  proposed: 100,
  decisions: 1_000,
  stale: 200,
  learnings: 500,
} as const;
/** Of one page. */
const limit = 100;

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
    allPages(
      (before) =>
        pageOf(call('listConventions', { id, limit, before }), (answer) => answer.conventions),
      max.conventions,
    ),
    allPages(
      (before) =>
        pageOf(
          call('listConventions', { id, status: 'proposed', limit, before }),
          (answer) => answer.conventions,
        ),
      max.proposed,
    ),
    allPages(
      (before) =>
        pageOf(
          call('listDecisions', { id, state: 'fresh', limit, before }),
          (answer) => answer.decisions,
        ),
      max.decisions,
    ),
    allPages(
      (before) =>
        pageOf(
          call('listDecisions', { id, state: 'stale', limit, before }),
          (answer) => answer.decisions,
        ),
      max.stale,
    ),
    allPages(
      (before) =>
        pageOf(call('listLearnings', { id, limit, before }), (answer) => answer.learnings),
      max.learnings,
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

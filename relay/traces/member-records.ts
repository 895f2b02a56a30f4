import { selectDecisions, selectLinks } from '../decisions/queries.ts';
import { toDecision } from '../decisions/records.ts';
import type { Database } from '../store/database.ts';
import type { KnowledgeReader } from '../workspaces/service.ts';
import { selectTracesOf } from './queries.ts';
import { toTrace } from './service.ts';

const most = { decisions: 50, traces: 100 } as const;

/** The newest decisions and traces of a member, for their detail. */
export function memberRecords({ reader: db }: Database): KnowledgeReader {
  return async (workspaceId, userId) => {
    const filter = { madeBy: userId };
    const [rows, traces] = await Promise.all([
      selectDecisions(db, workspaceId, { filter, limit: most.decisions }),
      selectTracesOf(db, workspaceId, { userId, limit: most.traces }),
    ]);
    const ids = rows.map(({ id }) => id);
    const links = await selectLinks(db, workspaceId, ids);
    return {
      decisions: rows.map((row) => toDecision(row, links)),
      traces: traces.map(toTrace),
    };
  };
}

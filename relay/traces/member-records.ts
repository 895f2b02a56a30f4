import { selectDecisions, selectLinks } from '../decisions/queries.ts';
import { toDecision } from '../decisions/records.ts';
import type { Database } from '../store/database.ts';
import { selectPackageDecisions, selectPackages } from '../work-packages/queries.ts';
import { toRecord } from '../work-packages/records.ts';
import type { KnowledgeReader } from '../workspaces/service.ts';
import { selectTracesOf } from './queries.ts';
import { toTrace } from './service.ts';

const max = { decisions: 50, traces: 100, packages: 50 } as const;

/** The newest decisions, traces and work packages of a member, for their detail. */
export function memberRecords({ reader: db }: Database): KnowledgeReader {
  return async (workspaceId, userId) => {
    const filter = { madeBy: userId };
    const [rows, traces, packages] = await Promise.all([
      selectDecisions(db, workspaceId, { filter, limit: max.decisions }),
      selectTracesOf(db, workspaceId, { userId, limit: max.traces }),
      selectPackages(db, workspaceId, { filter: { assignee: userId }, limit: max.packages }),
    ]);
    const ids = rows.map(({ id }) => id);
    const links = await selectLinks(db, workspaceId, ids);
    const packageDecisions = await selectPackageDecisions(
      db,
      workspaceId,
      packages.map(({ id }) => id),
    );
    return {
      decisions: rows.map((row) => toDecision(row, links)),
      traces: traces.map(toTrace),
      work_packages: packages.map((row) => toRecord(row, packageDecisions)),
    };
  };
}

import { selectCommits } from '../gate/queries.ts';
import { toCommit } from '../gate/records.ts';
import { selectDecisions } from '../decisions/queries.ts';
import { selectLinks } from '../decisions/link-queries.ts';
import { toDecision } from '../decisions/records.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Database } from '../store/database.ts';
import { readerOf } from '../workstream-branches/queries.ts';
import { selectTasks } from '../tasks/queries.ts';
import { selectPrerequisites } from '../tasks/prerequisite-queries.ts';
import { toRecord as toTask } from '../tasks/records.ts';
import { selectPackageDecisions, selectPackages } from '../work-packages/queries.ts';
import { toRecord } from '../work-packages/records.ts';
import type { RecordReader } from '../workspaces/service.ts';
import { selectTracesOf } from './queries.ts';
import { toTrace } from './service.ts';
import type { Db } from '../store/schema.ts';

type Reader = Db;

const max = { decisions: 50, traces: 100, packages: 50, tasks: 50, commits: 50 } as const;

/** The newest records of a member, for their detail. */
export function memberRecords({ reader: db }: Database): RecordReader {
  return async (scope, userId) => {
    const { workspaceId } = scope;
    const [decisions, traces, work_packages, tasks, commits] = await Promise.all([
      decisionsOf(db, workspaceId, userId),
      selectTracesOf(db, workspaceId, { userId, limit: max.traces }),
      packagesOf(db, workspaceId, userId),
      tasksOf(db, scope, userId),
      commitsOf(db, scope, userId),
    ]);
    return { decisions, traces: traces.map(toTrace), work_packages, tasks, commits };
  };
}

async function decisionsOf(db: Reader, workspaceId: string, userId: string) {
  const page = { filter: { madeBy: userId }, limit: max.decisions };
  const rows = await selectDecisions(db, workspaceId, page);
  const ids = rows.map(({ id }) => id);
  const links = await selectLinks(db, workspaceId, ids);
  return rows.map((row) => toDecision(row, links));
}

async function packagesOf(db: Reader, workspaceId: string, userId: string) {
  const page = { filter: { assignee: userId }, limit: max.packages };
  const rows = await selectPackages(db, workspaceId, page);
  const ids = rows.map(({ id }) => id);
  const decisions = await selectPackageDecisions(db, workspaceId, ids);
  return rows.map((row) => toRecord(row, decisions));
}

/** ACC-2: without those of private workstreams that the caller does not know. */
async function tasksOf(db: Reader, scope: Scope, userId: string) {
  const { workspaceId } = scope;
  const page = { filter: { ofUser: userId }, reader: readerOf(scope), limit: max.tasks };
  const rows = await selectTasks(db, workspaceId, page);
  const ids = rows.map(({ id }) => id);
  const prerequisites = await selectPrerequisites(db, workspaceId, ids);
  return rows.map((row) => toTask(row, prerequisites));
}

async function commitsOf(db: Reader, scope: Scope, userId: string) {
  const page = { recordedBy: userId, reader: readerOf(scope), limit: max.commits };
  return (await selectCommits(db, scope.workspaceId, page)).map(toCommit);
}

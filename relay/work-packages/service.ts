import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type {
  PackageStatus,
  WorkPackageRecord,
  workPackageOperations,
} from '../../shared/work-packages/contract.ts';
import { claimPackage, movePackage, type PackageState } from './rules.ts';
import { momentOf, newestCursor } from '../kernel/cursor.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import * as queries from './queries.ts';
import { unknownFilesField, withUnknownFiles } from '../symbol-graph/file-queries.ts';
import { toRecord, toState } from './records.ts';

export function workPackageService({
  database,
  commandRunner,
}: Pick<ServiceDependencies, 'database' | 'commandRunner'>): Handlers<
  keyof typeof workPackageOperations
> {
  const db = database.reader;
  return {
    async listPackages({ id, status, assignee, limit, before }) {
      const moment = momentOf(before);
      if (isRefusal(moment)) return moment;
      const page = { filter: { status, assignee }, limit: limit + 1, before: moment };
      const found = await queries.selectPackages(db, id, page);
      const { rows, nextCursor } = cutPage(found, limit, newestCursor);
      const decisions = await queries.selectPackageDecisions(db, id, rows.map(idOf));
      const packages = rows.map((row) => toRecord(row, decisions));
      return { packages: await withUnknownFiles(db, id, packages), next_cursor: nextCursor };
    },
    async getPackage({ id, pid }) {
      const row = await queries.selectPackage(db, id, pid);
      if (row === undefined) return noSuchPackage();
      const found = toRecord(row, await queries.selectPackageDecisions(db, id, [pid]));
      return { ...found, ...(await unknownFilesField(db, id, found.files)) };
    },
    claimPackage: ({ id, pid }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        move(transaction, scope, {
          pid,
          status: 'claimed',
          assignee: scope.caller.userId,
          refusalOf: (state) => claimPackage(state, scope.caller.userId),
        }),
      ),
    movePackage: ({ id, pid, status }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) => {
        const actor = { userId: scope.caller.userId, role: scope.role };
        const refusalOf = (state: PackageState) => movePackage(state, status, actor);
        return move(transaction, scope, { pid, status, refusalOf });
      }),
  };
}

interface Move {
  readonly pid: string;
  readonly status: PackageStatus;
  /** A user id; left out, the assignee stays. */
  readonly assignee?: string;
  readonly refusalOf: (state: PackageState) => Refusal | undefined;
}

/** PKG-1, PKG-2: reads a work package, lets a rule decide, and stores the change. */
async function move(
  { connection, log, nowMs }: Transaction,
  { workspaceId, caller }: Scope,
  { pid: id, status, assignee, refusalOf }: Move,
): Promise<WorkPackageRecord | Refusal> {
  const db = connection.kysely;
  const row = await queries.selectPackage(db, workspaceId, id);
  if (row === undefined) return noSuchPackage();
  const refusal = refusalOf(toState(row));
  if (refusal !== undefined) return refusal;
  const changes = { status, assignee: assignee ?? row.assignee, updated_at: nowMs };
  await queries.updatePackage(db, { workspaceId, id }, changes);
  log.append(workspaceId, {
    type: status === 'claimed' ? 'work_package_claimed' : 'work_package_changed',
    work_package: { id, title: row.title, status, assignee: changes.assignee },
    user: caller.name,
  });
  const changed = (await queries.selectPackage(db, workspaceId, id)) ?? row;
  return toRecord(changed, await queries.selectPackageDecisions(db, workspaceId, [id]));
}

function noSuchPackage(): Refusal {
  return refuse('NotFound', 'No such work package.');
}

function idOf({ id }: queries.WorkPackage): string {
  return id;
}

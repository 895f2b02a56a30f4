import { firstFew } from '../../shared/kernel/first-few.ts';
import type { Input, Output } from '../../shared/api/operations.ts';
import { quoted } from '../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { openTasks, completionPlan } from './completion-plan.ts';
import type { WorkstreamStatus } from '../../shared/workstreams/contract.ts';
import { refuseUnlessActive, refuseUnlessManager } from '../../shared/workstreams/rules.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import { deleteHeldOf } from '../branches/queries.ts';
import { findWorkstream, type Found, appendEnded } from './access.ts';
import {
  selectDecisionsMadeIn,
  selectProgress,
  selectRetracted,
  selectTasks,
} from './plan-queries.ts';
import * as queries from './queries.ts';
import type { Workstream } from './queries.ts';
import { toRecords, type Now } from './records.ts';
import type { Db } from '../store/schema.ts';

const maxTasks = 500;
const maxNamed = 5;

/** WST-3: without the pull request's address the plan, with it the end. */
export async function complete(
  transaction: Transaction,
  scope: Scope,
  {
    slug,
    pr_url,
    sessionTtlMs,
  }: Omit<Input<'completeWorkstream'>, 'id'> & { sessionTtlMs: number },
): Promise<Output<'completeWorkstream'> | Refusal> {
  const found = await findActive(transaction, scope, slug);
  if (isRefusal(found)) return found;
  const { row, relation } = found;
  const now = { nowMs: transaction.nowMs, sessionTtlMs };
  const plan = await planOf(transaction.connection.kysely, row, now);
  if (pr_url === undefined) return plan;
  const refusal = refuseUnlessManager(relation);
  if (refusal !== undefined) return refusal;
  const ended = await endAs(transaction, row, {
    status: 'completed',
    reason: '',
    prUrl: pr_url,
    scope,
  });
  return isRefusal(ended) ? ended : { ...plan, phase: 'completed', pr_url };
}

/** Its branch stays. */
export async function abandon(
  transaction: Transaction,
  scope: Scope,
  { slug, reason }: Omit<Input<'endWorkstream'>, 'id'>,
): Promise<queries.Workstream | Refusal> {
  const found = await findActive(transaction, scope, slug);
  if (isRefusal(found)) return found;
  const { row, relation } = found;
  const refusal = refuseUnlessManager(relation);
  return refusal ?? endAs(transaction, row, { status: 'abandoned', reason, prUrl: '', scope });
}

interface Ending {
  readonly status: 'completed' | 'abandoned';
  readonly reason: string;
  readonly prUrl: string;
  readonly scope: Scope;
}

/** WST-1 */
export async function endAs(
  transaction: Transaction,
  row: queries.Workstream,
  { status, reason, prUrl, scope }: Ending,
): Promise<queries.Workstream | Refusal> {
  const db = transaction.connection.kysely;
  const name = { workspaceId: row.workspace_id, slug: row.slug };
  const refusal = await refuseEnding(transaction, row, status);
  if (refusal !== undefined) return refusal;
  const ended = {
    status,
    reason,
    pr_url: prUrl,
    ended_at: transaction.nowMs,
    ended_by: scope.caller.userId,
  };
  await queries.updateWorkstream(db, name, ended);
  await deleteHeldOf(db, { workspace_id: row.workspace_id, workstream: row.slug });
  const changed = { ...row, ...ended };
  appendEnded(transaction, changed, { user: scope.caller.name, sessionId: '' });
  return changed;
}

/** Work that was handed out must be done or cancelled before a workstream can count as completed. */
export async function refuseEnding(
  { connection }: Transaction,
  { workspace_id, slug }: queries.Workstream,
  status: WorkstreamStatus,
): Promise<Refusal | undefined> {
  if (status !== 'completed') return undefined;
  const name = { workspaceId: workspace_id, slug };
  const open = openTasks(await selectTasks(connection.kysely, name, maxTasks));
  return open.length === 0 ? undefined : tasksStillOpen(open);
}

/** A person knows the titles; a program takes the ids from the details. */
function tasksStillOpen(open: readonly { readonly id: string; readonly title: string }[]): Refusal {
  const named = firstFew(open, maxNamed, ({ title }) => quoted(title, 80));
  return refuse(
    'Conflict',
    `Not all of its tasks are done: ${named}. Finish them or cancel them first.`,
    { tasks: open.slice(0, maxNamed).map(({ id }) => id) },
  );
}

/** WST-1: refused with a Conflict that names the state of one that has ended. */
async function findActive(
  transaction: Transaction,
  scope: Scope,
  slug: string,
): Promise<Found | Refusal> {
  const found = await findWorkstream(transaction.connection.kysely, scope, slug);
  if (isRefusal(found)) return found;
  const state = { slug, status: found.row.status as WorkstreamStatus };
  return refuseUnlessActive(state) ?? found;
}

const max = { decisions: 100, tasks: 500, retracted: 20 } as const;

/** WST-3: what a pull request of the workstream would say, how it is merged, and what is not done yet. */
async function planOf(db: Db, row: Workstream, now: Now): Promise<Output<'completeWorkstream'>> {
  const [record] = await toRecords(db, [row], now);
  const [progress] = await selectProgress(db, row.workspace_id, [row.slug]);
  const name = { workspaceId: row.workspace_id, slug: row.slug };
  return completionPlan({
    ...row,
    decisions: await selectDecisionsMadeIn(db, row, max.decisions),
    tasks: await selectTasks(db, name, max.tasks),
    reservations: record?.reservations ?? [],
    commits: progress?.commits ?? 0,
    retracted: await selectRetracted(db, name, max.retracted),
  });
}

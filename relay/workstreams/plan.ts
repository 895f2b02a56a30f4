import type { Output } from '../../shared/api/operations.ts';
import { completionPlan } from './completion-plan.ts';
import { selectDecisionsMadeIn, selectTasks } from './plan-queries.ts';
import type { Db, Workstream } from './queries.ts';
import { toRecords, type Now } from './records.ts';

const max = { decisions: 100, tasks: 500 } as const;

/** WST-3: what a pull request of the workstream would say, how it is merged, and what is not done yet. */
export async function planOf(
  db: Db,
  row: Workstream,
  now: Now,
): Promise<Output<'completeWorkstream'>> {
  const [record] = await toRecords(db, [row], now);
  const name = { workspaceId: row.workspace_id, slug: row.slug };
  return completionPlan({
    ...row,
    decisions: await selectDecisionsMadeIn(db, row, max.decisions),
    tasks: await selectTasks(db, name, max.tasks),
    reservations: record?.reservations ?? [],
  });
}

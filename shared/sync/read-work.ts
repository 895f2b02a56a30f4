import type { Client } from '../api/client.ts';
import type { Output } from '../api/operations.ts';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import { allPages, pageOf } from '../kernel/pages.ts';
import type { TeamWork } from './relevant-work.ts';

const max = {
  workstreams: 100,
  tasks: 200,
  negotiations: 100,
  waits: 200,
  contracts: 200,
  packages: 200,
} as const;
/** Of one page. */
const limit = 100;
/** In characters. The whole schema is read by the contract's name. */
const maxSchemaLength = 500;

/**
 * Reads what the team works on, newest first, through the list operations. `call` sends a request, or calls the relay's
 * services directly. Answers the first refusal, if there is one.
 */
export async function readTeamWork(call: Client['call'], id: string): Promise<TeamWork | Refusal> {
  const [workstreams, tasks, negotiations, waits, contracts, packages] = await Promise.all([
    allPages(
      (before) =>
        pageOf(
          call('listWorkstreams', { id, status: 'active', limit, before }),
          (answer) => answer.workstreams,
        ),
      max.workstreams,
    ),
    eachOf(['in_progress', 'todo', 'blocked'] as const, (status) =>
      allPages(
        (before) =>
          pageOf(call('listTasks', { id, status, limit, before }), (answer) => answer.tasks),
        max.tasks,
      ),
    ),
    eachOf(['open', 'escalated'] as const, (status) =>
      allPages(
        (before) =>
          pageOf(
            call('listNegotiations', { id, status, limit, before }),
            (answer) => answer.negotiations,
          ),
        max.negotiations,
      ),
    ),
    allPages(
      (before) =>
        pageOf(
          call('listWaits', { id, status: 'waiting', limit, before }),
          (answer) => answer.waits,
        ),
      max.waits,
    ),
    allPages(
      (before) =>
        pageOf(call('listContracts', { id, limit, before }), (answer) => answer.contracts),
      max.contracts,
    ),
    eachOf(['in_progress', 'claimed'] as const, (status) =>
      allPages(
        (before) =>
          pageOf(call('listPackages', { id, status, limit, before }), (answer) => answer.packages),
        max.packages,
      ),
    ),
  ]);
  if (isRefusal(workstreams)) return workstreams;
  if (isRefusal(tasks)) return tasks;
  if (isRefusal(negotiations)) return negotiations;
  if (isRefusal(waits)) return waits;
  if (isRefusal(contracts)) return contracts;
  if (isRefusal(packages)) return packages;
  const shown = contracts.map(shortened);
  return { workstreams, tasks, negotiations, waits, contracts: shown, packages };
}

/** The lists of several states as one; the first refusal ends it. */
async function eachOf<Status, Row>(
  statuses: readonly Status[],
  read: (status: Status) => Promise<Row[] | Refusal>,
): Promise<Row[] | Refusal> {
  const lists = await Promise.all(statuses.map(read));
  const rows: Row[] = [];
  for (const list of lists) {
    if (isRefusal(list)) return list;
    rows.push(...list);
  }
  return rows;
}

function shortened(contract: Output<'listContracts'>['contracts'][number]) {
  return { ...contract, schema: contract.schema.slice(0, maxSchemaLength), changes: [] };
}

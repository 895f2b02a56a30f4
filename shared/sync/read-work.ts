import type { Client } from '../api/client.ts';
import type { Output } from '../api/operations.ts';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import { readPages } from './read-pages.ts';
import type { TeamWork } from './relevant-work.ts';

const max = {
  workstreams: 100,
  tasks: 200,
  negotiations: 100,
  waits: 200,
  contracts: 200,
  packages: 200,
} as const;
/** In characters. The whole schema is read by the contract's name. */
const maxSchemaLength = 500;

type Call = Client['call'];

/**
 * Reads what the team works on, newest first, through the list operations. `call` sends a request, or calls the relay's
 * services directly. Answers the first refusal, if there is one.
 */
export async function readTeamWork(call: Call, id: string): Promise<TeamWork | Refusal> {
  const [workstreams, tasks, negotiations, waits, contracts, packages] = await Promise.all([
    readPages(max.workstreams, async (page) => {
      const answer = await call('listWorkstreams', { id, status: 'active', ...page });
      return isRefusal(answer) ? answer : { rows: answer.workstreams, next: answer.next_cursor };
    }),
    tasksOf(call, id),
    negotiationsOf(call, id),
    readPages(max.waits, async (page) => {
      const answer = await call('listWaits', { id, status: 'waiting', ...page });
      return isRefusal(answer) ? answer : { rows: answer.waits, next: answer.next_cursor };
    }),
    readPages(max.contracts, async (page) => {
      const answer = await call('listContracts', { id, ...page });
      return isRefusal(answer) ? answer : { rows: answer.contracts, next: answer.next_cursor };
    }),
    packagesOf(call, id),
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

async function tasksOf(call: Call, id: string) {
  const lists = await Promise.all(
    (['in_progress', 'todo', 'blocked'] as const).map((status) =>
      readPages(max.tasks, async (page) => {
        const answer = await call('listTasks', { id, status, ...page });
        return isRefusal(answer) ? answer : { rows: answer.tasks, next: answer.next_cursor };
      }),
    ),
  );
  return united(lists);
}

async function negotiationsOf(call: Call, id: string) {
  const lists = await Promise.all(
    (['open', 'escalated'] as const).map((status) =>
      readPages(max.negotiations, async (page) => {
        const answer = await call('listNegotiations', { id, status, ...page });
        return isRefusal(answer) ? answer : { rows: answer.negotiations, next: answer.next_cursor };
      }),
    ),
  );
  return united(lists);
}

async function packagesOf(call: Call, id: string) {
  const lists = await Promise.all(
    (['in_progress', 'claimed'] as const).map((status) =>
      readPages(max.packages, async (page) => {
        const answer = await call('listPackages', { id, status, ...page });
        return isRefusal(answer) ? answer : { rows: answer.packages, next: answer.next_cursor };
      }),
    ),
  );
  return united(lists);
}

function united<T>(lists: readonly (readonly T[] | Refusal)[]): T[] | Refusal {
  const rows: T[] = [];
  for (const list of lists) {
    if (isRefusal(list)) return list;
    rows.push(...list);
  }
  return rows;
}

function shortened(contract: Output<'listContracts'>['contracts'][number]) {
  return { ...contract, schema: contract.schema.slice(0, maxSchemaLength), changes: [] };
}

import type { Client } from '../api/client.ts';
import type { Output } from '../api/operations.ts';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import { readLists, type Lists } from './read-lists.ts';
import type { TeamWork } from './relevant-work.ts';

const lists = {
  workstreams: [{ name: 'listWorkstreams', where: { status: 'active' }, most: 100 }],
  tasks: [
    { name: 'listTasks', where: { status: 'in_progress' }, most: 200 },
    { name: 'listTasks', where: { status: 'todo' }, most: 200 },
    { name: 'listTasks', where: { status: 'blocked' }, most: 200 },
  ],
  negotiations: [
    { name: 'listNegotiations', where: { status: 'open' }, most: 100 },
    { name: 'listNegotiations', where: { status: 'escalated' }, most: 100 },
  ],
  waits: [{ name: 'listWaits', where: { status: 'waiting' }, most: 200 }],
  contracts: [{ name: 'listContracts', most: 200 }],
  packages: [
    { name: 'listPackages', where: { status: 'in_progress' }, most: 200 },
    { name: 'listPackages', where: { status: 'claimed' }, most: 200 },
  ],
} as const satisfies Lists;

/** In characters. The whole schema is read by the contract's name. */
const maxSchemaLength = 500;

/** Reads what the team works on; `call` and the refusals are those of `readLists`. */
export async function readTeamWork(call: Client['call'], id: string): Promise<TeamWork | Refusal> {
  const work = await readLists(call, id, lists);
  return isRefusal(work) ? work : { ...work, contracts: work.contracts.map(shortened) };
}

function shortened(contract: Output<'listContracts'>['contracts'][number]) {
  return { ...contract, schema: contract.schema.slice(0, maxSchemaLength), changes: [] };
}

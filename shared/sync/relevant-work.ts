import { pathKey } from '../kernel/paths.ts';
import type { NegotiationRecord } from '../negotiations/contract.ts';
import type { PublishedContract } from '../published-contracts/contract.ts';
import type { TaskRecord } from '../tasks/contract.ts';
import type { WaitRecord } from '../waits/contract.ts';
import type { WorkPackageRecord } from '../work-packages/contract.ts';
import type { WorkstreamRecord } from '../workstreams/contract.ts';
import type { SyncAnswer } from './contract.ts';
import { withinBudget } from './budget.ts';
import {
  toActive,
  toOwnWork,
  toTask,
  toNegotiation,
  toWait,
  toContract,
  type Requester,
} from './shown-work.ts';

/** What the team works on together: what is active, open or waited for. */
export interface TeamWork {
  readonly workstreams: readonly WorkstreamRecord[];
  /** Those that are not done or cancelled. */
  readonly tasks: readonly TaskRecord[];
  readonly negotiations: readonly NegotiationRecord[];
  readonly waits: readonly WaitRecord[];
  /** The newest version of each. */
  readonly contracts: readonly PublishedContract[];
  /** Those that are claimed or in progress. */
  readonly packages: readonly WorkPackageRecord[];
}

export const noWork: TeamWork = {
  workstreams: [],
  tasks: [],
  negotiations: [],
  waits: [],
  contracts: [],
  packages: [],
};

export type RelevantWork = Pick<
  SyncAnswer,
  | 'your_work'
  | 'active_workstream'
  | 'active_branch'
  | 'tasks'
  | 'negotiations'
  | 'waits'
  | 'contracts'
>;

/** Characters of the answer's JSON that each part may take. */
const budget = {
  packages: 2_500,
  tasks: 2_000,
  negotiations: 2_000,
  waits: 800,
  contracts: 1_500,
};

/** WST-2, and what waits for this session: its user's work packages, its tasks, its negotiations, its waits. */
export function relevantWork(work: TeamWork, requester: Requester): RelevantWork {
  const workstream = workstreamOf(work.workstreams, requester);
  return {
    your_work: withinBudget(
      work.packages.filter(({ assignee }) => assignee === requester.userId),
      toOwnWork,
      budget.packages,
    ),
    active_workstream: workstream === undefined ? null : toActive(workstream, requester),
    active_branch: workstream?.branch ?? null,
    tasks: withinBudget(
      tasksFor(work.tasks, requester, workstream),
      (task) => toTask(task, requester),
      budget.tasks,
    ),
    negotiations: withinBudget(
      work.negotiations.filter((one) => isParty(one, requester.sessionId)),
      (one) => toNegotiation(one, requester),
      budget.negotiations,
    ),
    waits: withinBudget(
      work.waits.filter((one) => one.session_id === requester.sessionId),
      toWait,
      budget.waits,
    ),
    contracts: withinBudget(contractsFor(work.contracts, requester), toContract, budget.contracts),
  };
}

/** The workstream that the session joined, else the one whose branch it is on. */
function workstreamOf(
  workstreams: readonly WorkstreamRecord[],
  { sessionId, branch }: Pick<Requester, 'sessionId' | 'branch'>,
): WorkstreamRecord | undefined {
  const joined = workstreams.find(({ members }) =>
    members.some((member) => member.session_id === sessionId && member.joined_at !== undefined),
  );
  return joined ?? workstreams.find((one) => branch !== '' && one.branch === branch);
}

/** Handed to this session first, then what anybody may take in its workstream, then elsewhere. */
function tasksFor(
  tasks: readonly TaskRecord[],
  { sessionId }: Requester,
  workstream: WorkstreamRecord | undefined,
): TaskRecord[] {
  const own = tasks.filter((task) => task.assignee_session === sessionId);
  const free = tasks.filter(
    ({ status, assignee_session: assignee }) => status === 'todo' && assignee === undefined,
  );
  const isNear = (task: TaskRecord) => task.workstream === workstream?.slug;
  return [...own, ...free.filter(isNear), ...free.filter((task) => !isNear(task))];
}

function isParty(one: NegotiationRecord, sessionId: string): boolean {
  return one.initiator_session === sessionId || one.counterparty_session === sessionId;
}

/** Those about a file that the session works on first. */
function contractsFor(
  contracts: readonly PublishedContract[],
  { files }: Requester,
): PublishedContract[] {
  const keys = new Set(files.map(pathKey));
  const isNear = (one: PublishedContract) => one.files.some((file) => keys.has(pathKey(file)));
  return [...contracts.filter(isNear), ...contracts.filter((one) => !isNear(one))];
}

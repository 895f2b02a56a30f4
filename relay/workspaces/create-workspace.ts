import { lessGenerous, mostGenerous, type Tier } from '../../shared/contract/tiers.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Handler, Transaction } from '../store/group-committer.ts';
import type { Call } from '../kernel/handlers.ts';
import { once } from '../access/command-runner.ts';
import * as queries from '../access/queries.ts';
import { tiersOf } from '../usage/queries.ts';

interface WorkspaceToMake {
  readonly name: string;
  readonly slug: string;
  readonly tier: Tier;
}

interface NewWorkspace {
  readonly input: Omit<WorkspaceToMake, 'tier'>;
  /** The most that the new workspace may have. */
  readonly tier: Tier;
  readonly call: Call;
}

export const createWorkspace: Handler<NewWorkspace, queries.CreatedWorkspace | Refusal> = async (
  transaction,
  commands,
) => {
  const answers = [];
  for (const { input, tier, call } of commands) {
    const create = async () => {
      const own = await ownTier(transaction, call.caller.userId, tier);
      return insertWorkspace(transaction, { ...input, tier: own }, call.caller.userId);
    };
    answers.push(await once(transaction, call.request, create));
  }
  return answers as (queries.CreatedWorkspace | Refusal)[];
};

/** LIM-1: whoever makes a workspace has no more requests by it than before. */
async function ownTier(
  { connection }: Transaction,
  userId: string,
  defaultTier: Tier,
): Promise<Tier> {
  const own = mostGenerous(await tiersOf(connection.kysely, userId));
  return own === undefined ? defaultTier : lessGenerous(own, defaultTier);
}

const newWorkspaceSettings = {
  branch_prefix: 'coord',
  gate_policy: 'reported',
  conflict_policy: 'members',
  test_gaps: 'refused',
  must_rules: 'reviewed',
} as const;

/** Makes the workspace and its first owner. Refused with a Conflict when the slug is taken. */
export async function insertWorkspace(
  { connection, nowMs }: Transaction,
  { name, slug, tier }: WorkspaceToMake,
  ownerId: string,
): Promise<queries.CreatedWorkspace | Refusal> {
  const id = newId('workspace');
  const row = { id, slug, name, tier, seq: 0, created_at: nowMs, ...newWorkspaceSettings };
  if (!(await queries.insertWorkspace(connection.kysely, row))) {
    return refuse('Conflict', `The slug ${slug} is taken. Choose another one.`, { field: 'slug' });
  }
  await queries.saveMember(connection.kysely, {
    workspace_id: row.id,
    user_id: ownerId,
    role: 'owner',
    added_at: nowMs,
  });
  return { id: row.id, name, slug, created_at: toTimestamp(nowMs) };
}

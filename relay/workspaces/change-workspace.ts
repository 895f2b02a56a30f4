import type { Input } from '../../shared/api/operations.ts';
import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import type { Role } from '../../shared/contract/fields.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { GatePolicy, TestGaps, MustRules } from '../../shared/workspaces/contract.ts';
import type { Transaction } from '../store/group-committer.ts';
import { noSuchWorkspace, type Scope } from '../access/authorizer.ts';
import * as queries from '../access/queries.ts';

export async function change(
  transaction: Transaction,
  scope: Scope,
  { id: _id, name, ...settings }: Input<'changeWorkspace'>,
) {
  const { connection, log } = transaction;
  const { caller, workspaceId } = scope;
  const db = connection.kysely;
  const before = await queries.selectWorkspaceOf(db, caller.userId, workspaceId);
  if (before === undefined) return noSuchWorkspace();
  await queries.updateWorkspace(db, workspaceId, { name, ...settings });
  if (name !== undefined) log.append(workspaceId, { type: 'workspace_renamed', name });
  await tellSettings(transaction, scope, { before, settings });
  const row = await queries.selectWorkspaceOf(db, caller.userId, workspaceId);
  return row === undefined ? noSuchWorkspace() : toOwnRecord(row);
}

type Settings = Omit<Input<'changeWorkspace'>, 'id' | 'name'>;

/** FED-8: tells the team of the settings that are other than before; a new policy decides at once. */
async function tellSettings(
  transaction: Transaction,
  { caller, workspaceId }: Scope,
  { before, settings }: { readonly before: queries.OwnWorkspace; readonly settings: Settings },
): Promise<void> {
  const { log, policies } = transaction;
  const given = Object.entries(settings) as [keyof Settings, string | undefined][];
  const changed = given.filter(([key, value]) => value !== undefined && value !== before[key]);
  if (changed.length === 0) return;
  const { conflict_policy: policy = before.conflict_policy as ConflictPolicy } = settings;
  policies.set(workspaceId, policy);
  const names = changed.map(([key]) => key);
  const values = { ...Object.fromEntries(changed), conflict_policy: policy, changed: names };
  log.append(workspaceId, { type: 'workspace_changed', user: caller.name, ...values });
  if (names.includes('conflict_policy')) await transaction.runCascade(workspaceId);
}

export function toOwnRecord(row: queries.OwnWorkspace) {
  const { id, name, slug, branch_prefix } = row;
  return {
    id,
    name,
    slug,
    created_at: toTimestamp(row.created_at),
    role: row.role as Role,
    branch_prefix,
    gate_policy: row.gate_policy as GatePolicy,
    conflict_policy: row.conflict_policy as ConflictPolicy,
    test_gaps: row.test_gaps as TestGaps,
    must_rules: row.must_rules as MustRules,
  };
}

import type { Input, Output } from '../../shared/api/operations.ts';
import { lessGenerous, mostGenerous, type Tier } from '../../shared/contract/tiers.ts';
import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import type { Role } from '../../shared/contract/fields.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { refuseMembershipChange } from '../access/membership-rules.ts';
import type {
  GatePolicy,
  TestGaps,
  MustRules,
  workspaceOperations,
} from '../../shared/workspaces/contract.ts';
import { putMember } from '../access/change-member.ts';
import { releaseMember } from './release-member.ts';
import type { SessionReader } from '../sessions/session-reader.ts';
import type { Database } from '../store/database.ts';
import type { Handler, GroupCommitter, Transaction } from '../store/group-committer.ts';
import type { Call } from '../kernel/call.ts';
import { idCursorOf } from '../kernel/cursor.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import type { UserRow } from '../store/schema.ts';
import { userByEmail, userById } from '../users/queries.ts';
import { noSuchWorkspace, type Authorizer, type Scope } from '../access/authorizer.ts';
import { once, type CommandRunner } from '../access/command-runner.ts';
import * as queries from '../access/queries.ts';
import { deleteInvitationsTo } from '../invitations/queries.ts';
import { tiersOf } from '../usage/queries.ts';

export interface WorkspaceDependencies {
  readonly database: Database;
  readonly committer: GroupCommitter;
  readonly authorizer: Authorizer;
  readonly commandRunner: CommandRunner;
  readonly sessions: SessionReader;
  readonly records: RecordReader;
  readonly defaultTier: Tier;
  /** Whether there is a speech model. */
  readonly takesAudio: boolean;
  readonly hasLanguageModel: boolean;
}

/** What the detail of a member shows of their records, as far as the caller may know of them. */
export type RecordReader = (
  scope: Scope,
  userId: string,
) => Promise<
  Pick<Output<'memberDetail'>, 'decisions' | 'traces' | 'work_packages' | 'tasks' | 'commits'>
>;

export function workspaceService({
  database,
  committer,
  authorizer,
  commandRunner,
  sessions,
  records,
  defaultTier,
  takesAudio,
  hasLanguageModel,
}: WorkspaceDependencies): Handlers<keyof typeof workspaceOperations> {
  const db = database.reader;
  return {
    createWorkspace: (input, call) =>
      committer.submit(createWorkspace, { input, tier: defaultTier, call }),
    async listWorkspaces({ limit, before }, { caller }) {
      const after = idCursorOf(before, 'workspace');
      if (isRefusal(after)) return after;
      const page = { limit: limit + 1, after };
      const found = await queries.selectWorkspacesOf(db, caller.userId, page);
      const { rows, nextCursor } = cutPage(found, limit, (row) => row.id);
      return { workspaces: rows.map(toOwnRecord), next_cursor: nextCursor };
    },
    async getWorkspace({ id }, { caller }) {
      const row = await queries.selectWorkspaceOf(db, caller.userId, id);
      return row === undefined
        ? noSuchWorkspace()
        : {
            ...toOwnRecord(row),
            ...(takesAudio && { takes_audio: true as const }),
            ...(hasLanguageModel && { has_language_model: true as const }),
          };
    },
    changeWorkspace: (input, call) =>
      commandRunner.run(call, { id: input.id }, 'admin', (transaction, scope) =>
        change(transaction, scope, input),
      ),
    async listMembers({ id, limit, before }, _call) {
      const after = idCursorOf(before, 'user');
      if (isRefusal(after)) return after;
      const found = await queries.selectMembers(db, id, { limit: limit + 1, after });
      const { rows, nextCursor } = cutPage(found, limit, (row) => row.user_id);
      return { members: rows.map(toMember), next_cursor: nextCursor };
    },
    addMember: ({ id, ...member }, call) =>
      commandRunner.run(call, { id }, 'admin', (transaction, scope) =>
        addMember(transaction, scope, member),
      ),
    removeMember: ({ id, userId }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        removeMember(transaction, scope, userId),
      ),
    async memberDetail({ id, userId }, call) {
      const scope = await authorizer.enter(call, { id }, 'member');
      if (isRefusal(scope)) return scope;
      const found = await queries.selectMember(db, id, userId);
      if (found === undefined) return noSuch('member');
      const [live, ofMember] = await Promise.all([
        sessions.ofMember(id, userId),
        records(scope, userId),
      ]);
      return { ...toMember(found), ...live, ...ofMember };
    },
  };
}

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

const createWorkspace: Handler<NewWorkspace, queries.CreatedWorkspace | Refusal> = async (
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

async function change(
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

async function addMember(
  transaction: Transaction,
  scope: Scope,
  { role, ...named }: Pick<Input<'addMember'>, 'user_id' | 'email' | 'role'>,
) {
  const db = transaction.connection.kysely;
  const user = await namedUser(db, scope, named);
  if (isRefusal(user)) return user;
  const refusal = await refuseChange(transaction, scope, { userId: user.id, next: role });
  if (refusal !== undefined) return refusal;
  const { workspaceId } = scope;
  await putMember(transaction, workspaceId, { user, role });
  const saved = await queries.selectMember(db, workspaceId, user.id);
  return saved === undefined ? noSuch('member') : toMember(saved);
}

/** INV-5: an address names an account only where somebody vouches for it whom the caller trusts. */
async function namedUser(
  db: Transaction['connection']['kysely'],
  { caller }: Scope,
  { user_id: id, email = '' }: Pick<Input<'addMember'>, 'user_id' | 'email'>,
): Promise<UserRow | Refusal> {
  const user =
    id === undefined ? await userByEmail(db, email.toLowerCase()) : await userById(db, id);
  if (user === undefined) return noSuch('user', id === undefined ? 'email' : 'user_id');
  const { invited_by: voucher } = user;
  if (id !== undefined || voucher === null || voucher === caller.userId) return user;
  return refuse(
    'Conflict',
    `Nobody has verified that ${user.email} is the address of the account that has it. Add them by the user id that they give you.`,
    { field: 'email' },
  );
}

/** WST-4, INV-2: the membership, the invitations to it, the sessions and their reservations end in one transaction. */
async function removeMember(transaction: Transaction, scope: Scope, userId: string) {
  const db = transaction.connection.kysely;
  const found = await queries.selectMember(db, scope.workspaceId, userId);
  if (found === undefined) return noSuch('member');
  const refusal = await refuseChange(transaction, scope, { userId, next: undefined });
  if (refusal !== undefined) return refusal;
  await queries.deleteMember(db, scope.workspaceId, userId);
  await deleteInvitationsTo(db, { workspaceId: scope.workspaceId, email: found.email });
  await releaseMember(transaction, scope.workspaceId, userId);
  transaction.log.append(scope.workspaceId, {
    type: 'member_removed',
    user_id: userId,
    user: found.name,
  });
  return { removed: true as const, user_id: userId };
}

async function refuseChange(
  { connection }: Transaction,
  { workspaceId, caller, role }: Scope,
  { userId, next }: { readonly userId: string; readonly next: Role | undefined },
): Promise<Refusal | undefined> {
  const target = await queries.membership(connection.kysely, workspaceId, userId);
  return refuseMembershipChange({
    actor: { userId: caller.userId, role },
    target: { userId, role: target?.role },
    next,
    owners: await queries.countOwners(connection.kysely, workspaceId),
  });
}

function noSuch(what: 'member' | 'user', field?: string): Refusal {
  return refuse('NotFound', `No such ${what}.`, field === undefined ? {} : { field });
}

function toOwnRecord(row: queries.OwnWorkspace) {
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

function toMember(row: queries.MemberDetails) {
  const { user_id, email, name } = row;
  return { user_id, email, name, role: row.role as Role, added_at: toTimestamp(row.added_at) };
}

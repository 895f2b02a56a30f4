import type { Output } from '../../shared/api/operations.ts';
import type { Tier } from '../../shared/contract/tiers.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { workspaceOperations } from '../../shared/workspaces/contract.ts';
import type { SessionReader } from '../sessions/session-reader.ts';
import type { Database } from '../store/database.ts';
import type { GroupCommitter } from '../store/group-committer.ts';
import { idCursorOf } from '../kernel/cursor.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import { noSuchWorkspace, type Authorizer, type Scope } from '../access/authorizer.ts';
import type { CommandRunner } from '../access/command-runner.ts';
import * as queries from '../access/queries.ts';
import { createWorkspace } from './create-workspace.ts';
import {
  addMember,
  removeMember,
  noSuch,
  toMember,
  change,
  toOwnRecord,
} from './change-members.ts';

export interface WorkspaceDependencies {
  readonly database: Database;
  readonly committer: GroupCommitter;
  readonly authorizer: Authorizer;
  readonly commandRunner: CommandRunner;
  readonly sessions: SessionReader;
  readonly records: RecordReader;
  /** Called when a member was removed from a workspace. */
  readonly onRemoved: (workspaceId: string) => void;
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
  onRemoved,
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
    async removeMember({ id, userId }, call) {
      const removed = await commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        removeMember(transaction, scope, userId),
      );
      if (!isRefusal(removed)) onRemoved(id);
      return removed;
    },
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

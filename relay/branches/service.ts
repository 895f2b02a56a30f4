import type { branchOperations, HeldBranch } from '../../shared/branches/contract.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { cursorOfSeq, seqOf } from '../kernel/cursor.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import { readerOf } from '../workstream-branches/queries.ts';
import * as queries from './queries.ts';
import { selectHeldPage, type Held } from './queries.ts';
import type { Input, Output } from '../../shared/api/operations.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';

/** WAT-19: what `coord watch` could not move, wherever it runs. */
export function branchService({
  authorizer,
  commandRunner,
  database,
}: ServiceDependencies): Handlers<keyof typeof branchOperations> {
  return {
    reportBranch: ({ id, ...report }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        reportBranch(transaction, scope, report),
      ),
    async listHeldBranches({ id, limit, before }, call) {
      const beforeSeq = seqOf(before);
      if (isRefusal(beforeSeq)) return beforeSeq;
      const scope = await authorizer.enter(call, { id }, 'member');
      if (isRefusal(scope)) return scope;
      const page = { reader: readerOf(scope), beforeSeq, limit: limit + 1 };
      const found = await selectHeldPage(database.reader, id, page);
      const { rows, nextCursor } = cutPage(found, limit, ({ seq }) => cursorOfSeq(seq));
      return { branches: rows.map(toHeld), next_cursor: nextCursor };
    },
  };
}

function toHeld(row: Held): HeldBranch {
  const { branch, workstream, user_id, user_name, machine, reason, commit_sha, since } = row;
  const who = { user_id, user_name, machine };
  return { branch, workstream, ...who, reason, commit_sha, since: toTimestamp(since) };
}

type Report = Omit<Input<'reportBranch'>, 'id'>;

/**
 * WAT-19: keeps what stands in the way of a branch on a machine, or forgets it; the team is told of what is news. NotFound: no
 * active workstream of the caller's has the branch. ValidationError: held, and no reason.
 */
async function reportBranch(
  transaction: Transaction,
  scope: Scope,
  report: Report,
): Promise<Output<'reportBranch'> | Refusal> {
  const { workspaceId, caller } = scope;
  const { branch, machine = '', outcome } = report;
  const key = { workspace_id: workspaceId, user_id: caller.userId, machine, branch };
  const change = outcome === 'held' ? hold : forget;
  const changed = await change(transaction, scope, { key, report });
  return typeof changed === 'boolean' ? { branch, outcome, changed } : changed;
}

interface Change {
  readonly key: queries.HeldKey;
  readonly report: Report;
}

async function hold(
  transaction: Transaction,
  scope: Scope,
  { key, report }: Change,
): Promise<boolean | Refusal> {
  const { connection, log, nowMs } = transaction;
  const { commit_sha = '', reason } = report;
  const { workspaceId } = scope;
  if (reason === undefined) {
    return refuse('ValidationError', 'reason is missing: a branch that is held needs one.', {
      field: 'reason',
    });
  }
  const about = { branch: key.branch, reader: readerOf(scope) };
  const of = await queries.selectActiveOf(connection.kysely, workspaceId, about);
  if (of === undefined) {
    return refuse('NotFound', 'No active workstream has this branch. workstream_list shows them.');
  }
  const before = await queries.selectHeld(connection.kysely, key);
  const told = { reason, commit_sha };
  if (before?.reason === reason) {
    if (before.commit_sha !== commit_sha) await queries.updateHeld(connection.kysely, key, told);
    return false;
  }
  const { seq } = log.append(workspaceId, {
    type: 'branch_held',
    ...eventOf(scope, key, { of, commit: commit_sha }),
    reason: of.visibility === 'private' ? '' : reason,
  });
  const row = { ...key, ...told, workstream: of.slug, seq, since: nowMs };
  if (before === undefined) await queries.insertHeld(connection.kysely, row);
  else await queries.updateHeld(connection.kysely, key, told);
  return true;
}

async function forget(
  { connection: { kysely }, log }: Transaction,
  scope: Scope,
  { key, report }: Change,
): Promise<boolean> {
  const { workspaceId } = scope;
  const before = await queries.selectHeld(kysely, key);
  if (before === undefined) return false;
  await queries.deleteHeld(kysely, key);
  const slug = before.workstream;
  const visibility = await queries.selectVisibility(kysely, workspaceId, slug);
  const of = { slug, visibility: visibility ?? 'private' };
  const event = eventOf(scope, key, { of, commit: report.commit_sha ?? '' });
  log.append(workspaceId, { type: 'branch_moved', ...event });
  return true;
}

/** Every member reads the log, so of a private workstream it does not name the machine. */
function eventOf(
  { caller }: Scope,
  { branch, machine }: queries.HeldKey,
  { of, commit }: { of: { slug: string; visibility: string }; commit: string },
) {
  const told = of.visibility === 'private' ? '' : machine;
  const who = { user_id: caller.userId, machine: told, user: caller.name, session_id: '' };
  return { workstream: of.slug, commit, branch, ...who };
}

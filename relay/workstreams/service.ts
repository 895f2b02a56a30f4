import { readerOf, activeBranches } from '../workstream-branches/queries.ts';
import type { Input } from '../../shared/api/operations.ts';
import { isOn } from '../../shared/contract/fields.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type {
  WorkstreamRecord,
  WorkstreamStatus,
  workstreamOperations,
} from '../../shared/workstreams/contract.ts';
import {
  branchOfSlug,
  refuseUnlessActive,
  refuseUnlessManager,
  slugOfTitle,
} from '../../shared/workstreams/rules.ts';
import { type Call, cutPage, type Handlers } from '../kernel/handlers.ts';
import { momentCursor, momentOf } from '../kernel/cursor.ts';
import type { Db } from '../store/schema.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import { findWorkstream, appendWorkstream, noSuchWorkstream } from './access.ts';
import { abandon, complete, endAs, refuseEnding } from './end-workstream.ts';
import { addStarter, join, leave, namedSession } from './membership.ts';
import * as queries from './queries.ts';
import { listedRecords, toRecords } from './records.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { selectProgress, type Progress } from './plan-queries.ts';

/** All that are active are looked at whenever somebody asks where a session works, so they are few. */
const maxActive = 500;
const defaultBase = 'main';

export function workstreamService(
  dependencies: ServiceDependencies,
): Handlers<keyof typeof workstreamOperations> {
  const { database, authorizer, commandRunner, clock, durations } = dependencies;
  const { sessionTtlMs } = durations;
  const db = database.reader;
  const now = () => ({ nowMs: clock.now(), sessionTtlMs });
  const enter = (call: Call, id: string) => authorizer.enter(call, { id }, 'member');
  /** Runs a command that leads to one workstream, and answers how that is afterwards. */
  const change = (
    call: Call,
    id: string,
    run: (transaction: Transaction, scope: Scope) => Promise<queries.Workstream | Refusal>,
  ) =>
    commandRunner.run(call, { id }, 'member', async (transaction, scope) => {
      const row = await run(transaction, scope);
      if (isRefusal(row)) return row;
      return recordOf(transaction, row, sessionTtlMs);
    });
  return {
    startWorkstream: ({ id, ...input }, call) =>
      change(call, id, (transaction, scope) => startWorkstream(transaction, scope, input)),
    async listWorkstreams({ id, status, brief, limit, before }, call) {
      const moment = momentOf(before);
      if (isRefusal(moment)) return moment;
      const scope = await enter(call, id);
      if (isRefusal(scope)) return scope;
      const wanted = { status, reader: readerOf(scope), limit: limit + 1, before: moment };
      const found = await queries.selectWorkstreams(db, id, wanted);
      const page = cutPage(found, limit, ({ created_at: createdAt, slug }) =>
        momentCursor({ createdAt, id: slug }),
      );
      const records = await listedRecords(database, page.rows, { ...now(), isBrief: isOn(brief) });
      const workstreams = await withProgress(db, id, records);
      return { workstreams, next_cursor: page.nextCursor };
    },
    async getWorkstream({ id, slug, progress }, call) {
      const scope = await enter(call, id);
      if (isRefusal(scope)) return scope;
      const found = await findWorkstream(db, scope, slug);
      if (isRefusal(found)) return found;
      const records = await listedRecords(database, [found.row], { ...now(), isBrief: false });
      const [record] = isOn(progress) ? await withProgress(db, id, records) : records;
      return record ?? noSuchWorkstream();
    },
    changeWorkstream: ({ id, ...input }, call) =>
      change(call, id, (transaction, scope) => changeWorkstream(transaction, scope, input)),
    endWorkstream: ({ id, ...input }, call) =>
      change(call, id, (transaction, scope) => abandon(transaction, scope, input)),
    joinWorkstream: ({ id, ...input }, call) =>
      change(call, id, (transaction, scope) => join(transaction, scope, input)),
    leaveWorkstream: ({ id, ...input }, call) =>
      change(call, id, (transaction, scope) => leave(transaction, scope, input)),
    completeWorkstream: ({ id, ...input }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        complete(transaction, scope, { ...input, sessionTtlMs }),
      ),
  };
}

async function recordOf(
  { connection, nowMs }: Transaction,
  row: queries.Workstream,
  sessionTtlMs: number,
): Promise<WorkstreamRecord> {
  const [record] = await toRecords(connection.kysely, [row], { nowMs, sessionTtlMs });
  if (record === undefined) throw new Error('a workstream without a record');
  return record;
}

/** WST-1: a slug is used once, so a branch never means two things. */
async function startWorkstream(
  transaction: Transaction,
  scope: Scope,
  { title, slug: given, ...input }: Omit<Input<'startWorkstream'>, 'id'>,
): Promise<queries.Workstream | Refusal> {
  const db = transaction.connection.kysely;
  const { workspaceId, caller } = scope;
  const slug = given ?? slugOfTitle(title);
  if (isRefusal(slug)) return slug;
  const session = await namedSession(db, scope, input.session_id);
  if (isRefusal(session)) return session;
  const branch = branchOfSlug(await queries.branchPrefixOf(db, workspaceId), slug);
  const base = input.base_branch ?? defaultBase;
  if (base === branch)
    return refuse('ValidationError', `base_branch: ${base} is to be the branch itself.`, {
      field: 'base_branch',
    });
  if ((await activeBranches(db, workspaceId)).size >= maxActive)
    return refuse('Conflict', `A workspace has at most ${maxActive} active workstreams.`);
  const row = {
    workspace_id: workspaceId,
    slug,
    title,
    description: input.description,
    branch,
    base_branch: base,
    visibility: input.visibility,
    status: 'active',
    created_by: caller.userId,
    created_at: transaction.nowMs,
    ended_at: null,
    ended_by: null,
    reason: '',
    pr_url: '',
  };
  if (!(await queries.insertWorkstream(db, row))) return slugTaken(db, scope, slug);
  const started = { ...row, created_by_name: caller.name };
  await addStarter(transaction, started, { scope, session });
  const actor = { user: caller.name, sessionId: session?.id ?? '' };
  appendWorkstream(transaction, 'workstream_started', { row: started, actor });
  return started;
}

/** WST-1: also by one that has ended, which is said to whoever may see it. */
async function slugTaken(db: Db, scope: Scope, slug: string): Promise<Refusal> {
  const holder = await findWorkstream(db, scope, slug);
  const status = isRefusal(holder) ? 'active' : holder.row.status;
  const why =
    status === 'active'
      ? 'is in use'
      : `belongs to a workstream that is ${status}, and a slug is used once`;
  return refuse('Conflict', `The slug ${slug} ${why}. Choose another one.`, { field: 'slug' });
}

/** A change to what is stored already appends no event. */
async function changeWorkstream(
  transaction: Transaction,
  scope: Scope,
  { slug, status, ...wanted }: Omit<Input<'changeWorkstream'>, 'id'>,
): Promise<queries.Workstream | Refusal> {
  const db = transaction.connection.kysely;
  const found = await findWorkstream(db, scope, slug);
  if (isRefusal(found)) return found;
  const { row, relation } = found;
  const refusal =
    refuseUnlessActive({ slug, status: row.status as WorkstreamStatus }) ??
    refuseUnlessManager(relation);
  if (refusal !== undefined) return refusal;
  const changes = {
    title: wanted.title ?? row.title,
    description: wanted.description ?? row.description,
    visibility: wanted.visibility ?? row.visibility,
  };
  const unfinished = await refuseEnding(transaction, row, status ?? 'active');
  if (unfinished !== undefined) return unfinished;
  const changed = { ...row, ...changes };
  if (!isSame(row, changes)) {
    await queries.updateWorkstream(db, { workspaceId: scope.workspaceId, slug }, changes);
    const actor = { user: scope.caller.name, sessionId: '' };
    appendWorkstream(transaction, 'workstream_changed', { row: changed, actor });
  }
  if (status === undefined || status === 'active') return changed;
  return endAs(transaction, changed, { status, reason: '', prUrl: '', scope });
}

type Changes = Pick<queries.Workstream, 'title' | 'description' | 'visibility'>;

function isSame(one: Changes, other: Changes): boolean {
  return (
    one.title === other.title &&
    one.description === other.description &&
    one.visibility === other.visibility
  );
}

/** WST-5: the records with how far each workstream is. */
async function withProgress(
  db: Db,
  workspaceId: string,
  records: readonly WorkstreamRecord[],
): Promise<WorkstreamRecord[]> {
  const slugs = records.map(({ slug }) => slug);
  const found = await selectProgress(db, workspaceId, slugs);
  const bySlug = new Map(found.map((progress) => [progress.slug, progress]));
  return records.map((record) => ({ ...record, progress: toProgress(bySlug.get(record.slug)) }));
}

function toProgress(found: Progress | undefined): WorkstreamRecord['progress'] {
  if (found === undefined) return { tasks_done: 0, tasks_total: 0, commits: 0 };
  const { tasks_done, tasks_total, commits, last_commit_at: last } = found;
  return {
    tasks_done,
    tasks_total,
    commits,
    ...(last !== null && { last_commit_at: toTimestamp(last) }),
  };
}

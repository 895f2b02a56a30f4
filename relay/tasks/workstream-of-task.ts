import { firstFew } from '../../shared/kernel/first-few.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Scope } from '../access/authorizer.ts';
import { sessionsById } from '../sessions/queries.ts';
import type { Transaction } from '../store/group-committer.ts';
import { activeSlugs, readerOf } from '../workstream-branches/queries.ts';
import { findWorkstream, slugOfSession } from '../workstreams/access.ts';
import type { Workstream } from '../workstreams/queries.ts';

/**
 * TSK-8: the workstream that is named, else that of the session (empty for a person), else the only active one that the caller
 * sees. ValidationError: it is none of these. NotFound: the caller may not see it. It may have ended.
 */
export async function workstreamOfTask(
  transaction: Transaction,
  scope: Scope,
  { named, sessionId }: { named: string | undefined; sessionId: string },
): Promise<Workstream | Refusal> {
  const slug =
    named ?? (await ofSession(transaction, scope, sessionId)) ?? (await only(transaction, scope));
  if (isRefusal(slug)) return slug;
  const found = await findWorkstream(transaction.connection.kysely, scope, slug);
  return isRefusal(found) ? found : found.row;
}

async function ofSession(
  { connection }: Transaction,
  { workspaceId, caller }: Scope,
  sessionId: string,
): Promise<string | undefined> {
  if (sessionId === '') return undefined;
  const [session] = await sessionsById(connection, [[workspaceId, caller.userId, sessionId]]);
  return slugOfSession(connection.kysely, session);
}

async function only({ connection }: Transaction, scope: Scope): Promise<string | Refusal> {
  const slugs = await activeSlugs(connection.kysely, scope.workspaceId, readerOf(scope));
  const [slug] = slugs;
  return slugs.length === 1 && slug !== undefined ? slug : sayWhich(slugs);
}

const shownSlugs = 5;

function sayWhich(slugs: readonly string[]): Refusal {
  const text =
    slugs.length === 0
      ? 'workstream: a task belongs to one, and none is active. Start one with workstream_start (`coord workstream start TITLE`).'
      : `workstream: name the one that the task belongs to: ${firstFew(slugs, shownSlugs, String)}. ` +
        'A session that has joined one (workstream_join) need not name it.';
  return refuse('ValidationError', text, { field: 'workstream' });
}

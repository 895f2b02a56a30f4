import type { Input } from '../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { isBreaking, languageOf } from './rules.ts';
import type {
  ContractChange,
  PublishedContract,
} from '../../shared/published-contracts/contract.ts';
import { callersSessionId } from '../sessions/callers-session.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { PublishedContractRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import * as queries from './queries.ts';
import { toRecord } from './records.ts';

export type NewVersion = Pick<
  Input<'publishContract'>,
  'name' | 'schema' | 'description' | 'session_id'
> & {
  /** Canonical paths. */
  readonly files: readonly string[];
  readonly sessionTtlMs: number;
  readonly compared: Compared;
};

/** PUB-2: what is different from the version that was the newest before the transaction; `version` is 0 where there was none. */
export interface Compared {
  readonly version: number;
  readonly changes: readonly ContractChange[];
}

/** Another version came between the comparison and the transaction. */
export const outrun = refuse(
  'Unavailable',
  'Others publish this contract at the same time. Read it and publish yours again.',
);

/** An event has at most so many of the changes; the record has them all. */
const maxChangesInEvent = 20;

/**
 * PUB-1: stores the next version, or answers the newest one when the schema is the same, or `outrun`. PUB-2: the event names the changes and,
 * when one is breaking, the live sessions that use an earlier version. The publishing session counts as a user of its version,
 * so it is notified when somebody else changes it.
 */
export async function publish(
  transaction: Transaction,
  scope: Scope,
  { name, schema, description, files, session_id, sessionTtlMs, compared }: NewVersion,
): Promise<PublishedContract | Refusal> {
  const { connection, nowMs } = transaction;
  const db = connection.kysely;
  const { workspaceId, caller } = scope;
  const sessionId = await callersSessionId(transaction, scope, session_id);
  if (isRefusal(sessionId)) return sessionId;
  const newest = await queries.selectContract(db, { workspaceId, name });
  if (newest?.schema === schema) {
    await noteUse(transaction, newest, sessionId);
    return toRecord(newest);
  }
  if (compared.version !== (newest?.version ?? 0)) return outrun;
  const { version: before, changes } = compared;
  const row: PublishedContractRow = {
    workspace_id: workspaceId,
    name,
    version: before + 1,
    language: languageOf(schema, { name, files }),
    schema,
    description,
    files: JSON.stringify(files),
    changes: JSON.stringify(changes),
    published_by: caller.userId,
    session_id: sessionId,
    created_at: nowMs,
  };
  await queries.insertContract(db, row);
  await appendEvent(transaction, row, { changes, sessionTtlMs, user: caller.name });
  await noteUse(transaction, row, sessionId);
  return toRecord({ ...row, published_by_name: caller.name });
}

/** Stores that a session uses this version. */
export async function noteUse(
  { connection, nowMs }: Transaction,
  {
    workspace_id: workspaceId,
    name,
    version,
  }: Pick<PublishedContractRow, 'workspace_id' | 'name' | 'version'>,
  sessionId: string,
): Promise<void> {
  if (sessionId === '') return;
  const use = { workspaceId, name, sessionId, version, at: nowMs };
  await queries.saveUse(connection.kysely, use);
}

async function appendEvent(
  { connection, log, nowMs }: Transaction,
  { workspace_id: workspaceId, name, version, session_id }: PublishedContractRow,
  {
    changes,
    sessionTtlMs,
    user,
  }: { changes: readonly ContractChange[]; sessionTtlMs: number; user: string },
): Promise<void> {
  const breaking = isBreaking(changes);
  const silentSinceMs = nowMs - sessionTtlMs;
  const key = { workspaceId, name };
  const users = breaking
    ? await queries.usersOfEarlier(connection.kysely, key, { version, silentSinceMs })
    : [];
  const texts = [...changes]
    .sort((one, two) => Number(two.breaking) - Number(one.breaking))
    .slice(0, maxChangesInEvent)
    .map(({ text, breaking: breaks }) => (breaks ? `Breaking: ${text}` : text));
  log.append(workspaceId, {
    type: 'contract_published',
    contract: { name, version, breaking },
    changes: texts,
    sessions: users.filter((id) => id !== session_id),
    user,
    session_id,
  });
}

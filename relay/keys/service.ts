import { limits } from '../../shared/contract/fields.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { refuse } from '../../shared/kernel/refusal.ts';
import type { keyOperations } from '../../shared/keys/contract.ts';
import type { Database } from '../store/database.ts';
import type { Handler, GroupCommitter, Transaction } from '../store/group-committer.ts';
import type { ApiKeyRow } from '../store/schema.ts';
import type { Handlers } from '../kernel/handlers.ts';
import { countKeysOf, insertKey, revokeKey, selectKeysOf } from './queries.ts';
import { hashSecret, newSecret, prefixOf } from './secret.ts';

export interface KeyDependencies {
  readonly database: Database;
  readonly committer: GroupCommitter;
  /** Called when a key was revoked, so that no cache accepts it any longer. */
  readonly onRevoked: () => void;
}

export function keyService({
  database,
  committer,
  onRevoked,
}: KeyDependencies): Handlers<keyof typeof keyOperations> {
  return {
    async createKey({ name }, { caller }) {
      const { row, secret } = await committer.submit(makeKey, { userId: caller.userId, name });
      return { ...toRecord(row), key: secret };
    },
    async listKeys(_input, { caller }) {
      const rows = await selectKeysOf(database.reader, caller.userId, limits.pageMax);
      const keys = rows.map(toRecord);
      if (rows.length < limits.pageMax) return { keys };
      const left = (await countKeysOf(database.reader, caller.userId)) - rows.length;
      return { keys, ...(left > 0 && { keys_left_out: left }) };
    },
    async revokeKey({ key_id: keyId }, { caller }) {
      const row = await committer.submit(revoke, { userId: caller.userId, keyId });
      if (row === undefined) return refuse('NotFound', 'You have no such key.');
      onRevoked();
      return toRecord(row);
    },
  };
}

interface NewKey {
  readonly userId: string;
  readonly name: string;
}

/** Makes keys; the secret exists only in the answer. */
export const makeKey: Handler<NewKey, MadeKey> = (transaction, commands) =>
  Promise.all(commands.map((command) => makeOneKey(transaction, command)));

export interface MadeKey {
  readonly row: ApiKeyRow;
  readonly secret: string;
}

/** As `makeKey`, inside of another command. */
export async function makeOneKey(
  { connection, nowMs }: Transaction,
  { userId, name }: NewKey,
): Promise<MadeKey> {
  const secret = newSecret();
  const row: ApiKeyRow = {
    id: newId('key'),
    user_id: userId,
    hash: hashSecret(secret),
    prefix: prefixOf(secret),
    name,
    created_at: nowMs,
    revoked_at: null,
    last_used_at: null,
  };
  await insertKey(connection.kysely, row);
  return { row, secret };
}

const revoke: Handler<{ userId: string; keyId: string }, ApiKeyRow | undefined> = (
  { connection, nowMs },
  commands,
) => Promise.all(commands.map((command) => revokeKey(connection.kysely, { ...command, nowMs })));

function toRecord(row: ApiKeyRow) {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    created_at: toTimestamp(row.created_at),
    revoked_at: row.revoked_at === null ? null : toTimestamp(row.revoked_at),
    ...(row.last_used_at !== null && { last_used_at: toTimestamp(row.last_used_at) }),
  };
}

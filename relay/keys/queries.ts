import type { Connection } from '../store/database.ts';
import type { Db, ApiKeyRow, UserRow } from '../store/schema.ts';

export async function insertKey(db: Db, row: ApiKeyRow): Promise<void> {
  await db.insertInto('api_keys').values(row).execute();
}

/** The user of a key that is not revoked. */
export function userOfKey(
  db: Db,
  hash: string,
): Promise<(UserRow & { key_id: string }) | undefined> {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .selectAll('u')
    .select('k.id as key_id')
    .where('k.hash', '=', hash)
    .where('k.revoked_at', 'is', null)
    .executeTakeFirst();
}

/** Valid ones first: those are what a list that is cut off must not leave out. */
export function selectKeysOf(db: Db, userId: string, limit: number): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(({ eb }) => eb.case().when('revoked_at', 'is', null).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function countKeysOf(db: Db, userId: string): Promise<number> {
  const { keys } = await db
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll().as('keys'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(keys);
}

/** Revokes all keys of the user that are not revoked. */
export async function revokeKeysOf(db: Db, userId: string, nowMs: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: nowMs })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Revokes one of the user's keys; a second time changes nothing. Undefined when it is not theirs. */
export async function revokeKey(
  db: Db,
  { userId, keyId, nowMs }: { userId: string; keyId: string; nowMs: number },
): Promise<ApiKeyRow | undefined> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: nowMs })
    .where('id', '=', keyId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', keyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export interface KeyUse {
  readonly keyId: string;
  readonly atMs: number;
}

const use = `UPDATE api_keys SET last_used_at = ?
  WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ? OR last_used_at > ?)`;

/** ACC-8: never moves it back, unless it is later than `latestMs`: from a clock that was ahead. */
export function saveUse(connection: Connection, { keyId, atMs }: KeyUse, latestMs: number): void {
  connection.write(use, [atMs, keyId, atMs, latestMs]);
}

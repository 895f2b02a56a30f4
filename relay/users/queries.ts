import type { Db, UserRow } from '../store/schema.ts';

export function userByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

export function userByIdentity(db: Db, identity: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('identity', '=', identity).executeTakeFirst();
}

export function userById(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whether the account was made: at another relay somebody may have made one for the address at the same moment. */
export async function insertNewUser(db: Db, row: UserRow): Promise<boolean> {
  const inserted = await db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function insertUser(db: Db, row: UserRow): Promise<void> {
  await db.insertInto('users').values(row).execute();
}

/** The provider has verified the address: nobody else needs to vouch for it. */
export async function setIdentity(
  db: Db,
  userId: string,
  { identity, name }: { readonly identity: string; readonly name: string },
): Promise<void> {
  const verified = { identity, name, invited_by: null };
  await db.updateTable('users').set(verified).where('id', '=', userId).execute();
}

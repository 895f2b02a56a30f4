import type { Scope } from '../access/authorizer.ts';
import type { Db, InvitationRow } from '../store/schema.ts';

export interface ListedInvitation extends InvitationRow {
  /** The name of who invited. */
  readonly inviter: string;
}

export async function insertInvitation(db: Db, row: InvitationRow): Promise<void> {
  await db.insertInto('invitations').values(row).execute();
}

/** The newest first; those that have ended too. */
export function selectInvitations(
  db: Db,
  { workspaceId }: Pick<Scope, 'workspaceId'>,
): Promise<ListedInvitation[]> {
  return db
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .selectAll('i')
    .select('u.name as inviter')
    .where('i.workspace_id', '=', workspaceId)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .execute();
}

export function invitationByHash(db: Db, hash: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Undefined when the workspace has no such invitation. */
export function deleteInvitation(
  db: Db,
  { workspaceId, id }: Pick<Scope, 'workspaceId'> & { readonly id: string },
): Promise<InvitationRow | undefined> {
  return db
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** INV-2: ends all that the workspace has for the address, whoever gave them; answers their ids. */
export async function deleteInvitationsTo(
  db: Db,
  { workspaceId, email }: Pick<Scope, 'workspaceId'> & { readonly email: string },
): Promise<string[]> {
  const rows = await db
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteInvitationsOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('invitations').where('invited_by', '=', userId).execute();
}

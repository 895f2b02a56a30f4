import type { Output } from '../../shared/api/operations.ts';
import type { Role } from '../../shared/contract/fields.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { lockWorkspaces, membership, selectWorkspaceOf } from '../access/queries.ts';
import type { Caller } from '../kernel/handlers.ts';
import { makeOneKey } from '../keys/service.ts';
import type { Handler, Transaction } from '../store/group-committer.ts';
import type { InvitationRow, UserRow } from '../store/schema.ts';
import { insertNewUser, userByEmail } from '../users/queries.ts';
import { putMember, refuseMember } from '../access/change-member.ts';
import { deleteInvitationsTo, invitationByHash } from './queries.ts';
import { forSomebodyElse, isOpen, needsOwnKey, noSuchInvitation } from './rules.ts';

interface Acceptance {
  readonly hash: string;
  /** How others will see who joins; only for a new account. */
  readonly name: string | undefined;
  /** The owner of the key that came along. */
  readonly caller: Caller | undefined;
}

type Answer = Output<'acceptInvitation'>;

/** INV-2, INV-3: account, key and membership in one transaction, once. */
export const accept: Handler<Acceptance, Answer | Refusal> = async (transaction, commands) => {
  const answers: (Answer | Refusal)[] = [];
  for (const command of commands) answers.push(await acceptOne(transaction, command));
  return answers;
};

async function acceptOne(
  transaction: Transaction,
  acceptance: Acceptance,
): Promise<Answer | Refusal> {
  const invitation = await lockedInvitation(transaction, acceptance.hash);
  if (invitation === undefined) return noSuchInvitation();
  const user = await userFor(transaction, invitation, acceptance);
  if (isRefusal(user)) return user;
  const role = invitation.role as Role;
  const refusal = await refuseNow(transaction, invitation, user);
  if (refusal !== undefined) return refusal;
  const { workspace_id: workspaceId } = invitation;
  const made = user.isNew ? await makeAccount(transaction, user.row) : {};
  if (isRefusal(made)) return made;
  await putMember(transaction, workspaceId, { user: user.row, role });
  await deleteInvitationsTo(transaction.connection.kysely, {
    workspaceId,
    email: invitation.email,
  });
  const { id: user_id, email, name } = user.row;
  const workspace = await workspaceOf(transaction, workspaceId, user_id);
  return { user_id, email, name, role, workspace, ...made };
}

/** Under the workspace's lock, so that of two who accept at the same time one is too late. */
async function lockedInvitation(
  transaction: Transaction,
  hash: string,
): Promise<InvitationRow | undefined> {
  const db = transaction.connection.kysely;
  const before = await invitationByHash(db, hash);
  if (before === undefined) return undefined;
  await lockWorkspaces(transaction, [before.workspace_id]);
  const found = await invitationByHash(db, hash);
  return found !== undefined && isOpen(found, transaction.nowMs) ? found : undefined;
}

interface Joining {
  readonly row: UserRow;
  readonly isNew: boolean;
}

/** INV-3: an account that is there is only for its own key. */
async function userFor(
  { connection, nowMs }: Transaction,
  { email, invited_by }: InvitationRow,
  { name, caller }: Acceptance,
): Promise<Joining | Refusal> {
  if (caller !== undefined && caller.email !== email) return forSomebodyElse(caller.email);
  const known = await userByEmail(connection.kysely, email);
  if (known !== undefined)
    return caller?.userId === known.id ? { row: known, isNew: false } : needsOwnKey();
  if (name === undefined)
    return refuse('ValidationError', 'name is missing: how the others will see you.', {
      field: 'name',
    });
  const row = { id: newId('user'), email, name, tier: 'team', identity: null, created_at: nowMs };
  return { row: { ...row, invited_by }, isNew: true };
}

/** INV-2: an invitation is worth what who gave it may do now. */
async function refuseNow(
  transaction: Transaction,
  { workspace_id: workspaceId, invited_by: inviterId, role }: InvitationRow,
  { row }: Joining,
): Promise<Refusal | undefined> {
  const inviter = await membership(transaction.connection.kysely, workspaceId, inviterId);
  if (inviter === undefined) return noSuchInvitation();
  const refusal = await refuseMember(transaction, {
    workspaceId,
    actor: inviter,
    userId: row.id,
    role: role as Role,
  });
  return refusal?.error === 'Forbidden' ? noSuchInvitation() : refusal;
}

async function makeAccount(transaction: Transaction, user: UserRow) {
  if (!(await insertNewUser(transaction.connection.kysely, user))) return needsOwnKey();
  const { row, secret } = await makeOneKey(transaction, { userId: user.id, name: 'invitation' });
  return { api_key: secret, key_id: row.id };
}

async function workspaceOf({ connection }: Transaction, workspaceId: string, userId: string) {
  const found = await selectWorkspaceOf(connection.kysely, userId, workspaceId);
  if (found === undefined) throw new Error('a member was not saved');
  return { id: found.id, slug: found.slug, name: found.name };
}

import {
  invitationLimits,
  type invitationOperations,
  invitationPrefix,
} from '../../shared/invitations/contract.ts';
import type { Role } from '../../shared/contract/fields.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { newId, randomText } from '../../shared/node/random-ids.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { hashSecret } from '../keys/secret.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { InvitationRow } from '../store/schema.ts';
import { userByEmail } from '../users/queries.ts';
import { refuseMember } from '../access/change-member.ts';
import { accept } from './accept.ts';
import { isOpen, noSuchInvitation } from './rules.ts';
import * as queries from './queries.ts';

/** The family INV. What is asked with an `Idempotency-Key` is not kept: the answer has a secret in it. */
export function invitationService({
  database,
  clock,
  committer,
  commandRunner,
}: ServiceDependencies): Handlers<keyof typeof invitationOperations> {
  return {
    invite: ({ id, email, role }, { caller }) =>
      commandRunner.run({ caller }, { id }, 'admin', (transaction, scope) =>
        invite(transaction, scope, { email: email.toLowerCase(), role }),
      ),
    async listInvitations({ id }) {
      const rows = await queries.selectInvitations(database.reader, { workspaceId: id });
      const open = rows.filter((row) => isOpen(row, clock.now()));
      return { invitations: open.map((row) => ({ ...toRecord(row), invited_by: row.inviter })) };
    },
    revokeInvitation: ({ id, invitation_id: invitationId }, call) =>
      commandRunner.run(call, { id }, 'admin', async ({ connection }, { workspaceId }) => {
        const row = await queries.deleteInvitation(connection.kysely, {
          workspaceId,
          id: invitationId,
        });
        if (row === undefined) return refuse('NotFound', 'No such invitation is open.');
        return { revoked: true as const, id: row.id, email: row.email };
      }),
    async acceptInvitation({ invitation, name }, call) {
      const hash = hashSecret(invitation);
      // Whoever guesses costs a read and no transaction.
      const found = await queries.invitationByHash(database.reader, hash);
      if (found === undefined) return noSuchInvitation();
      return committer.submit(accept, { hash, name, caller: call?.caller });
    },
  };
}

async function invite(
  transaction: Transaction,
  scope: Scope,
  { email, role }: { readonly email: string; readonly role: Role },
) {
  const { connection, nowMs } = transaction;
  const db = connection.kysely;
  const known = await userByEmail(db, email);
  // INV-1: a refusal undoes nothing of what was open.
  const refusal = await refuseInvitation(transaction, scope, { userId: known?.id, role, email });
  if (refusal !== undefined) return refusal;
  const replaces = await queries.deleteInvitationsTo(db, { workspaceId: scope.workspaceId, email });
  const secret = newInvitation();
  const row: InvitationRow = {
    id: newId('invitation'),
    workspace_id: scope.workspaceId,
    hash: hashSecret(secret),
    email,
    role,
    invited_by: scope.caller.userId,
    created_at: nowMs,
    expires_at: nowMs + invitationLimits.lifetimeMs,
  };
  await queries.insertInvitation(db, row);
  const { created_at: _made, ...answer } = toRecord(row);
  const others = replaces.length === 0 ? {} : { replaces };
  return { ...answer, invitation: secret, known: known !== undefined, ...others };
}

/** INV-1, INV-2: whether the caller may invite into the role, and whether there is room. Deletes what has ended. */
async function refuseInvitation(
  transaction: Transaction,
  scope: Scope,
  {
    userId,
    role,
    email,
  }: { readonly userId: string | undefined; readonly role: Role; readonly email: string },
): Promise<Refusal | undefined> {
  const { connection, nowMs } = transaction;
  const { workspaceId } = scope;
  const actor = { userId: scope.caller.userId, role: scope.role };
  const refusal = await refuseMember(transaction, { workspaceId, actor, userId, role });
  if (refusal !== undefined) return refusal;
  const rows = await queries.selectInvitations(connection.kysely, scope);
  const ended = rows.filter((row) => !isOpen(row, nowMs));
  for (const { id } of ended)
    await queries.deleteInvitation(connection.kysely, { workspaceId, id });
  const others = rows.filter((row) => row.email !== email && !ended.includes(row));
  if (others.length < invitationLimits.open) return undefined;
  return refuse(
    'Conflict',
    `${invitationLimits.open} invitations of this workspace are open, which is the most there may be. Revoke some, or wait until they end.`,
  );
}

function toRecord({ id, email, role, created_at: madeMs, expires_at: endMs }: InvitationRow) {
  return {
    id,
    email,
    role: role as Role,
    created_at: toTimestamp(madeMs),
    expires_at: toTimestamp(endMs),
  };
}

/** INV-1: 160 random bits. They are stored as an API key is, as their SHA-256. */
function newInvitation(): string {
  return invitationPrefix + randomText(32);
}

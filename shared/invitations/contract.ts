import { z } from 'zod';
import { identifier, opaque, role, timestamp, workspaceId } from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { newPerson } from '../users/contract.ts';

/** What an invitation begins with, so that a leaked one can be recognised. */
export const invitationPrefix = 'inv_';

/** INV-1: how long an invitation is good, and how many of a workspace may be open at once. */
export const invitationLimits = { lifetimeMs: 86_400_000, open: 200 } as const;

const invited = z.object({ email: z.string(), role, expires_at: timestamp });

/** An invitation as admins see it: never its secret. */
const invitationRecord = invited.extend({
  id: z.string(),
  /** The name of who invited. */
  invited_by: z.string(),
  created_at: timestamp,
});

const accepted = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  workspace: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  /** Only for an account that this has made. */
  api_key: z.string().optional(),
  key_id: z.string().optional(),
});

export const invitationOperations = {
  invite: operation({
    method: 'POST',
    path: '/workspaces/:id/invitations',
    access: 'admin',
    input: z.object({ ...workspaceId, email: newPerson.shape.email, role: role.default('member') }),
    output: invited.extend({
      id: z.string(),
      invitation: z.string(),
      known: z.boolean(),
      /** The ids of the open invitations of this address that this one ended, where there were some. */
      replaces: z.array(z.string()).optional(),
    }),
    status: 201,
    summary: 'Invite an address; the secret is shown only in this answer and is good for one use',
  }),
  listInvitations: operation({
    method: 'GET',
    path: '/workspaces/:id/invitations',
    access: 'admin',
    input: z.object(workspaceId),
    output: z.object({ invitations: z.array(invitationRecord) }),
    summary: 'The open invitations, without their secrets',
  }),
  revokeInvitation: operation({
    method: 'DELETE',
    path: '/workspaces/:id/invitations/:invitation_id',
    access: 'admin',
    input: z.object({ ...workspaceId, invitation_id: identifier }),
    output: z.object({ revoked: z.literal(true), id: z.string(), email: z.string() }),
    summary: 'Take back an invitation that nobody has accepted',
  }),
  acceptInvitation: operation({
    method: 'POST',
    path: '/invitations/accept',
    access: 'public',
    takesKey: true,
    input: z.object({ invitation: opaque(200).min(1), name: newPerson.shape.name.optional() }),
    output: accepted,
    status: 201,
    summary:
      'Join by an invitation: without a key it makes the account and its key, with the key of the invited account it adds the membership',
  }),
};

import { integer, table, text } from './table.ts';

/** INV-1: the open invitations; one that is accepted or revoked is deleted. */
export const invitations = table(
  'invitations',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    /** SHA-256 of the secret in hex; the secret itself is never stored. */
    hash: text().unique(),
    email: text(),
    role: text(),
    invited_by: text().references('users'),
    created_at: integer(),
    expires_at: integer(),
  },
  {
    indexes: {
      invitations_of_workspace: { on: ['workspace_id', 'created_at'] },
    },
  },
);

import { integer, table, text } from './table.ts';

export const users = table('users', {
  id: text().primaryKey(),
  email: text().unique(),
  name: text(),
  /** Of earlier versions, always `team`: a user has the tier of their workspaces (LIM-1). */
  tier: text(),
  /** `<issuer> <subject>` of the identity provider, when the user came from one. */
  identity: text().null().unique(),
  created_at: integer(),
  /**
   * Who invited them, as long as nobody but that user vouches for the address (INV-5); null once a provider verified it, and
   * where an operator or a provider made the account.
   */
  invited_by: text().null(),
});

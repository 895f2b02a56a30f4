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
   * Who vouches for the address, as long as nobody has verified it (INV-5): who invited them, or the user's own id where the
   * provider made the account and has not verified it. Null once a provider verified it, and where an operator made the account.
   */
  invited_by: text().null(),
});

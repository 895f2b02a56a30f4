import { integer, table, text } from './table.ts';

export const publishedContracts = table(
  'published_contracts',
  '0003_cooperation',
  {
    workspace_id: text().references('workspaces'),
    name: text(),
    version: integer(),
    /** `typescript` or `json-schema`. */
    language: text(),
    schema: text(),
    description: text(),
    /** JSON: canonical paths. */
    files: text(),
    /** JSON: against the version before. */
    changes: text(),
    published_by: text().references('users'),
    session_id: text(),
    created_at: integer(),
  },
  {
    primaryKey: ['workspace_id', 'name', 'version'],
    indexes: {
      published_contracts_newest: { on: ['workspace_id', 'created_at', 'name'] },
    },
  },
);

export const contractUses = table(
  'contract_uses',
  '0003_cooperation',
  {
    workspace_id: text(),
    name: text(),
    session_id: text(),
    version: integer(),
    at: integer(),
  },
  {
    primaryKey: ['workspace_id', 'name', 'session_id'],
  },
);

import { integer, table, text } from './table.ts';

/*
 * Keys of symbols are digests, because an id may be longer than what an index of PostgreSQL takes. A table that is looked up
 * in two ways is not clustered: without statistics SQLite would read the whole workspace by the primary key instead of using
 * the second index.
 */

export const graphs = table('graphs', '0002_knowledge', {
  workspace_id: text().primaryKey(),
  /** Counts up with every publication that changed something. */
  version: integer(),
});

export const symbolFiles = table(
  'symbol_files',
  '0002_knowledge',
  {
    workspace_id: text(),
    /** The folded path (PTH-2). */
    file_key: text(),
    file: text(),
    /** Of what was published, so that the same again is known at once. */
    digest: text(),
  },
  {
    primaryKey: ['workspace_id', 'file_key'],
    clustered: true,
  },
);

export const symbols = table(
  'symbols',
  '0002_knowledge',
  {
    workspace_id: text(),
    /** A digest of the folded id: ids are longer than what an index takes. */
    key: text(),
    id: text(),
    file_key: text(),
    file: text(),
    name: text(),
    kind: text(),
    start_line: integer(),
    end_line: integer(),
    signature: text(),
    /** Empty when there is none. */
    doc: text(),
    /** JSON: the names of what is in it. */
    members: text().default('[]').since('0012_symbol_members'),
    /** 1 or 0. */
    exported: integer(),
    meaning_hash: text(),
    signature_hash: text(),
  },
  {
    primaryKey: ['workspace_id', 'key'],
    indexes: {
      symbols_of_file: { on: ['workspace_id', 'file_key', 'start_line', 'key'] },
      symbols_by_name: { on: ['workspace_id', 'name', 'file_key', 'start_line', 'key'] },
    },
  },
);

export const symbolEdges = table(
  'symbol_edges',
  '0002_knowledge',
  {
    workspace_id: text(),
    caller_key: text(),
    callee_key: text(),
    caller: text(),
    callee: text(),
    /** The file of the caller: its publication replaces the edge. */
    file_key: text(),
  },
  {
    primaryKey: ['workspace_id', 'caller_key', 'callee_key'],
    indexes: {
      symbol_edges_to: { on: ['workspace_id', 'callee_key', 'caller_key'] },
      symbol_edges_of_file: { on: ['workspace_id', 'file_key'] },
    },
  },
);

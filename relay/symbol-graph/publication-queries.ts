import type { Connection } from '../store/database.ts';
import { selectRows, writeRows, type RowsStatement } from '../store/rows.ts';
import type { SymbolEdgeRow, SymbolFileRow, SymbolRow } from '../store/schema.ts';

type FileRef = readonly [workspaceId: string, fileKey: string];
type SymbolRef = readonly [workspaceId: string, key: string];

const symbolColumns = `workspace_id, key, id, file_key, file, name, kind, start_line, end_line, signature, doc,
  members, exported, meaning_hash, signature_hash`;

const filesByKey: RowsStatement = {
  text: `SELECT workspace_id, file_key, file, digest FROM symbol_files
    WHERE (workspace_id, file_key) IN (VALUES {rows}) ORDER BY file_key`,
  columns: 2,
};

const symbolsByFile: RowsStatement = {
  text: `SELECT ${symbolColumns} FROM symbols WHERE (workspace_id, file_key) IN (VALUES {rows}) ORDER BY key`,
  columns: 2,
};

const fileKeysOfSymbols: RowsStatement = {
  text: `SELECT DISTINCT file_key FROM symbols WHERE (workspace_id, file_key) IN (VALUES {rows})`,
  columns: 2,
};

const symbolsByKey: RowsStatement = {
  text: `SELECT ${symbolColumns} FROM symbols WHERE (workspace_id, key) IN (VALUES {rows}) ORDER BY key`,
  columns: 2,
};

const edgesByFile: RowsStatement = {
  text: `SELECT workspace_id, caller_key, callee_key, caller, callee, file_key FROM symbol_edges
    WHERE (workspace_id, file_key) IN (VALUES {rows}) ORDER BY caller_key, callee_key`,
  columns: 2,
};

const upsertFiles: RowsStatement = {
  text: `INSERT INTO symbol_files (workspace_id, file_key, file, digest) VALUES {rows}
    ON CONFLICT (workspace_id, file_key) DO UPDATE SET file = excluded.file, digest = excluded.digest`,
  columns: 4,
};

const upsertSymbols: RowsStatement = {
  text: `INSERT INTO symbols (${symbolColumns}) VALUES {rows}
    ON CONFLICT (workspace_id, key) DO UPDATE SET id = excluded.id, file = excluded.file, name = excluded.name,
      kind = excluded.kind, start_line = excluded.start_line, end_line = excluded.end_line,
      signature = excluded.signature, doc = excluded.doc, members = excluded.members, exported = excluded.exported,
      meaning_hash = excluded.meaning_hash, signature_hash = excluded.signature_hash`,
  columns: 15,
};

const removeSymbols: RowsStatement = {
  text: `DELETE FROM symbols WHERE (workspace_id, key) IN (VALUES {rows})`,
  columns: 2,
};

const insertEdges: RowsStatement = {
  text: `INSERT INTO symbol_edges (workspace_id, caller_key, callee_key, caller, callee, file_key) VALUES {rows}
    ON CONFLICT (workspace_id, caller_key, callee_key) DO UPDATE SET caller = excluded.caller,
      callee = excluded.callee, file_key = excluded.file_key`,
  columns: 6,
};

const removeEdges: RowsStatement = {
  text: `DELETE FROM symbol_edges WHERE (workspace_id, caller_key, callee_key) IN (VALUES {rows})`,
  columns: 3,
};

const countUp = `INSERT INTO graphs (workspace_id, version) VALUES (?, ?)
  ON CONFLICT (workspace_id) DO UPDATE SET version = excluded.version`;

export async function filesOf(
  connection: Connection,
  refs: readonly FileRef[],
): Promise<SymbolFileRow[]> {
  return (await selectRows(connection, filesByKey, refs)) as unknown as SymbolFileRow[];
}

/** The keys of those files of which the graph has a symbol. */
export async function filesWithSymbols(
  connection: Connection,
  refs: readonly FileRef[],
): Promise<Set<string>> {
  const rows = await selectRows(connection, fileKeysOfSymbols, refs);
  return new Set(rows.map((row) => String(row['file_key'])));
}

export async function symbolsOfFiles(
  connection: Connection,
  refs: readonly FileRef[],
): Promise<SymbolRow[]> {
  return (await selectRows(connection, symbolsByFile, refs)) as unknown as SymbolRow[];
}

export async function symbolsOfKeys(
  connection: Connection,
  refs: readonly SymbolRef[],
): Promise<SymbolRow[]> {
  return (await selectRows(connection, symbolsByKey, refs)) as unknown as SymbolRow[];
}

export async function edgesOfFiles(
  connection: Connection,
  refs: readonly FileRef[],
): Promise<SymbolEdgeRow[]> {
  return (await selectRows(connection, edgesByFile, refs)) as unknown as SymbolEdgeRow[];
}

/** The rows that a publication writes and deletes. */
export interface GraphWrites {
  readonly files: readonly SymbolFileRow[];
  readonly symbols: readonly SymbolRow[];
  readonly goneSymbols: readonly SymbolRow[];
  readonly edges: readonly SymbolEdgeRow[];
  readonly goneEdges: readonly SymbolEdgeRow[];
}

export function saveGraph(connection: Connection, writes: GraphWrites): void {
  const symbolRow = (row: SymbolRow) => [
    row.workspace_id,
    row.key,
    row.id,
    row.file_key,
    row.file,
    row.name,
    row.kind,
    row.start_line,
    row.end_line,
    row.signature,
    row.doc,
    row.members,
    row.exported,
    row.meaning_hash,
    row.signature_hash,
  ];
  const edgeKey = (row: SymbolEdgeRow) => [row.workspace_id, row.caller_key, row.callee_key];
  const edgeRow = (row: SymbolEdgeRow) => [...edgeKey(row), row.caller, row.callee, row.file_key];
  const fileRow = (row: SymbolFileRow) => [row.workspace_id, row.file_key, row.file, row.digest];
  const goneKeys = writes.goneSymbols.map((row) => [row.workspace_id, row.key]);
  writeRows(connection, upsertFiles, writes.files.map(fileRow));
  writeRows(connection, removeSymbols, goneKeys);
  writeRows(connection, upsertSymbols, writes.symbols.map(symbolRow));
  writeRows(connection, removeEdges, writes.goneEdges.map(edgeKey));
  writeRows(connection, insertEdges, writes.edges.map(edgeRow));
}

export function saveVersion(connection: Connection, workspaceId: string, version: number): void {
  connection.write(countUp, [workspaceId, version]);
}

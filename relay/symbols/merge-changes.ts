import type { SymbolEdgeRow, SymbolRow } from '../store/schema.ts';
import { edgeKey, type PreparedChange, type PreparedFile } from './prepare.ts';

type Symbols = PreparedFile['symbols'];
type Edges = PreparedFile['edges'];

/** What the graph has of one file. */
export interface StoredFile {
  readonly symbols: readonly SymbolRow[];
  readonly edges: readonly SymbolEdgeRow[];
}

/**
 * SYM-6: the file as it is when only what was written is applied to what the graph has of it: the rest of the clone's version may
 * be older. Of that only the lines are taken, where the symbol is the same.
 */
export function withChanges(
  stored: StoredFile,
  published: PreparedFile & { readonly changes: readonly PreparedChange[] },
): Pick<PreparedFile, 'symbols' | 'edges'> {
  const known = new Map(stored.symbols.map((row) => [row.key, row]));
  const symbols = new Map<string, Omit<SymbolRow, 'workspace_id'>>();
  for (const [key, row] of known) symbols.set(key, withLines(row, published.symbols));
  const applied = new Set<string>();
  for (const change of published.changes) {
    const { key } = change;
    const row = published.symbols.get(key);
    const now = row && changedRow(known.get(key), row, change);
    if (now === 'as it was') continue;
    applied.add(key);
    if (now === undefined) symbols.delete(key);
    else symbols.set(key, now);
  }
  return { symbols, edges: edgesWith(stored.edges, published.edges, applied) };
}

function withLines(row: SymbolRow, published: Symbols): SymbolRow {
  const other = published.get(row.key);
  const isSame =
    other?.meaning_hash === row.meaning_hash && other.signature_hash === row.signature_hash;
  return isSame ? { ...row, start_line: other.start_line, end_line: other.end_line } : row;
}

/** What the writer left alone stays as the team knows it: somebody else may have changed it. */
function changedRow(
  known: SymbolRow | undefined,
  row: Omit<SymbolRow, 'workspace_id'>,
  { before }: PreparedChange,
): Omit<SymbolRow, 'workspace_id'> | 'as it was' {
  if (before === undefined) return row;
  const keepsMeaning = before.meaning_hash === row.meaning_hash;
  if (keepsMeaning && known?.meaning_hash !== row.meaning_hash) return 'as it was';
  if (known === undefined || before.signature_hash !== row.signature_hash) return row;
  const { signature, signature_hash } = known;
  return { ...row, signature, signature_hash };
}

/** The calls of the symbols that were written, and those of the others as they are known. */
function edgesWith(
  stored: readonly SymbolEdgeRow[],
  published: Edges,
  applied: ReadonlySet<string>,
): Edges {
  const edges = new Map<string, Omit<SymbolEdgeRow, 'workspace_id'>>();
  for (const edge of stored) if (!applied.has(edge.caller_key)) edges.set(edgeKey(edge), edge);
  for (const edge of published.values())
    if (applied.has(edge.caller_key)) edges.set(edgeKey(edge), edge);
  return edges;
}

import { fileOfSymbol, symbolId, topLevelOf } from '../../shared/kernel/symbol-id.ts';
import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { PublishedFile, SymbolChange } from '../../shared/symbols/contract.ts';
import { digestOf } from '../../shared/node/digest.ts';
import { symbolKey } from '../kernel/digest.ts';
import type { SymbolEdgeRow, SymbolRow } from '../store/schema.ts';
import { distinctSymbols } from '../symbol-graph/rules.ts';

/** One file of a publication, as rows. */
export interface PreparedFile {
  readonly path: string;
  readonly key: string;
  readonly digest: string;
  readonly parsed: boolean;
  readonly symbols: ReadonlyMap<string, Omit<SymbolRow, 'workspace_id'>>;
  readonly edges: ReadonlyMap<string, Omit<SymbolEdgeRow, 'workspace_id'>>;
  /** Undefined when the publication says how the whole file is. */
  readonly changes: readonly PreparedChange[] | undefined;
}

interface PreparedChange extends SymbolChange {
  /** Of the symbol, or of the file's top level. */
  readonly key: string;
}

/** The files with canonical paths; of a file that is named twice the last counts. ValidationError: a path is not valid. */
export function prepare(files: readonly PublishedFile[]): PreparedFile[] | Refusal {
  const prepared = new Map<string, PreparedFile>();
  for (const [at, file] of files.entries()) {
    const path = canonicalPath(file.path);
    if (isRefusal(path)) {
      const field = `files.${at}.path`;
      return refuse('ValidationError', path.message.replace('file_path', field), { field });
    }
    prepared.set(pathKey(path), prepareFile(path, file));
  }
  return [...prepared.values()];
}

function prepareFile(path: string, file: PublishedFile): PreparedFile {
  const key = pathKey(path);
  const symbols = new Map<string, Omit<SymbolRow, 'workspace_id'>>();
  const edges = new Map<string, Omit<SymbolEdgeRow, 'workspace_id'>>();
  const call = (caller: string, callees: readonly string[]) => {
    const callerKey = symbolKey(caller);
    for (const callee of callees) {
      // An id without a path names no symbol of the workspace.
      if (fileOfSymbol(callee) === '') continue;
      const calleeKey = symbolKey(callee);
      const edge = { caller_key: callerKey, callee_key: calleeKey, caller, callee, file_key: key };
      edges.set(edgeKey(edge), edge);
    }
  };
  for (const symbol of distinctSymbols(file)) {
    const { callees, doc = '', members = [], exported, ...rest } = symbol;
    const id = symbolId(path, symbol.name);
    const row = { ...rest, id, key: symbolKey(id), file: path, file_key: key };
    symbols.set(row.key, {
      ...row,
      doc,
      members: JSON.stringify(members),
      exported: exported ? 1 : 0,
    });
    call(id, callees);
  }
  call(topLevelOf(path), file.callees);
  const digest = digestOf(JSON.stringify([path, [...symbols.values()], [...edges.values()]]));
  const changes = file.changes?.map(({ name, before }) => {
    return { key: symbolKey(symbolId(path, name)), name, before };
  });
  return { path, key, digest, parsed: file.parsed, symbols, edges, changes };
}

export function edgeKey({
  caller_key,
  callee_key,
}: Pick<SymbolEdgeRow, 'caller_key' | 'callee_key'>): string {
  return `${caller_key} ${callee_key}`;
}

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

/** SYM-9: of what commits have changed that which the graph has as it was before. The rest it knows already, or has newer. */
export function stillThere(
  { symbols }: Pick<StoredFile, 'symbols'>,
  changes: readonly PreparedChange[],
): readonly PreparedChange[] {
  const known = new Map(symbols.map((row) => [row.key, row]));
  return changes.filter(({ key, before }) => {
    const row = known.get(key);
    return (
      row?.meaning_hash === before?.meaning_hash && row?.signature_hash === before?.signature_hash
    );
  });
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

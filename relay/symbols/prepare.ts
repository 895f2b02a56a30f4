import { fileOfSymbol, symbolId, topLevelOf } from '../../shared/kernel/symbol-id.ts';
import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { PublishedFile, SymbolChange } from '../../shared/symbols/contract.ts';
import { digestOf, symbolKey } from '../kernel/digest.ts';
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

export interface PreparedChange extends Pick<SymbolChange, 'before'> {
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
    return { key: symbolKey(symbolId(path, name)), before };
  });
  return { path, key, digest, parsed: file.parsed, symbols, edges, changes };
}

export function edgeKey({
  caller_key,
  callee_key,
}: Pick<SymbolEdgeRow, 'caller_key' | 'callee_key'>): string {
  return `${caller_key} ${callee_key}`;
}

import { fileOfSymbol, symbolId, topLevelOf } from '../../shared/kernel/symbol-id.ts';
import type { Input, Output } from '../../shared/api/operations.ts';
import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import {
  changeOf,
  distinctSymbols,
  type FileChange,
  type KnownSymbol,
} from '../symbol-graph/rules.ts';
import type { PublishedFile } from '../../shared/symbols/contract.ts';
import { linkDecisionsToNewFiles } from '../decisions/link-new-files.ts';
import { markStale } from '../decisions/staleness.ts';
import { digestOf, symbolKey } from '../kernel/digest.ts';
import { callersSessionId } from '../sessions/callers-session.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { SymbolEdgeRow, SymbolRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import { impactsOf } from '../symbol-graph/impact.ts';
import * as queries from '../symbol-graph/queries.ts';

/** One file of a publication, as rows. */
export interface PreparedFile {
  readonly path: string;
  readonly key: string;
  readonly digest: string;
  readonly parsed: boolean;
  readonly symbols: ReadonlyMap<string, Omit<SymbolRow, 'workspace_id'>>;
  readonly edges: ReadonlyMap<string, Omit<SymbolEdgeRow, 'workspace_id'>>;
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
      edges.set(`${callerKey} ${calleeKey}`, edge);
    }
  };
  for (const symbol of distinctSymbols(file)) {
    const { callees, doc = '', exported, ...rest } = symbol;
    const id = symbolId(path, symbol.name);
    const row = { ...rest, id, key: symbolKey(id), file: path, file_key: key };
    symbols.set(row.key, { ...row, doc, exported: exported ? 1 : 0 });
    call(id, callees);
  }
  call(topLevelOf(path), file.callees);
  const digest = digestOf(JSON.stringify([path, [...symbols.values()], [...edges.values()]]));
  return { path, key, digest, parsed: file.parsed, symbols, edges };
}

type Publication = Pick<Input<'publishSymbols'>, 'full' | 'session_id'> & {
  readonly files: readonly PreparedFile[];
};

/** Stores what changed and increments the graph's version; answers the decisions that became stale and the affected sessions. */
export async function publish(
  transaction: Transaction,
  scope: Scope,
  publication: Publication,
): Promise<Output<'publishSymbols'> | Refusal> {
  const { connection, log } = transaction;
  const { workspaceId, caller } = scope;
  const sessionId = await callersSessionId(transaction, scope, publication.session_id);
  if (isRefusal(sessionId)) return sessionId;
  const { files, newKeys } = await filesToApply(transaction, workspaceId, publication);
  const version = await queries.graphVersion(connection.kysely, workspaceId);
  if (files.length === 0) return { graph_version: version, stale_decisions: [], impacts: [] };
  const change = await apply(transaction, workspaceId, files);
  queries.saveVersion(connection, workspaceId, version + 1);
  log.append(workspaceId, {
    type: 'graph_changed',
    graph_version: version + 1,
    files: files.map(({ path }) => path),
    removed: [...change.removed],
  });
  await linkDecisionsToNewFiles(transaction, workspaceId, newKeys);
  const origin = { workspaceId, user: caller.name, sessionId };
  return {
    graph_version: version + 1,
    stale_decisions: await markStale(transaction, origin, change),
    impacts: await impactsOf(transaction, origin, change.signatures),
  };
}

async function filesToApply(
  { connection }: Transaction,
  workspaceId: string,
  { files, full }: Publication,
): Promise<{ files: PreparedFile[]; newKeys: string[] }> {
  const parsed = files.filter((file) => file.parsed);
  const refs = parsed.map(({ key }) => [workspaceId, key] as const);
  const rows = await queries.filesOf(connection, refs);
  const known = new Map(rows.map((row) => [row.file_key, row.digest]));
  const changed = parsed.filter(
    ({ key, digest }) => known.get(key) !== digest && !(full && known.has(key)),
  );
  const newKeys = changed.filter(({ key }) => !known.has(key)).map(({ key }) => key);
  return { files: changed, newKeys };
}

async function apply(
  { connection }: Transaction,
  workspaceId: string,
  files: readonly PreparedFile[],
): Promise<FileChange> {
  const refs = files.map(({ key }) => [workspaceId, key] as const);
  const [symbols, edges] = await Promise.all([
    queries.symbolsOfFiles(connection, refs),
    queries.edgesOfFiles(connection, refs),
  ]);
  const knownSymbols = new Map(symbols.map((row) => [row.key, row]));
  const newSymbols = new Map(files.flatMap((file) => [...file.symbols]));
  const knownEdges = new Map(edges.map((row) => [`${row.caller_key} ${row.callee_key}`, row]));
  const newEdges = new Map(files.flatMap((file) => [...file.edges]));
  queries.saveGraph(connection, {
    files: files.map(({ key, path, digest }) => {
      return { workspace_id: workspaceId, file_key: key, file: path, digest };
    }),
    symbols: [...newSymbols.values()]
      .map((row) => ({ workspace_id: workspaceId, ...row }))
      .filter((row) => !isSame(knownSymbols.get(row.key), row)),
    goneSymbols: symbols.filter((row) => !newSymbols.has(row.key)),
    edges: [...newEdges]
      .filter(([key]) => !knownEdges.has(key))
      .map(([, edge]) => ({ workspace_id: workspaceId, ...edge })),
    goneEdges: [...knownEdges].filter(([key]) => !newEdges.has(key)).map(([, row]) => row),
  });
  return changeOf(toKnown(symbols), toKnown(newSymbols.values()));
}

function isSame(known: SymbolRow | undefined, row: SymbolRow): boolean {
  if (known === undefined) return false;
  return (Object.keys(row) as (keyof SymbolRow)[]).every((column) => known[column] === row[column]);
}

function toKnown(
  rows: Iterable<Pick<SymbolRow, 'id' | 'signature' | 'meaning_hash' | 'signature_hash'>>,
): Map<string, KnownSymbol> {
  const known = new Map<string, KnownSymbol>();
  for (const { id, signature, meaning_hash, signature_hash } of rows) {
    known.set(id, { id, signature, meaningHash: meaning_hash, signatureHash: signature_hash });
  }
  return known;
}

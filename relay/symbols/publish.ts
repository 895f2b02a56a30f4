import type { Input, Output } from '../../shared/api/operations.ts';
import { changeOf, type FileChange, type KnownSymbol } from '../symbol-graph/rules.ts';
import { linkDecisionsToNew, type NewSymbol } from '../decisions/link-symbols.ts';
import { markStale } from '../decisions/staleness.ts';
import type { PublishedOver } from '../../shared/symbols/contract.ts';
import { grouped } from '../../shared/kernel/grouped.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { SymbolRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import { impactsOf } from '../symbol-graph/impact.ts';
import * as queries from '../symbol-graph/publication-queries.ts';
import { graphVersion } from '../symbol-graph/queries.ts';
import { publishedOver } from './published-over.ts';
import { stillThere, withChanges, type StoredFile, edgeKey, type PreparedFile } from './prepare.ts';

type Given = Pick<Input<'publishSymbols'>, 'full' | 'from_git' | 'taken_back'>;
type Publication = Given & {
  /** The caller's session; empty where none is named. */
  readonly sessionId: string;
  readonly files: readonly PreparedFile[];
};

/** Stores what changed and increments the graph's version; answers the decisions that became stale and the affected sessions. */
export async function publish(
  transaction: Transaction,
  scope: Scope,
  publication: Publication,
): Promise<Output<'publishSymbols'>> {
  const { connection, log } = transaction;
  const { workspaceId, caller } = scope;
  const { files, newKeys } = await filesToApply(transaction, workspaceId, publication);
  const version = await graphVersion(connection.kysely, workspaceId);
  const { changedFiles, added, over, ...change } = await apply(transaction, workspaceId, {
    files,
    newKeys,
    isFromGit: publication.from_git,
  });
  if (changedFiles.length === 0)
    return { graph_version: version, stale_decisions: [], impacts: [] };
  const next = version + 1;
  queries.saveVersion(connection, workspaceId, next);
  log.append(workspaceId, {
    type: 'graph_changed',
    graph_version: next,
    files: changedFiles,
    removed: [...change.removed],
  });
  await linkDecisionsToNew(transaction, workspaceId, { fileKeys: newKeys, symbols: added });
  const isOfOthers = publication.from_git && !publication.taken_back;
  const user = isOfOthers ? '' : caller.name;
  const origin = { workspaceId, user, sessionId: publication.sessionId, graphVersion: next };
  return {
    graph_version: next,
    stale_decisions: await markStale(transaction, origin, change),
    impacts: await impactsOf(transaction, origin, change.signatures),
    ...(over.length > 0 && { published_over: over }),
  };
}

interface Applied {
  readonly files: readonly PreparedFile[];
  /** The files that the graph does not have yet. */
  readonly newKeys: readonly string[];
}

interface Origins {
  /** SYM-9: a change counts only where the graph has what was before it. */
  readonly isFromGit: boolean;
}

/** SYM-3: a first index leaves files alone of which the graph has a symbol. One without may have been deleted and put back. */
async function filesToApply(
  { connection }: Transaction,
  workspaceId: string,
  { files, full }: Publication,
): Promise<Applied> {
  const parsed = files.filter((file) => file.parsed);
  const refs = parsed.map(({ key }) => [workspaceId, key] as const);
  const rows = await queries.filesOf(connection, refs);
  const known = new Map(rows.map((row) => [row.file_key, row.digest]));
  const others = parsed.filter(({ key, digest }) => known.get(key) !== digest);
  const isKnown = ({ key }: PreparedFile) => known.has(key);
  const left = full
    ? await queries.filesWithSymbols(
        connection,
        others.filter(isKnown).map(({ key }) => [workspaceId, key] as const),
      )
    : new Set<string>();
  const changed = others.filter(({ key }) => !left.has(key));
  const newKeys = changed.filter(({ key }) => !known.has(key)).map(({ key }) => key);
  return { files: changed, newKeys };
}

interface AppliedChange extends FileChange {
  readonly changedFiles: string[];
  /** The symbols that are new in files that the graph had. */
  readonly added: readonly NewSymbol[];
  readonly over: PublishedOver[];
}

const maxOver = 100;
/** The digest of a file that no publication has told as it is in the graph. */
const ofNoPublication = '';

async function apply(
  { connection }: Transaction,
  workspaceId: string,
  { files, newKeys, isFromGit }: Applied & Origins,
): Promise<AppliedChange> {
  if (files.length === 0)
    return { ...changeOf(new Map(), new Map()), changedFiles: [], added: [], over: [] };
  const refs = files.map(({ key }) => [workspaceId, key] as const);
  const [symbols, edges] = await Promise.all([
    queries.symbolsOfFiles(connection, refs),
    queries.edgesOfFiles(connection, refs),
  ]);
  const isNew = new Set(newKeys);
  const [symbolsOf, edgesOf] = [grouped(symbols, fileKeyOf), grouped(edges, fileKeyOf)];
  const over: PublishedOver[] = [];
  const results = files.map((file) => {
    const { key, changes } = file;
    if (changes === undefined || isNew.has(key)) return file;
    const stored = { symbols: symbolsOf.get(key) ?? [], edges: edgesOf.get(key) ?? [] };
    const counted = isFromGit ? stillThere(stored, changes) : changes;
    const merged = withChanges(stored, { ...file, changes: counted });
    over.push(...publishedOver(stored, { ...file, changes: counted }, merged));
    return { ...file, ...merged, digest: ofNoPublication };
  });
  const writes = writesOf(workspaceId, { symbols, edges }, results);
  queries.saveGraph(connection, writes);
  const newSymbols = results.flatMap((file) => [...file.symbols.values()]);
  const touched = [writes.symbols, writes.goneSymbols, writes.edges, writes.goneEdges]
    .flat()
    .map((row) => row.file_key);
  const isTouched = new Set([...newKeys, ...touched]);
  const changedFiles = files.filter(({ key }) => isTouched.has(key)).map(({ path }) => path);
  const known = toKnown(symbols);
  const added = newSymbols
    .filter(({ key, file_key: fileKey }) => !known.has(key) && !isNew.has(fileKey))
    .map(({ key, name, file, file_key: fileKey, members }) => {
      return { key, name, file, fileKey, members: JSON.parse(members) as string[] };
    });
  const shownOver = over.slice(0, maxOver);
  return { ...changeOf(known, toKnown(newSymbols)), changedFiles, added, over: shownOver };
}

function fileKeyOf({ file_key }: { readonly file_key: string }): string {
  return file_key;
}

/** What makes the stored rows of some files into those that are wanted. */
function writesOf(
  workspace_id: string,
  stored: StoredFile,
  files: readonly PreparedFile[],
): queries.GraphWrites {
  const knownSymbols = new Map(stored.symbols.map((row) => [row.key, row]));
  const newSymbols = new Map(files.flatMap((file) => [...file.symbols]));
  const knownEdges = new Map(stored.edges.map((row) => [edgeKey(row), row]));
  const newEdges = new Map(files.flatMap((file) => [...file.edges]));
  return {
    files: files.map(({ key, path, digest }) => {
      return { workspace_id, file_key: key, file: path, digest };
    }),
    symbols: [...newSymbols.values()]
      .map((row) => ({ ...row, workspace_id }))
      .filter((row) => !isSame(knownSymbols.get(row.key), row)),
    goneSymbols: stored.symbols.filter((row) => !newSymbols.has(row.key)),
    edges: [...newEdges]
      .filter(([key]) => !knownEdges.has(key))
      .map(([, edge]) => ({ ...edge, workspace_id })),
    goneEdges: [...knownEdges].filter(([key]) => !newEdges.has(key)).map(([, row]) => row),
  };
}

function isSame(known: SymbolRow | undefined, row: SymbolRow): boolean {
  if (known === undefined) return false;
  return (Object.keys(row) as (keyof SymbolRow)[]).every((column) => known[column] === row[column]);
}

function toKnown(rows: Iterable<Omit<SymbolRow, 'workspace_id'>>): Map<string, KnownSymbol> {
  const known = new Map<string, KnownSymbol>();
  for (const row of rows) {
    const { key, id, file, signature } = row;
    const { file_key: fileKey, meaning_hash: meaningHash, signature_hash: signatureHash } = row;
    const exported = row.exported === 1;
    known.set(key, { id, file, fileKey, signature, meaningHash, signatureHash, exported });
  }
  return known;
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { isOn } from '../../shared/contract/fields.ts';
import type { Input, Output } from '../../shared/api/operations.ts';
import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { cursorOf, partsOf } from '../../shared/node/cursor.ts';
import type { SymbolRecord } from '../../shared/symbols/contract.ts';
import { symbolKey } from '../kernel/digest.ts';
import { cutPage } from '../kernel/handlers.ts';
import type { KnowledgeSearch } from '../search/knowledge-search.ts';
import type { Db, SymbolEdgeRow, SymbolRow } from '../store/schema.ts';
import { spellingsOf } from '../symbol-graph/names-in-text.ts';
import * as queries from '../symbol-graph/queries.ts';
import { graphVersion } from '../symbol-graph/queries.ts';
import { selectSizedFiles, type SizedFile } from '../symbol-graph/file-queries.ts';
import { grouped } from '../../shared/kernel/grouped.ts';

interface FindDependencies {
  readonly db: Db;
  readonly search: KnowledgeSearch;
}

interface FoundSymbol extends Pick<SymbolRecord, 'similarity' | 'callers' | 'callees'> {
  readonly row: SymbolRow;
}

interface FoundSymbols {
  readonly rows: readonly FoundSymbol[];
  readonly nextCursor: string | undefined;
}

const maxNeighbours = 200;
const maxEdges = 20_000;
/** Hits of a search are filtered after it, so more are asked for than are shown. */
const maxHits = 200;

/** The symbols that a call asks for: by a search when it has a query, else as a list; with their neighbours if asked for. */
export async function findSymbols(
  dependencies: FindDependencies,
  input: Input<'symbols'>,
): Promise<FoundSymbols | Refusal> {
  const filter = filterOf(input);
  if (isRefusal(filter)) return filter;
  const query = input.query?.trim() ?? '';
  const page =
    query === ''
      ? await listSymbols(dependencies, input, filter)
      : await searchSymbols(dependencies, input, { filter, query });
  if (isRefusal(page) || !isOn(input.neighbours)) return page;
  return { ...page, rows: await withNeighbours(dependencies, input.id, page.rows) };
}

async function listSymbols(
  { db }: FindDependencies,
  { id, limit, cursor }: Input<'symbols'>,
  filter: queries.SymbolFilter,
): Promise<FoundSymbols | Refusal> {
  const after = positionOf(cursor);
  if (isRefusal(after)) return after;
  const found = await queries.selectSymbols(db, id, { filter, limit: limit + 1, after });
  const { rows, nextCursor } = cutPage(found, limit, cursorOfSymbol);
  return { rows: rows.map((row) => ({ row })), nextCursor };
}

interface Search {
  readonly filter: queries.SymbolFilter;
  readonly query: string;
}

/** First the symbols that have the query as their name, then those that a search finds. */
async function searchSymbols(
  dependencies: FindDependencies,
  { id, limit }: Input<'symbols'>,
  { filter, query }: Search,
): Promise<FoundSymbols> {
  const names = spellingsOf(query);
  const [named, near] = await Promise.all([
    names.length === 0
      ? []
      : queries.selectSymbols(dependencies.db, id, { filter: { ...filter, names }, limit }),
    searchHits(dependencies, id, { filter, query }),
  ]);
  const isNamed = new Set(named.map(({ key }) => key));
  const others = near.filter(({ row }) => !isNamed.has(row.key));
  const rows = [...named.map((row) => ({ row, similarity: 1 })), ...others];
  return { rows: rows.slice(0, limit), nextCursor: undefined };
}

async function searchHits(
  { db, search }: FindDependencies,
  workspaceId: string,
  { filter, query }: Search,
): Promise<FoundSymbol[]> {
  const hits = await search.search({ workspaceId, kinds: ['symbol'], query, limit: maxHits });
  const keys = hits.map((hit) => symbolKey(hit.id));
  const wanted = keys.filter((key) => filter.keys?.includes(key) ?? true);
  if (wanted.length === 0) return [];
  const found = await queries.selectSymbols(db, workspaceId, {
    filter: { ...filter, keys: wanted },
    limit: maxHits,
  });
  const byKey = new Map(found.map((row) => [row.key, row]));
  return hits.flatMap(({ similarity }, at) => {
    const row = byKey.get(keys[at] ?? '');
    return row === undefined ? [] : [{ row, similarity }];
  });
}

async function withNeighbours(
  { db }: FindDependencies,
  workspaceId: string,
  found: readonly FoundSymbol[],
): Promise<FoundSymbol[]> {
  const keys = found.map(({ row }) => row.key);
  const [to, from] = await Promise.all([
    queries.selectEdgesAt(db, workspaceId, { keys, end: 'callee', limit: maxEdges }),
    queries.selectEdgesAt(db, workspaceId, { keys, end: 'caller', limit: maxEdges }),
  ]);
  const callers = neighbours(to, (edge) => [edge.callee_key, edge.caller]);
  const callees = neighbours(from, (edge) => [edge.caller_key, edge.callee]);
  return found.map((one) => ({
    ...one,
    callers: callers.get(one.row.key) ?? [],
    callees: callees.get(one.row.key) ?? [],
  }));
}

/** The ids at the other ends of edges, by the key of the symbol; at most 200 each, sorted. */
function neighbours(
  edges: readonly SymbolEdgeRow[],
  ends: (edge: SymbolEdgeRow) => readonly [key: string, id: string],
): Map<string, string[]> {
  const groups = grouped(edges.map(ends), ([key]) => key);
  const idsOf = (group: readonly (readonly [string, string])[]) =>
    group.slice(0, maxNeighbours).map(([, id]) => id);
  return new Map([...groups].map(([key, group]) => [key, idsOf(group).sort()]));
}

function filterOf({
  file,
  name,
  kind,
  symbol_id: symbol,
}: Input<'symbols'>): queries.SymbolFilter | Refusal {
  const path = file === undefined ? undefined : canonicalPath(file);
  if (isRefusal(path)) {
    return refuse('ValidationError', path.message.replace('file_path', 'file'), { field: 'file' });
  }
  return {
    name: name?.normalize('NFC'),
    kind,
    fileKey: path === undefined ? undefined : pathKey(path),
    keys: symbol === undefined ? undefined : [symbolKey(symbol)],
  };
}

function cursorOfSymbol({ file_key, start_line, key }: SymbolRow): string {
  return cursorOf([file_key, start_line, key]);
}

function positionOf(cursor: string | undefined): queries.SymbolPosition | undefined | Refusal {
  if (cursor === undefined || cursor === '') return undefined;
  const parts = partsOf(cursor, ['text', 'integer', 'text'], 'cursor');
  return isRefusal(parts) ? parts : { file_key: parts[0], start_line: parts[1], key: parts[2] };
}

type Reader = Db;

/** SQLite reads in this thread: hooks are answered between two slices of a page. */
const filesAtOnce = 500;

/** SYM-8: a page of the files. Refused with a ValidationError for what is no cursor of this list. */
export async function listFiles(
  db: Reader,
  { id, limit, before }: Input<'listFiles'>,
): Promise<Output<'listFiles'> | Refusal> {
  const after = fileKeyIn(before);
  if (isRefusal(after)) return after;
  const found = await readInSlices(db, id, { limit: limit + 1, after });
  const { rows, nextCursor } = cutPage(found, limit, cursorOfFile);
  return {
    files: rows.map(({ file, lines, symbols }) => ({ path: file, lines, symbols })),
    graph_version: await graphVersion(db, id),
    next_cursor: nextCursor,
  };
}

async function readInSlices(
  db: Reader,
  workspaceId: string,
  { limit, after }: { limit: number; after: string },
): Promise<SizedFile[]> {
  const found: SizedFile[] = [];
  for (let last = after; found.length < limit;) {
    const size = Math.min(filesAtOnce, limit - found.length);
    const slice = await selectSizedFiles(db, workspaceId, { limit: size, after: last });
    found.push(...slice);
    if (slice.length < size) break;
    last = slice.at(-1)?.file_key ?? last;
    await nextTurn();
  }
  return found;
}

function cursorOfFile({ file_key: key }: SizedFile): string {
  return cursorOf([key]);
}

/** Paths begin after the empty text. */
function fileKeyIn(cursor: string | undefined): string | Refusal {
  if (cursor === undefined) return '';
  const parts = partsOf(cursor, ['text']);
  return isRefusal(parts) ? parts : parts[0];
}

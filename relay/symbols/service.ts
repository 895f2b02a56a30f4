import { isOn } from '../../shared/contract/fields.ts';
import { spellingsOf } from '../symbol-graph/spellings.ts';
import type { Input } from '../../shared/api/operations.ts';
import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { SymbolKind, SymbolRecord, symbolOperations } from '../../shared/symbols/contract.ts';
import { jsonArrayOf } from '../kernel/cursor.ts';
import { symbolKey } from '../kernel/digest.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import type { KnowledgeSearch } from '../search/knowledge-search.ts';
import type { Database } from '../store/database.ts';
import type { SymbolEdgeRow, SymbolRow } from '../store/schema.ts';
import type { CommandRunner } from '../access/command-runner.ts';
import { prepare, publish } from './publish.ts';
import * as queries from '../symbol-graph/queries.ts';

export interface SymbolDependencies {
  readonly database: Database;
  readonly commandRunner: CommandRunner;
  readonly search: KnowledgeSearch;
}

const maxNeighbours = 200;
const maxEdges = 20_000;
/** Hits of a search are filtered after it, so more are asked for than are shown. */
const maxHits = 200;

export function symbolService({
  database,
  commandRunner,
  search,
}: SymbolDependencies): Handlers<keyof typeof symbolOperations> {
  const db = database.reader;
  return {
    async publishSymbols({ id, files, full, session_id }, call) {
      const prepared = prepare(files);
      if (isRefusal(prepared)) return prepared;
      const publication = { files: prepared, full, session_id };
      return commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        publish(transaction, scope, publication),
      );
    },
    async symbols(input) {
      const filter = filterOf(input);
      if (isRefusal(filter)) return filter;
      const query = input.query?.trim() ?? '';
      const page = query === '' ? await listed(input, filter) : await meant(input, filter, query);
      if (isRefusal(page)) return page;
      const records = isOn(input.neighbours)
        ? await withNeighbours(input.id, page.rows)
        : page.rows;
      const version = await queries.graphVersion(db, input.id);
      return {
        symbols: records.map(({ row, ...more }) => toRecord(row, more)),
        graph_version: version,
        next_cursor: page.nextCursor,
      };
    },
  };

  async function listed(
    { id, limit, cursor }: Input<'symbols'>,
    filter: queries.SymbolFilter,
  ): Promise<FoundSymbols | Refusal> {
    const after = positionOf(cursor);
    if (isRefusal(after)) return after;
    const found = await queries.selectSymbols(db, id, { filter, limit: limit + 1, after });
    const { rows, nextCursor } = cutPage(found, limit, cursorOf);
    return { rows: rows.map((row) => ({ row })), nextCursor };
  }

  async function meant(
    { id, limit }: Input<'symbols'>,
    filter: queries.SymbolFilter,
    query: string,
  ): Promise<FoundSymbols> {
    const names = spellingsOf(query);
    const [named, near] = await Promise.all([
      names.length === 0
        ? []
        : queries.selectSymbols(db, id, { filter: { ...filter, names }, limit }),
      nearTo(id, filter, query),
    ]);
    const isNamed = new Set(named.map(({ key }) => key));
    const others = near.filter(({ row }) => !isNamed.has(row.key));
    const rows = [...named.map((row) => ({ row, similarity: 1 })), ...others];
    return { rows: rows.slice(0, limit), nextCursor: undefined };
  }

  async function nearTo(
    workspaceId: string,
    filter: queries.SymbolFilter,
    query: string,
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
    workspaceId: string,
    found: readonly FoundSymbol[],
  ): Promise<FoundSymbol[]> {
    const keys = found.map(({ row }) => row.key);
    const [to, from] = await Promise.all([
      queries.selectEdgesAt(db, workspaceId, { keys, end: 'callee', limit: maxEdges }),
      queries.selectEdgesAt(db, workspaceId, { keys, end: 'caller', limit: maxEdges }),
    ]);
    const callers = grouped(to, (edge) => [edge.callee_key, edge.caller]);
    const callees = grouped(from, (edge) => [edge.caller_key, edge.callee]);
    return found.map((one) => ({
      ...one,
      callers: callers.get(one.row.key) ?? [],
      callees: callees.get(one.row.key) ?? [],
    }));
  }
}

/** The ids at the other ends of edges, by the key of the symbol; bounded and in order. */
function grouped(
  edges: readonly SymbolEdgeRow[],
  ends: (edge: SymbolEdgeRow) => readonly [key: string, id: string],
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const edge of edges) {
    const [key, id] = ends(edge);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [id]);
    else if (group.length < maxNeighbours) group.push(id);
  }
  for (const group of groups.values()) group.sort();
  return groups;
}

interface FoundSymbol extends Pick<SymbolRecord, 'similarity' | 'callers' | 'callees'> {
  readonly row: SymbolRow;
}

interface FoundSymbols {
  readonly rows: readonly FoundSymbol[];
  readonly nextCursor: string | undefined;
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

function toRecord(
  row: SymbolRow,
  more: Pick<SymbolRecord, 'similarity' | 'callers' | 'callees'>,
): SymbolRecord {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as SymbolKind,
    file: row.file,
    start_line: row.start_line,
    end_line: row.end_line,
    signature: row.signature,
    doc: row.doc === '' ? undefined : row.doc,
    exported: row.exported === 1,
    meaning_hash: row.meaning_hash,
    signature_hash: row.signature_hash,
    ...more,
  };
}

function cursorOf({ file_key, start_line, key }: SymbolRow): string {
  return Buffer.from(JSON.stringify([file_key, start_line, key])).toString('base64url');
}

function positionOf(cursor: string | undefined): queries.SymbolPosition | undefined | Refusal {
  if (cursor === undefined || cursor === '') return undefined;
  const [fileKey, line, key, ...more] = jsonArrayOf(cursor);
  const texts = typeof fileKey === 'string' && typeof key === 'string';
  if (texts && more.length === 0 && Number.isSafeInteger(line) && !/\0/.test(fileKey + key)) {
    if ((fileKey + key).isWellFormed()) {
      return { file_key: fileKey, start_line: line as number, key };
    }
  }
  return refuse('ValidationError', 'cursor: is no cursor of this list.', { field: 'cursor' });
}

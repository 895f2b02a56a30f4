import { pathKey } from '../../shared/kernel/paths.ts';
import { fileOfSymbol, isTopLevel } from '../../shared/kernel/symbol-id.ts';
import { symbolKey } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { DecisionRow, SymbolRow } from '../store/schema.ts';
import { filesOf, symbolsOfFiles, symbolsOfKeys } from '../symbol-graph/publication-queries.ts';
import { symbolsEditedBy } from '../symbol-graph/recent-edits.ts';
import { saveFiles, saveLinks } from './link-queries.ts';
import { fileLinks, linksFor, type Link } from './rules.ts';
import { type NamedSymbol } from './named-symbols.ts';

/** DEC-1, DEC-7: links a decision to what its text means in its files; answers the ids. */
export async function linkToSymbols(
  transaction: Transaction,
  row: DecisionRow,
  files: readonly string[],
): Promise<string[]> {
  const { connection } = transaction;
  const { workspace_id, id: decision_id, session_id: sessionId } = row;
  const fileKeys = [...new Set(files.map(pathKey))];
  const symbols = await symbolsIn(transaction, workspace_id, fileKeys);
  const written = await symbolsEditedBy(transaction, workspace_id, { sessionId, fileKeys });
  const known = await filesIn(transaction, workspace_id, fileKeys);
  const links = linksFor(textOf(row), { symbols, files: known, written });
  saveFiles(
    connection,
    fileKeys.map((file_key) => ({ workspace_id, decision_id, file_key })),
  );
  saveLinksOf(transaction, row, links);
  return links.map(({ symbol }) => symbol).sort();
}

export function saveLinksOf(
  { connection }: Pick<Transaction, 'connection'>,
  { workspace_id, id: decision_id }: Pick<DecisionRow, 'workspace_id' | 'id'>,
  links: readonly Link[],
): void {
  saveLinks(
    connection,
    links.map(({ symbol, meaningHash: meaning_hash }) => {
      return { workspace_id, decision_id, symbol, symbol_key: symbolKey(symbol), meaning_hash };
    }),
  );
}

/** The symbols of the files in the graph. */
export async function symbolsIn(
  { connection }: Pick<Transaction, 'connection'>,
  workspaceId: string,
  fileKeys: readonly string[],
): Promise<(NamedSymbol & { readonly fileKey: string })[]> {
  const refs = fileKeys.map((key) => [workspaceId, key] as const);
  return (await symbolsOfFiles(connection, refs)).map(toNamed);
}

/** The paths of those of the files that the graph has. */
export async function filesIn(
  { connection }: Pick<Transaction, 'connection'>,
  workspaceId: string,
  fileKeys: readonly string[],
): Promise<string[]> {
  const refs = fileKeys.map((key) => [workspaceId, key] as const);
  return (await filesOf(connection, refs)).map(({ file }) => file);
}

/** What each link would be made with now; undefined for a symbol or a file that is gone. */
export async function currentHashes(
  transaction: Pick<Transaction, 'connection'>,
  workspaceId: string,
  links: readonly { readonly symbol: string }[],
): Promise<(symbol: string) => string | undefined> {
  const ids = links.map(({ symbol }) => symbol);
  const files = [...new Set(ids.filter(isTopLevel).map((id) => pathKey(fileOfSymbol(id))))];
  const refs = ids.map((id) => [workspaceId, symbolKey(id)] as const);
  const rows = await symbolsOfKeys(transaction.connection, refs);
  const known = await filesIn(transaction, workspaceId, files);
  const ofFiles = fileLinks(await symbolsIn(transaction, workspaceId, files), known);
  const hashes = new Map(rows.map((row) => [row.key, row.meaning_hash]));
  for (const { symbol, meaningHash } of ofFiles) hashes.set(symbolKey(symbol), meaningHash);
  return (symbol) => hashes.get(symbolKey(symbol));
}

export function textOf({ title, rationale }: Pick<DecisionRow, 'title' | 'rationale'>): string {
  return `${title}\n${rationale}`;
}

function toNamed(row: SymbolRow): NamedSymbol & { readonly fileKey: string } {
  const { key, id, name, file, doc, file_key: fileKey } = row;
  const { meaning_hash: meaningHash, signature_hash: signatureHash } = row;
  const exported = row.exported === 1;
  const members = JSON.parse(row.members) as string[];
  return { key, id, name, file, fileKey, doc, members, exported, meaningHash, signatureHash };
}

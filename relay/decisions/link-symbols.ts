import { pathKey } from '../../shared/kernel/paths.ts';
import { fileOfSymbol, isTopLevel } from '../../shared/kernel/symbol-id.ts';
import { symbolKey } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { DecisionRow, SymbolRow, DecisionLinkRow } from '../store/schema.ts';
import { filesOf, symbolsOfFiles, symbolsOfKeys } from '../symbol-graph/publication-queries.ts';
import { symbolsEditedBy } from '../symbol-graph/recent-edits.ts';
import { saveFiles, saveLinks, deleteLink, selectLinks } from './link-queries.ts';
import { fileLinks, linksFor, type Link, linkTo, renewedLinks } from './rules.ts';
import { type NamedSymbol, namedSymbols, nearSymbols } from './named-symbols.ts';
import { selectFreshOfFiles, type Decision } from './queries.ts';

/** DEC-1, DEC-7, DEC-20: links a decision to what its text means in its files; answers the ids. `from` had these files before. */
export async function linkToSymbols(
  transaction: Transaction,
  row: DecisionRow,
  { files, from }: { readonly files: readonly string[]; readonly from?: string | undefined },
): Promise<string[]> {
  const { connection } = transaction;
  const { workspace_id, id: decision_id, session_id: sessionId } = row;
  const fileKeys = [...new Set(files.map(pathKey))];
  const symbols = await symbolsIn(transaction, workspace_id, fileKeys);
  const written = await symbolsEditedBy(transaction, workspace_id, { sessionId, fileKeys });
  const known = await filesIn(transaction, workspace_id, fileKeys);
  const earlier = from === undefined ? [] : await linksOfNow(transaction, workspace_id, from);
  const links = linksFor(textOf(row), { symbols, files: known, earlier, written });
  saveFiles(
    connection,
    fileKeys.map((file_key) => ({ workspace_id, decision_id, file_key })),
  );
  saveLinksOf(transaction, row, links);
  return links.map(({ symbol }) => symbol).sort();
}

/** DEC-4: the links of a decision to what is still there, as it is now. */
export async function linksOfNow(
  transaction: Pick<Transaction, 'connection'>,
  workspaceId: string,
  id: string,
): Promise<Link[]> {
  const links = await selectLinks(transaction.connection.kysely, workspaceId, [id]);
  return renewedLinks(links.map(toLink), await currentHashes(transaction, workspaceId, links));
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
async function symbolsIn(
  { connection }: Pick<Transaction, 'connection'>,
  workspaceId: string,
  fileKeys: readonly string[],
): Promise<(NamedSymbol & { readonly fileKey: string })[]> {
  const refs = fileKeys.map((key) => [workspaceId, key] as const);
  return (await symbolsOfFiles(connection, refs)).map(toNamed);
}

/** The paths of those of the files that the graph has. */
async function filesIn(
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

function textOf({ title, rationale }: Pick<DecisionRow, 'title' | 'rationale'>): string {
  return `${title}\n${rationale}`;
}

function toNamed(row: SymbolRow): NamedSymbol & { readonly fileKey: string } {
  const { key, id, name, file, doc, file_key: fileKey } = row;
  const { meaning_hash: meaningHash, signature_hash: signatureHash } = row;
  const exported = row.exported === 1;
  const members = JSON.parse(row.members) as string[];
  return { key, id, name, file, fileKey, doc, members, exported, meaningHash, signatureHash };
}

/** What a publication adds to the graph. */
interface Appeared {
  readonly fileKeys: readonly string[];
  /** Those of the files that were there already. */
  readonly symbols: readonly NewSymbol[];
}

export interface NewSymbol extends Pick<NamedSymbol, 'key' | 'name' | 'file' | 'members'> {
  readonly fileKey: string;
}

/**
 * DEC-1: a decision may name a file or a symbol that is not written or not published yet. It is linked to the symbols of the file
 * when these are published for the first time, and to a symbol that it names when that appears.
 */
export async function linkDecisionsToNew(
  transaction: Transaction,
  workspaceId: string,
  appeared: Appeared,
): Promise<void> {
  const db = transaction.connection.kysely;
  const keys = [...appeared.fileKeys, ...appeared.symbols.map(({ fileKey }) => fileKey)];
  for (const decision of await selectFreshOfFiles(db, workspaceId, [...new Set(keys)])) {
    await linkOne(transaction, decision, appeared);
  }
}

async function linkOne(
  transaction: Transaction,
  decision: Decision,
  appeared: Appeared,
): Promise<void> {
  const { workspace_id: workspaceId, id } = decision;
  const keys = (JSON.parse(decision.files) as string[]).map(pathKey);
  const newFiles = new Set(appeared.fileKeys);
  const newNamed = new Set(namedSymbols(textOf(decision), appeared.symbols).map(({ key }) => key));
  if (newNamed.size === 0 && !keys.some((key) => newFiles.has(key))) return;
  const symbols = await symbolsIn(transaction, workspaceId, keys);
  const added = symbols.filter(({ key, fileKey }) => newFiles.has(fileKey) || newNamed.has(key));
  const earlier = await selectLinks(transaction.connection.kysely, workspaceId, [id]);
  const isAboutSymbols = earlier.some(({ symbol }) => !isTopLevel(symbol));
  const newKeys = keys.filter((key) => newFiles.has(key));
  const files = await filesIn(transaction, workspaceId, newKeys);
  const links = linksToNew(textOf(decision), { symbols, added, files, isAboutSymbols });
  if (links.some(({ symbol }) => !isTopLevel(symbol))) await dropFiles(transaction, earlier);
  saveLinksOf(transaction, decision, links);
}

/** The files as wholes stood for what was not known yet. */
async function dropFiles(
  { connection }: Transaction,
  links: readonly DecisionLinkRow[],
): Promise<void> {
  for (const link of links) {
    if (isTopLevel(link.symbol)) await deleteLink(connection.kysely, link);
  }
}

/** As if the files had been there: what the text names elsewhere says enough, and so does what is linked already. */
function linksToNew(
  text: string,
  { symbols, added, files, isAboutSymbols }: NewSymbols,
): readonly Link[] {
  const named = namedSymbols(text, symbols);
  if (named.length > 0) return named.filter((one) => added.includes(one)).map(linkTo);
  return isAboutSymbols
    ? nearSymbols(text, added).map(linkTo)
    : linksFor(text, { symbols: added, files });
}

interface NewSymbols {
  readonly symbols: readonly NamedSymbol[];
  readonly added: readonly NamedSymbol[];
  readonly files: readonly string[];
  readonly isAboutSymbols: boolean;
}

export function toLink({ symbol, meaning_hash: meaningHash }: DecisionLinkRow): Link {
  return { symbol, meaningHash };
}

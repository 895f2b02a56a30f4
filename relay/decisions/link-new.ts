import { pathKey } from '../../shared/kernel/paths.ts';
import { isTopLevel } from '../../shared/kernel/symbol-id.ts';
import type { Transaction } from '../store/group-committer.ts';
import { filesIn, saveLinksOf, symbolsIn, textOf } from './link-symbols.ts';
import { nearSymbols } from './near-symbols.ts';
import type { DecisionLinkRow } from '../store/schema.ts';
import { selectFreshOfFiles, type Decision } from './queries.ts';
import { deleteLink, selectLinks } from './link-queries.ts';
import { namedSymbols } from './named-symbols.ts';
import { linksFor, linkTo, type Link } from './rules.ts';
import { type NamedSymbol } from './named-symbols.ts';

/** What a publication adds to the graph. */
export interface Appeared {
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

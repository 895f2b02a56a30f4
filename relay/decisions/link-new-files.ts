import { linksFor } from './rules.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { symbolKey } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import { symbolsOfFiles } from '../symbol-graph/queries.ts';
import { saveLinks, selectFreshOfFiles, type Decision } from './queries.ts';

/**
 * DEC-1: a decision may name a file that is not written or not published yet. It is linked to the symbols of the file when these
 * are published for the first time.
 */
export async function linkDecisionsToNewFiles(
  transaction: Transaction,
  workspaceId: string,
  newFileKeys: readonly string[],
): Promise<void> {
  const db = transaction.connection.kysely;
  for (const decision of await selectFreshOfFiles(db, workspaceId, newFileKeys)) {
    await linkOne(transaction, decision, new Set(newFileKeys));
  }
}

async function linkOne(
  { connection }: Transaction,
  { workspace_id, id: decision_id, title, rationale, files }: Decision,
  newFileKeys: ReadonlySet<string>,
): Promise<void> {
  const keys = (JSON.parse(files) as string[]).map(pathKey);
  const symbols = await symbolsOfFiles(
    connection,
    keys.map((key) => [workspace_id, key] as const),
  );
  const links = linksFor(
    `${title}\n${rationale}`,
    symbols.map(({ id, name, meaning_hash: meaningHash }) => ({ id, name, meaningHash })),
  );
  const fresh = new Set(symbols.filter((row) => newFileKeys.has(row.file_key)).map(({ id }) => id));
  saveLinks(
    connection,
    links
      .filter(({ symbol }) => fresh.has(symbol))
      .map(({ symbol, meaningHash: meaning_hash }) => {
        return { workspace_id, decision_id, symbol, symbol_key: symbolKey(symbol), meaning_hash };
      }),
  );
}

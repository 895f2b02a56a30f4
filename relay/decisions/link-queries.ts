import type { Connection } from '../store/database.ts';
import { writeRows, type RowsStatement } from '../store/rows.ts';
import type { DecisionFileRow, DecisionLinkRow } from '../store/schema.ts';
import type { Db } from './queries.ts';

const insertLinks: RowsStatement = {
  text: `INSERT INTO decision_links (workspace_id, decision_id, symbol_key, symbol, meaning_hash) VALUES {rows}
    ON CONFLICT (workspace_id, decision_id, symbol_key) DO UPDATE SET meaning_hash = excluded.meaning_hash`,
  columns: 5,
};

const insertFiles: RowsStatement = {
  text: `INSERT INTO decision_files (workspace_id, decision_id, file_key) VALUES {rows}
    ON CONFLICT (workspace_id, decision_id, file_key) DO NOTHING`,
  columns: 3,
};

export function saveLinks(connection: Connection, links: readonly DecisionLinkRow[]): void {
  const rows = links.map((link) => [
    link.workspace_id,
    link.decision_id,
    link.symbol_key,
    link.symbol,
    link.meaning_hash,
  ]);
  writeRows(connection, insertLinks, rows);
}

export function saveFiles(connection: Connection, files: readonly DecisionFileRow[]): void {
  const rows = files.map((file) => [file.workspace_id, file.decision_id, file.file_key]);
  writeRows(connection, insertFiles, rows);
}

export async function deleteLinks(db: Db, workspaceId: string, id: string): Promise<void> {
  await db
    .deleteFrom('decision_links')
    .where('workspace_id', '=', workspaceId)
    .where('decision_id', '=', id)
    .execute();
}

export async function deleteLink(
  db: Db,
  { workspace_id, decision_id, symbol_key }: DecisionLinkRow,
): Promise<void> {
  await db
    .deleteFrom('decision_links')
    .where('workspace_id', '=', workspace_id)
    .where('decision_id', '=', decision_id)
    .where('symbol_key', '=', symbol_key)
    .execute();
}

/** The symbols of some decisions, by decision and symbol, in their order. */
export function selectLinkedSymbols(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Pick<DecisionLinkRow, 'decision_id' | 'symbol'>[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('decision_links')
    .select(['decision_id', 'symbol'])
    .where('workspace_id', '=', workspaceId)
    .where('decision_id', 'in', [...ids])
    .orderBy('decision_id')
    .orderBy('symbol')
    .execute();
}

/** The links of some decisions, in the order of the symbols. */
export function selectLinks(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<DecisionLinkRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('decision_links')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('decision_id', 'in', [...ids])
    .orderBy('decision_id')
    .orderBy('symbol')
    .execute();
}

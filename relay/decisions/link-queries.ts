import { sql } from 'kysely';
import type { Connection } from '../store/database.ts';
import { writeRows, type RowsStatement, selectRows } from '../store/rows.ts';
import type { Db, DecisionFileRow, DecisionLinkRow } from '../store/schema.ts';
import type { Deciders } from './rules.ts';

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

/** A link of a fresh decision to a symbol that a publication changed. */
export interface TouchedLink extends DecisionLinkRow, Deciders {
  readonly title: string;
  readonly made_by: string;
}

/** Literals in the SQL, since a partial index is not used for a parameter. */
const stale = sql.lit('stale');
const active = sql.lit('active');
/** So many agents of one person are told of one decision. */
const maxDeciders = 50;

const freshLinksOf: RowsStatement = {
  text: `SELECT l.workspace_id, l.decision_id, l.symbol_key, l.symbol, l.meaning_hash, d.title, d.made_by,
      d.session_id, d.created_at, d.reaffirmed_session, d.reaffirmed_at
    FROM decision_links l JOIN decisions d ON d.id = l.decision_id
    WHERE (l.workspace_id, l.symbol_key) IN (VALUES {rows}) AND d.state = 'fresh'
    ORDER BY d.created_at, l.decision_id, l.symbol_key`,
  columns: 2,
};

const turnStale = `UPDATE decisions SET state = 'stale', stale_symbol = ?, stale_since = ?, stale_change = ?
  WHERE workspace_id = ? AND id = ?`;

const changeAgain = `UPDATE decisions SET stale_change = ? WHERE workspace_id = ? AND id = ?`;

const staleChangesOf: RowsStatement = {
  text: `SELECT DISTINCT d.id, d.title, d.stale_change FROM decision_links l JOIN decisions d ON d.id = l.decision_id
    WHERE (l.workspace_id, l.symbol_key) IN (VALUES {rows}) AND d.state = 'stale' AND d.stale_change IS NOT NULL
    ORDER BY d.id`,
  columns: 2,
};

export async function freshLinks(
  connection: Connection,
  keys: readonly (readonly [workspaceId: string, symbolKey: string])[],
): Promise<TouchedLink[]> {
  return (await selectRows(connection, freshLinksOf, keys)) as unknown as TouchedLink[];
}

/**
 * DEC-2: the live sessions whose decision it is: those that recorded it and reaffirmed it last; of one that was
 * recorded without naming a session (from an agent's shell, say), those of that person that ran then.
 */
export async function liveDeciders(
  db: Db,
  workspaceId: string,
  { session_id, reaffirmed_session, made_by, created_at }: TouchedLink,
): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', active)
    .where((one) =>
      one.or([
        one('id', 'in', [session_id, reaffirmed_session]),
        one.and([
          one('user_id', '=', session_id === '' ? made_by : ''),
          one('agent_id', '=', ''),
          one('started_at', '<=', created_at),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(maxDeciders)
    .execute();
  return rows.map(({ id }) => id);
}

export function saveStale(
  connection: Connection,
  workspaceId: string,
  { id, symbol, change, nowMs }: { id: string; symbol: string; change: string; nowMs: number },
): void {
  connection.write(turnStale, [symbol, nowMs, change, workspaceId, id]);
}

export interface StaleRow {
  readonly id: string;
  readonly title: string;
  readonly stale_change: string;
}

/** The stale decisions that are linked to one of these, with what is known of their change. */
export async function staleChanges(
  connection: Connection,
  keys: readonly (readonly [workspaceId: string, symbolKey: string])[],
): Promise<StaleRow[]> {
  return (await selectRows(connection, staleChangesOf, keys)) as unknown as StaleRow[];
}

export function saveStaleChange(
  connection: Connection,
  workspaceId: string,
  { id, stale_change: change }: Omit<StaleRow, 'title'>,
): void {
  connection.write(changeAgain, [change, workspaceId, id]);
}

/** Whether any decision of the workspace is stale; by an index of those only. */
export async function hasStale(db: Db, workspaceId: string): Promise<boolean> {
  const found = await db
    .selectFrom('decisions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', stale)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

import { sql, type Kysely } from 'kysely';
import type { Connection } from '../store/database.ts';
import { selectRows, type RowsStatement } from '../store/rows.ts';
import type { DecisionLinkRow, Schema } from '../store/schema.ts';
import type { Deciders } from './rules.ts';

type Db = Kysely<Schema>;

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

import type { Moment } from '../kernel/cursor.ts';
import type { Connection } from '../store/database.ts';
import { writeRows, type RowsStatement } from '../store/rows.ts';
import { newestFirst } from '../store/paging.ts';
import type { Db, DecisionTellingRow } from '../store/schema.ts';

const upsert: RowsStatement = {
  text: `INSERT INTO decision_tellings (workspace_id, decision_id, session_id, at, told_by) VALUES {rows}
    ON CONFLICT (workspace_id, decision_id, session_id) DO UPDATE SET at = excluded.at, told_by = excluded.told_by
    WHERE excluded.at >= decision_tellings.at`,
  columns: 5,
};

/** One row for a decision and a session: the last time counts. */
export function saveTellings(connection: Connection, rows: readonly DecisionTellingRow[]): void {
  writeRows(
    connection,
    upsert,
    rows.map((row) => [row.workspace_id, row.decision_id, row.session_id, row.at, row.told_by]),
  );
}

export interface ListedTelling {
  readonly session_id: string;
  readonly user_name: string;
  readonly agent_type: string;
  readonly at: number;
  readonly told_by: string;
}

interface TellingPage {
  readonly decisionId: string;
  readonly limit: number;
  readonly before: Moment | undefined;
}

/** Who was told of a decision, the last ones first; `before` is the last one of the page before, by its session. */
export function selectTellings(
  db: Db,
  workspaceId: string,
  { decisionId, limit, before }: TellingPage,
): Promise<ListedTelling[]> {
  const query = db
    .selectFrom('decision_tellings as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['t.session_id', 'u.name as user_name', 's.agent_type', 't.at', 't.told_by'])
    .where('t.workspace_id', '=', workspaceId)
    .where('t.decision_id', '=', decisionId);
  return newestFirst(query, ['t.at', 't.session_id'], { limit, before }).execute();
}

/** How many rows one transaction deletes, so that no hook waits for long. */
const maxDeletedAtOnce = 5_000;
const maxOfDecision = 1_000;

/** Deletes what is older than `atMs`, and of each decision all but the newest. */
export async function deleteTellingsBefore(
  db: Db,
  workspaceId: string,
  atMs: number,
): Promise<void> {
  const old = await db
    .selectFrom('decision_tellings')
    .select('at')
    .where('workspace_id', '=', workspaceId)
    .where('at', '<', atMs)
    .orderBy('at')
    .limit(maxDeletedAtOnce)
    .execute();
  const last = old.at(-1);
  if (last !== undefined) await deleteUntil(db, workspaceId, last.at);
  for (const { decision_id: id } of await crowded(db, workspaceId)) {
    const tooOld = await newestBeyond(db, workspaceId, id);
    if (tooOld !== undefined) await deleteUntil(db, workspaceId, tooOld.at, id);
  }
}

/** The decisions that have more rows than are kept. */
function crowded(db: Db, workspaceId: string): Promise<{ decision_id: string }[]> {
  return db
    .selectFrom('decision_tellings')
    .select('decision_id')
    .where('workspace_id', '=', workspaceId)
    .groupBy('decision_id')
    .having((rows) => rows.fn.countAll(), '>', maxOfDecision)
    .execute();
}

function newestBeyond(
  db: Db,
  workspaceId: string,
  decisionId: string,
): Promise<{ at: number } | undefined> {
  return db
    .selectFrom('decision_tellings')
    .select('at')
    .where('workspace_id', '=', workspaceId)
    .where('decision_id', '=', decisionId)
    .orderBy('at', 'desc')
    .orderBy('session_id', 'desc')
    .limit(1)
    .offset(maxOfDecision)
    .executeTakeFirst();
}

async function deleteUntil(
  db: Db,
  workspaceId: string,
  atMs: number,
  decisionId?: string,
): Promise<void> {
  const query = db
    .deleteFrom('decision_tellings')
    .where('workspace_id', '=', workspaceId)
    .where('at', '<=', atMs);
  await (decisionId === undefined ? query : query.where('decision_id', '=', decisionId)).execute();
}

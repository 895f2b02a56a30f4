import { sql } from 'kysely';
import type { Connection } from '../../store/database.ts';
import { selectRows, writeRows, type RowsStatement } from '../../store/rows.ts';
import { hiddenWorkstreams, type Reader } from '../../workstream-branches/queries.ts';
import type { Db, TestOutcomeRow } from '../../store/schema.ts';

const outcomesByTest: RowsStatement = {
  text: `SELECT test_key, passed, failed FROM test_outcomes
    WHERE (workspace_id, commit_sha, machine, test_key) IN (VALUES {rows}) ORDER BY test_key`,
  columns: 4,
};

const addOutcomes: RowsStatement = {
  text: `INSERT INTO test_outcomes
      (workspace_id, test_key, test_file, test_name, commit_sha, machine, passed, failed, at, workstream)
    VALUES {rows}
    ON CONFLICT (workspace_id, commit_sha, machine, test_key) DO UPDATE SET
      passed = test_outcomes.passed + excluded.passed, failed = test_outcomes.failed + excluded.failed,
      at = excluded.at, workstream = excluded.workstream`,
  columns: 10,
};

/** How often tests passed and failed on a commit and machine, by test key. */
export async function outcomesOf(
  connection: Connection,
  { workspaceId, commitSha, machine }: { workspaceId: string; commitSha: string; machine: string },
  testKeys: readonly string[],
): Promise<Map<string, { passed: number; failed: number }>> {
  const keys = testKeys.map((key) => [workspaceId, commitSha, machine, key]);
  const rows = await selectRows(connection, outcomesByTest, keys);
  return new Map(
    rows.map((row) => [
      String(row['test_key']),
      { passed: Number(row['passed']), failed: Number(row['failed']) },
    ]),
  );
}

/** Adds the counts to those that are stored. */
export function addOutcomeCounts(connection: Connection, rows: readonly TestOutcomeRow[]): void {
  const values = rows.map((row) => [
    row.workspace_id,
    row.test_key,
    row.test_file,
    row.test_name,
    row.commit_sha,
    row.machine,
    row.passed,
    row.failed,
    row.at,
    row.workstream,
  ]);
  writeRows(connection, addOutcomes, values);
}

/** Deletes old outcomes of tests that did not flake. */
export async function deleteOldOutcomes(
  db: Db,
  workspaceId: string,
  beforeMs: number,
): Promise<void> {
  await db
    .deleteFrom('test_outcomes')
    .where('workspace_id', '=', workspaceId)
    .where('at', '<', beforeMs)
    .where((where) => where.or([where('passed', '=', 0), where('failed', '=', 0)]))
    .execute();
}

/** The position of a flake in the list of its workspace. */
export interface FlakePosition {
  readonly at: number;
  readonly place: string;
}

/** The key of a row as one text. */
const place = sql<string>`(test_key || ' ' || commit_sha || ' ' || machine)`;

interface FlakePage {
  readonly file: string | undefined;
  readonly reader: Reader;
  readonly limit: number;
  readonly before: FlakePosition | undefined;
}

/** Tests that passed and failed on the same commit and machine, the newest first, as far as their runs exist for who looks. */
export function selectFlakes(
  db: Db,
  workspaceId: string,
  { file, reader, limit, before }: FlakePage,
): Promise<(TestOutcomeRow & { place: string })[]> {
  let query = db
    .selectFrom('test_outcomes')
    .selectAll()
    .select(place.as('place'))
    .where('workspace_id', '=', workspaceId)
    .where('passed', '>', sql.lit(0))
    .where('failed', '>', sql.lit(0));
  if (!reader.seesAll) {
    const hidden = hiddenWorkstreams(db, workspaceId, reader.userId);
    query = query.where('workstream', 'not in', hidden);
  }
  if (file !== undefined) query = query.where('test_file', '=', file);
  if (before !== undefined) {
    query = query.where((where) =>
      where.or([
        where('at', '<', before.at),
        where.and([where('at', '=', before.at), where(place, '<', before.place)]),
      ]),
    );
  }
  return query.orderBy('at', 'desc').orderBy(place, 'desc').limit(limit).execute();
}

import { sql, type Kysely } from 'kysely';
import { runLimits } from '../../../shared/gate/runs.ts';
import type { GateRunRow, Schema } from '../../store/schema.ts';

type Db = Kysely<Schema>;

/** GAT-13: keeps the run, and of the earlier ones the newest. The workspace is locked, so the number is its own. */
export async function insertRun(db: Db, row: Omit<GateRunRow, 'number'>): Promise<void> {
  const { workspace_id } = row;
  const last = await db
    .selectFrom('gate_runs')
    .select('number')
    .where('workspace_id', '=', workspace_id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  await db
    .insertInto('gate_runs')
    .values({ ...row, number })
    .execute();
  await deleteOldRuns(db, workspace_id);
}

/** Runs are counted and not their numbers compared: a workstream with many runs must not push out those of others. */
async function deleteOldRuns(db: Db, workspaceId: string): Promise<void> {
  const { kept, keptOfWorkstream, keptAtMost } = runLimits;
  const ranked = db
    .selectFrom('gate_runs')
    .select([
      'id',
      sql<number>`ROW_NUMBER() OVER (ORDER BY number DESC)`.as('of_all'),
      sql<number>`ROW_NUMBER() OVER (PARTITION BY workstream ORDER BY number DESC)`.as('of_its'),
    ])
    .where('workspace_id', '=', workspaceId)
    .as('ranked');
  const old = db
    .selectFrom(ranked)
    .select('ranked.id')
    .where('of_all', '>', kept)
    .where('of_its', '>', keptOfWorkstream);
  await db.deleteFrom('gate_runs').where('id', 'in', old).execute();
  const oldest = db
    .selectFrom('gate_runs')
    .select('number')
    .where('workspace_id', '=', workspaceId)
    .orderBy('number', 'desc')
    .limit(1)
    .offset(keptAtMost);
  await db
    .deleteFrom('gate_runs')
    .where('workspace_id', '=', workspaceId)
    .where('number', '<=', oldest)
    .execute();
}

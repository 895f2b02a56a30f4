import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrations } from '../../relay/store/schema-changes.ts';
import { openDatabase } from '../../relay/store/open.ts';
import type { Schema } from '../../relay/store/schema.ts';
import { databaseKinds, dropDatabases, freshDatabase } from '../support/databases.ts';

const users = `INSERT INTO users (id, email, name, tier, created_at) VALUES ('usr_1', 'a@b.c', 'Ada', 'team', 0)`;
const workspaces = `INSERT INTO workspaces (id, slug, name, seq, created_at) VALUES ('ws_1', 'shop', 'Shop', 0, 0)`;

function meeting(id: string, method: string): string {
  return `INSERT INTO meetings (id, workspace_id, title, status, participants, transcript, action_items, method,
    created_by, created_at) VALUES ('${id}', 'ws_1', 'Plan', 'completed', '[]', '', '[]', '${method}', 'usr_1', 0)`;
}

function decision(id: string, meetingId: string, state: string): string[] {
  return [
    `INSERT INTO decisions (id, workspace_id, title, title_key, rationale, type, made_by, session_id, files, areas,
      state, note, graph_version, created_at)
      VALUES ('${id}', 'ws_1', 'Use it', 'k', '', 'approach', 'usr_1', '', '[]', '[]', 'fresh', '', 0, 0)`,
    `INSERT INTO meeting_decisions (workspace_id, meeting_id, decision_id, position, sentence, state)
      VALUES ('ws_1', '${meetingId}', '${id}', 0, '', '${state}')`,
  ];
}

for (const kind of databaseKinds) {
  test(`MTG-18 what an earlier version found and nobody confirmed is marked [${kind}]`, async () => {
    const fresh = await freshDatabase(kind);
    if (kind === 'sqlite') mkdirSync(dirname(fresh.address), { recursive: true });
    const old =
      kind === 'postgres'
        ? fresh.rows
        : new Kysely<Schema>({
            dialect: new SqliteDialect({ database: new Sqlite(fresh.address) }),
          });
    const provider = { getMigrations: () => Promise.resolve(migrations(kind)) };
    const { error } = await new Migrator({ db: old, provider }).migrateTo('0017_gate_runs');
    assert.is(error, undefined);
    const statements = [
      users,
      workspaces,
      meeting('mtg_1', 'phrases'),
      meeting('mtg_2', 'language model:small'),
      ...decision('dec_found', 'mtg_1', 'found'),
      ...decision('dec_confirmed', 'mtg_1', 'confirmed'),
      ...decision('dec_old', 'mtg_1', ''),
      ...decision('dec_model', 'mtg_2', 'found'),
    ];
    for (const statement of statements) await sql.raw(statement).execute(old);
    if (old !== fresh.rows) await old.destroy();
    const database = await openDatabase(fresh.address);
    try {
      const rows = await fresh.rows
        .selectFrom('decisions')
        .select('id')
        .where('unconfirmed', '=', 1)
        .execute();
      assert.equal(rows, [{ id: 'dec_found' }]);
    } finally {
      await database.close();
      await fresh.dispose();
    }
  });
}

test.after(dropDatabases);
test.run();

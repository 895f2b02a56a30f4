import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GlobCache } from '../../relay/conventions/glob-cache.ts';
import { mustConventionsOf } from '../../relay/conventions/queries.ts';
import { migrations } from '../../relay/store/schema-changes.ts';
import { openDatabase } from '../../relay/store/open.ts';
import type { Schema } from '../../relay/store/schema.ts';
import {
  databaseKinds,
  dropDatabases,
  freshDatabase,
  type TestDatabase,
} from '../support/databases.ts';

/** The rows of a database that has no file yet. */
function rowsOf({ kind, address, rows }: TestDatabase): Kysely<Schema> {
  if (kind === 'postgres') return rows;
  mkdirSync(dirname(address), { recursive: true });
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: new Sqlite(address) }) });
}

for (const kind of databaseKinds) {
  test(`RSV-7 reservations of an earlier version live on, with the default policy and tier [${kind}]`, async () => {
    const fresh = await freshDatabase(kind);
    const old = rowsOf(fresh);
    const provider = { getMigrations: () => Promise.resolve(migrations(kind)) };
    const { error } = await new Migrator({ db: old, provider }).migrateTo('0004_meetings');
    assert.is(error, undefined);
    await sql`INSERT INTO workspaces (id, slug, name, seq, created_at) VALUES ('ws_1', 'shop', 'Shop', 0, 0)`.execute(
      old,
    );
    await sql`INSERT INTO reservations (workspace_id, path_key, symbol, file_path, session_id, fence, expires_at)
      VALUES ('ws_1', 'SRC/A.TS', 'login', 'src/a.ts', 'sess_1', 7, 99)`.execute(old);
    if (old !== fresh.rows) await old.destroy();
    const database = await openDatabase(fresh.address);
    try {
      assert.equal(await fresh.rows.selectFrom('reservations').selectAll().execute(), [
        {
          workspace_id: 'ws_1',
          path_key: 'SRC/A.TS',
          symbol: 'login',
          file_path: 'src/a.ts',
          session_id: 'sess_1',
          fence: 7,
          expires_at: 99,
          within_symbol: 'login',
          base: '',
          lines: '',
          asked: 0,
        },
      ]);
      const found = await fresh.rows
        .selectFrom('workspaces')
        .select(['conflict_policy', 'tier', 'must_rules'])
        .execute();
      assert.equal(found, [{ conflict_policy: 'members', tier: 'team', must_rules: 'reviewed' }]);
    } finally {
      await database.close();
      await fresh.dispose();
    }
  });
}

for (const kind of databaseKinds) {
  test(`CNV-5 a rule of an earlier version stays active [${kind}]`, async () => {
    const fresh = await freshDatabase(kind);
    const old = rowsOf(fresh);
    const provider = { getMigrations: () => Promise.resolve(migrations(kind)) };
    const { error } = await new Migrator({ db: old, provider }).migrateTo('0005_places');
    assert.is(error, undefined);
    await sql`INSERT INTO users (id, email, name, tier, created_at) VALUES ('usr_1', 'a@b.c', 'Ada', 'team', 0)`.execute(
      old,
    );
    await sql`INSERT INTO workspaces (id, slug, name, seq, created_at) VALUES ('ws_1', 'shop', 'Shop', 0, 0)`.execute(
      old,
    );
    await sql`INSERT INTO conventions (id, workspace_id, title, rationale, tier, affected_files, affected_areas, status,
      proposed_by, created_at) VALUES ('cnv_1', 'ws_1', 'T', '', 'must', '["gen/**"]', '[]', 'active', 'usr_1', 0)`.execute(
      old,
    );
    if (old !== fresh.rows) await old.destroy();
    const database = await openDatabase(fresh.address);
    try {
      const found = await fresh.rows
        .selectFrom('conventions')
        .select(['status', 'accepted_by', 'accepted_at'])
        .execute();
      assert.equal(found, [{ status: 'active', accepted_by: null, accepted_at: null }]);
      const rules = await database.transaction((connection) =>
        mustConventionsOf(connection, ['ws_1'], new GlobCache()),
      );
      assert.equal(
        rules.get('ws_1')?.map(({ id }) => id),
        ['cnv_1'],
        'it denies as before',
      );
    } finally {
      await database.close();
      await fresh.dispose();
    }
  });
}

test.after(dropDatabases);
test.run();

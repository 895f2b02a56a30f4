/** Stores that were made by an earlier version open unchanged: what is created must not differ from what was released. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changes } from '../../relay/store/schema-changes.ts';
import { openDatabase } from '../../relay/store/open.ts';
import type { Schema } from '../../relay/store/schema.ts';
import {
  databaseKinds,
  dropDatabases,
  freshDatabase,
  type DatabaseKind,
} from '../support/databases.ts';

type Lines = { line: string }[];

const describeSchema: Record<DatabaseKind, (rows: Kysely<Schema>) => Promise<Lines>> = {
  async sqlite(rows) {
    const found = await sql<{ line: string }>`
      SELECT coalesce(sql, type || ' ' || name) AS line FROM sqlite_master
      WHERE name NOT LIKE '%kysely_migration%' ORDER BY rowid`.execute(rows);
    return found.rows;
  },
  async postgres(rows) {
    const columns = await sql<{ line: string }>`
      SELECT concat_ws(' ', table_name || '.' || column_name, data_type,
        CASE is_nullable WHEN 'YES' THEN 'null' END, column_default) AS line
      FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely_migration%'
      ORDER BY table_name COLLATE "C", ordinal_position`.execute(rows);
    const constraints = await sql<{ line: string }>`
      SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) AS line FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text NOT LIKE 'kysely_migration%'
      ORDER BY conrelid::regclass::text COLLATE "C", conname COLLATE "C"`.execute(rows);
    const indexes = await sql<{ line: string }>`
      SELECT indexdef AS line FROM pg_indexes
      WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely_migration%'
      ORDER BY indexname COLLATE "C"`.execute(rows);
    return [...columns.rows, ...constraints.rows, ...indexes.rows];
  },
};

for (const kind of databaseKinds) {
  test(`the tables and indexes are those that were released [${kind}]`, async () => {
    const fresh = await freshDatabase(kind);
    const database = await openDatabase(fresh.address);
    try {
      const lines = await describeSchema[kind](fresh.rows);
      const released = new URL(`./golden/${kind}.txt`, import.meta.url);
      const expected = await readFile(released, 'utf8');
      assert.fixture(`${lines.map(({ line }) => line).join('\n')}\n`, expected);
    } finally {
      await database.close();
      await fresh.dispose();
    }
  });
}

test('a migration that was released does what it did then; a new one has its lines here', async () => {
  const dialects = ['sqlite', 'postgres'] as const;
  const lines = Object.entries(changes).flatMap(([name, ofName]) =>
    dialects.map((dialect) => {
      const statements = ofName.flatMap((change) => change(dialect));
      const digest = createHash('sha256').update(statements.join(';\n')).digest('hex');
      return `${name} ${dialect} ${digest.slice(0, 16)}`;
    }),
  );
  const released = new URL('./golden/migrations.txt', import.meta.url);
  assert.fixture(`${lines.join('\n')}\n`, await readFile(released, 'utf8'));
});

test.after(dropDatabases);
test.run();

/** Stores that share a database with another program, and with each other on PostgreSQL. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runRelay } from '../../relay/main.ts';
import { openDatabase } from '../../relay/store/open.ts';
import { PostgresWriter } from '../../relay/store/postgres-writer.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import {
  databaseKinds,
  dropDatabases,
  freshDatabase,
  onServer,
  type TestDatabase,
} from '../support/databases.ts';

const test = suite('schemas');
test.after(dropDatabases);

/** Does something in the schema of this name, which is made for it. */
async function inSchema(
  fresh: TestDatabase,
  name: string,
  use: (address: string) => Promise<void>,
): Promise<void> {
  const run = (statement: string) => onServer(statement, fresh.address);
  await run(`CREATE SCHEMA ${name}`);
  const address = new URL(fresh.address);
  address.searchParams.set('options', `-c search_path=${name.replaceAll(' ', '\\ ')}`);
  try {
    await use(address.href);
  } finally {
    await run(`DROP SCHEMA ${name} CASCADE`);
  }
}

const options = { data: '/nowhere', host: '127.0.0.1', port: 0, environment: {} };

async function refusalAt(database: string): Promise<string> {
  const refused = await runRelay({ ...options, database, onError: () => undefined });
  if (isRefusal(refused)) return refused.message;
  await refused.close();
  return 'none';
}

test('DUR-13 an SQLite file with the migrations of another program is refused with what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coord-schemas-'));
  const path = join(folder, 'shop.db');
  const file = new Sqlite(path);
  file.exec("CREATE TABLE kysely_migration AS SELECT '001_shop' AS name, '' AS timestamp");
  file.close();
  assert.match(await refusalAt(path), 'Another program keeps its tables in');
  await rm(folder, { recursive: true, force: true });
});

if (databaseKinds.includes('postgres')) {
  test('DUR-13 two stores in two schemas of one database both open, and know nothing of each other', async () => {
    const fresh = await freshDatabase('postgres');
    const first = await openDatabase(fresh.address);
    await inSchema(fresh, '"Second one"', async (address) => {
      for (let opened = 0; opened < 2; opened += 1) {
        const second = await openDatabase(address);
        const { rows } = await onServer(
          `SELECT count(*)::int AS n FROM pg_tables WHERE tablename = 'events'`,
          address,
        );
        assert.equal(rows, [{ n: 2 }]);
        await second.close();
      }
    });
    await first.close();
    await fresh.dispose();
  });

  test('DUR-13 options in the address stand beside the settings of the writer', async () => {
    const fresh = await freshDatabase('postgres');
    await inSchema(fresh, 'shop', async (address) => {
      const writer = new PostgresWriter(address);
      const settings = await writer.transaction(async ({ kysely }) => {
        const { rows } = await sql<{ path: string; scans: string }>`
          SELECT current_setting('search_path') AS path, current_setting('enable_seqscan') AS scans
        `.execute(kysely);
        return rows;
      });
      assert.equal(settings, [{ path: 'shop', scans: 'off' }]);
      await writer.close();
    });
    await fresh.dispose();
  });

  for (const [given, seen] of [
    ['', 'coord relay'],
    ['?application_name=Shop', 'Shop'],
  ] as const) {
    test(`DUR-12 the server knows a relay's connections as ${seen}`, async () => {
      const fresh = await freshDatabase('postgres');
      const database = await openDatabase(`${fresh.address}${given}`);
      await database.ping();
      const { rows } = await onServer(
        `SELECT DISTINCT application_name AS seen FROM pg_stat_activity
         WHERE datname = '${new URL(fresh.address).pathname.slice(1)}' AND application_name <> ''`,
      );
      assert.equal(rows, [{ seen }]);
      await database.close();
      await fresh.dispose();
    });
  }

  for (const encoding of ['LATIN1', 'SQL_ASCII']) {
    test(`DUR-12 a database in ${encoding}, which cannot hold all that people write, is refused with what to do`, async () => {
      const fresh = await freshDatabase('postgres');
      const address = new URL(fresh.address);
      address.pathname += `_${encoding.toLowerCase()}`;
      const name = address.pathname.slice(1);
      await onServer(
        `CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`,
      );
      const said = await refusalAt(address.href);
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
      assert.match(said, `The database ${name} at ${address.host} is in ${encoding}`);
      assert.match(said, "CREATE DATABASE coord ENCODING 'UTF8'");
      await fresh.dispose();
    });
  }

  for (const [what, statement] of [
    ['migrations', `CREATE TABLE kysely_migration AS SELECT '001_shop' AS name, '' AS timestamp`],
    ['tables', 'CREATE TABLE users (id int)'],
  ] as const) {
    test(`DUR-13 ${what} of another program are refused with what to do`, async () => {
      const fresh = await freshDatabase('postgres');
      await inSchema(fresh, 'shop', async (address) => {
        await onServer(statement, address);
        const there = () =>
          onServer(`SELECT tablename FROM pg_tables WHERE schemaname = 'shop'`, address);
        const { rows: before } = await there();
        const said = await refusalAt(address);
        assert.match(said, 'Another program');
        assert.match(said, 'search_path');
        assert.equal((await there()).rows, before, 'left as it was');
      });
      await fresh.dispose();
    });
  }
}

test.run();

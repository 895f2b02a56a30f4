import { mkdirSync, mkdtempSync, rmSync, statSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startRelay } from '../support/start-relay.ts';
import { runRelay } from '../../relay/main.ts';
import { changes } from '../../relay/store/schema-changes.ts';
import { openDatabase } from '../../relay/store/open.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { databaseKinds, dropDatabases, freshDatabase } from '../support/databases.ts';

/** The statements of every migration, in order, as earlier versions ran them: each by itself. */
const migrationsAsRun = Object.entries(changes).map(([name, ofName]) => ({
  name,
  statements: ofName.flatMap((change) => change('sqlite')),
}));

const records =
  'CREATE TABLE kysely_migration (name varchar(255) NOT NULL PRIMARY KEY, timestamp varchar(255) NOT NULL)';
const lockRecords =
  'CREATE TABLE kysely_migration_lock (id varchar(255) NOT NULL PRIMARY KEY, is_locked integer DEFAULT 0 NOT NULL)';

/** A store that an earlier version had up to some migration, and left so many statements into the next one. */
function halfMade(path: string, at: number, done: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = new Sqlite(path);
  file.pragma('synchronous = OFF');
  file.exec(`${records};${lockRecords}`);
  for (const { name, statements } of migrationsAsRun.slice(0, at)) {
    for (const statement of statements) file.exec(statement);
    file.prepare("INSERT INTO kysely_migration VALUES (?, '')").run(name);
  }
  if (at > 0) {
    file.exec(
      "INSERT INTO users (id, name, email, tier, identity, created_at) VALUES ('user_1', 'Ada', 'a@x', 'team', NULL, 1)",
    );
    file.exec(`INSERT INTO reservations (workspace_id, path_key, symbol, file_path, session_id, fence, expires_at)
      VALUES ('ws_1', 'A.TS', 'login', 'a.ts', 'sess_1', 7, 99)`);
  }
  for (const statement of migrationsAsRun[at]?.statements.slice(0, done) ?? [])
    file.exec(statement);
  file.close();
}

function linesOf(path: string): string[] {
  const file = new Sqlite(path, { readonly: true });
  const query = `SELECT coalesce(sql, type || ' ' || name) AS line FROM sqlite_master
    WHERE name NOT LIKE '%kysely_migration%' ORDER BY line`;
  const lines = file.prepare(query).pluck().all() as string[];
  file.close();
  return lines;
}

const folder = mkdtempSync(join(tmpdir(), 'coord-first-start-'));
const pathOf = (name: string) => join(folder, name, 'relay.db');

test('DUR-1 a store that an earlier version left half made opens, whatever the statement it was killed at', async () => {
  const whole = pathOf('whole');
  await (await openDatabase(whole)).close();
  for (const [at, { name, statements }] of migrationsAsRun.entries()) {
    // Tables are all made alike; what comes last is unlike the rest.
    const step = statements.length > 10 ? 4 : 1;
    for (let done = 0; done <= statements.length; done += step) {
      const path = pathOf(`${name}-${done}`);
      halfMade(path, at, done);
      const database = await openDatabase(path);
      const reservations = await database.reader.selectFrom('reservations').selectAll().execute();
      const users = await database.reader.selectFrom('users').select('id').execute();
      await database.close();
      const where = `${name}, statement ${done}`;
      assert.equal(linesOf(path), linesOf(whole), where);
      assert.equal(users, at === 0 ? [] : [{ id: 'user_1' }], where);
      assert.is(reservations[0]?.fence, at === 0 ? undefined : 7, where);
    }
  }
});

test('DUR-1 a half made store in which somebody has written is finished, and keeps it', async () => {
  const path = pathOf('written');
  halfMade(path, 0, 3);
  const file = new Sqlite(path);
  file.exec(
    "INSERT INTO users (id, name, email, tier, identity, created_at) VALUES ('user_1', 'Ada', 'a@x', 'team', NULL, 1)",
  );
  file.close();
  const database = await openDatabase(path);
  const users = await database.reader.selectFrom('users').select('name').execute();
  await database.close();
  assert.equal(users, [{ name: 'Ada' }]);
  assert.equal(linesOf(path), linesOf(pathOf('whole')));
});

test('DUR-2 a store of a newer version is refused with what to do, and left as it is', async () => {
  const path = pathOf('newer');
  await (await openDatabase(path)).close();
  const file = new Sqlite(path);
  file.exec("INSERT INTO kysely_migration VALUES ('9999_later', ''); CREATE TABLE later (a)");
  const refused = await runRelay({
    data: dirname(path),
    host: '127.0.0.1',
    port: 0,
    environment: {},
    onError: () => undefined,
  });
  assert.ok(isRefusal(refused));
  assert.match(refused.message, 'newer version of coord');
  assert.is(file.prepare('SELECT count(*) FROM later').pluck().get(), 0);
  file.close();
});

test('DUR-3 the files of a store are never readable by others, also while they are made', async () => {
  const path = pathOf('private');
  mkdirSync(dirname(path));
  const open: string[] = [];
  const look = (name: string | null) => {
    const found = statSync(join(dirname(path), name ?? ''), { throwIfNoEntry: false });
    if (found?.isFile() === true && (found.mode & 0o077) !== 0) open.push(String(name));
  };
  const before = process.umask(0);
  const watcher = watch(dirname(path), (_event, name) => look(name));
  try {
    const relay = await startRelay({ host: '127.0.0.1', port: 0, database: path });
    for (const name of ['relay.db', 'relay.db-wal', 'relay.db-shm', 'relay.db-lock']) look(name);
    await relay.close();
  } finally {
    watcher.close();
    process.umask(before);
  }
  assert.equal(open, []);
});

for (const kind of databaseKinds) {
  test(`DUR-1 several first starts at once all open the same store [${kind}]`, async () => {
    const fresh = await freshDatabase(kind);
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(fresh.address)));
    try {
      const users = await fresh.rows.selectFrom('users').select('id').execute();
      assert.equal(users, []);
    } finally {
      for (const database of opened) await database.close();
      await fresh.dispose();
    }
  });
}

test.after(async () => {
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});
test.run();

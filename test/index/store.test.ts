import Database from 'better-sqlite3';
import { statSync, writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openIndexStore, type FileRecord } from '../../daemon/index/store.ts';
import { makeWorkspace, type Workspace } from './support.ts';

const test = suite<{ workspace: Workspace }>('RSV-10 index store');

test.before.each((context) => {
  context.workspace = makeWorkspace();
});
test.after.each(({ workspace }) => workspace.remove());

const facts = {
  symbols: [],
  imports: [],
  exports: [{ name: 'f', of: 'f' }],
  instances: [],
  uses: [],
};
const rows: readonly FileRecord[] = [
  { path: 'src/a.ts', mtimeMs: 1.25, size: 10, isParsed: true, facts },
  { path: 'src/broken.ts', mtimeMs: 2, size: 20, isParsed: false, facts: undefined },
];

test('rows come back as they were put, also after a restart', ({ workspace }) => {
  const store = openIndexStore(workspace.storeFile);
  store.putMany(rows);
  store.close();
  const again = openIndexStore(workspace.storeFile);
  for (const { path, isParsed, facts } of rows)
    assert.equal(again.facts(path), { path, isParsed, facts });
  assert.is(again.facts('src/none.ts'), undefined);
  assert.equal(
    again.stampsAfter('', 10),
    new Map(rows.map(({ path, mtimeMs, size }) => [path, { mtimeMs, size }])),
  );
  assert.equal([...again.stampsAfter('', 1).keys()], ['src/a.ts']);
  assert.equal([...again.stampsAfter('src/a.ts', 1).keys()], ['src/broken.ts']);
  again.putMany([{ path: 'src/broken.ts', mtimeMs: 3, size: 30, isParsed: false }]);
  again.remove(['src/a.ts']);
  assert.equal(again.stampsAfter('', 10), new Map([['src/broken.ts', { mtimeMs: 3, size: 30 }]]));
  assert.is(again.count(), 1);
  again.close();
});

test('only its owner can read the file', ({ workspace }) => {
  writeFileSync(workspace.storeFile, '', { mode: 0o644 });
  const store = openIndexStore(workspace.storeFile);
  store.putMany(rows);
  for (const suffix of ['', '-wal'])
    assert.is(statSync(workspace.storeFile + suffix).mode & 0o777, 0o600);
  store.close();
});

test('a store of another schema version is rebuilt', ({ workspace }) => {
  const store = openIndexStore(workspace.storeFile);
  store.putMany(rows);
  store.close();
  const database = new Database(workspace.storeFile);
  database.pragma('user_version = 999');
  database.close();
  const rebuilt = openIndexStore(workspace.storeFile);
  assert.is(rebuilt.count(), 0);
  rebuilt.putMany(rows);
  assert.is(rebuilt.count(), 2);
  rebuilt.close();
});

test('a file that is no database is rebuilt', ({ workspace }) => {
  writeFileSync(
    workspace.storeFile,
    'not a database, but long enough to be taken for one'.repeat(100),
  );
  const store = openIndexStore(workspace.storeFile);
  store.putMany(rows);
  assert.equal(store.facts('src/a.ts')?.facts, facts);
  store.close();
});

test.run();

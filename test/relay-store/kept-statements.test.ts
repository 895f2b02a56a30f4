import Sqlite from 'better-sqlite3';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withKeptStatements } from '../../relay/store/sqlite.ts';

test('a query is prepared once, and again when many others were in between', () => {
  const file = new Sqlite(':memory:');
  const kept = withKeptStatements(file);
  const first = kept.prepare('SELECT 1');
  assert.is(kept.prepare('SELECT 1'), first);
  for (let at = 2; at < 400; at++) kept.prepare(`SELECT ${at}`);
  assert.is.not(kept.prepare('SELECT 1'), first);
  kept.close();
  assert.not(file.open);
});

test('a kept query sees the columns that a migration adds', () => {
  const file = new Sqlite(':memory:');
  const kept = withKeptStatements(file);
  file.exec('CREATE TABLE a (x); INSERT INTO a VALUES (1)');
  const read = () => kept.prepare('SELECT * FROM a').all([]);
  assert.equal(read(), [{ x: 1 }]);
  file.exec('ALTER TABLE a ADD COLUMN y DEFAULT 2');
  assert.equal(read(), [{ x: 1, y: 2 }]);
  file.close();
});

test.run();

import { LRUCache } from 'lru-cache';
import type Sqlite from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';

/** More than the different queries of a relay; lists of values make further ones. */
const maxStatements = 300;

/** The file for a query builder, which would otherwise prepare every query again: that takes longer than most of them run. */
export function withKeptStatements(file: Sqlite.Database): SqliteDatabase {
  const kept = new LRUCache<string, Sqlite.Statement>({ max: maxStatements });
  return {
    close: () => void file.close(),
    prepare(text) {
      const statement = kept.get(text) ?? file.prepare(text);
      kept.set(text, statement);
      return statement as Sqlite.Statement<readonly unknown[]>;
    },
  };
}

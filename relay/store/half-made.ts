import type Sqlite from 'better-sqlite3';
import { changes, type FoundTables } from './schema-changes.ts';

/**
 * DUR-1: earlier versions wrote a migration statement by statement, and one that was killed left some of them without a
 * record. They are taken back, so that the migration runs whole. No relay has served from such a file since, so nothing but
 * the migration wrote to what it made; where rows are found in a table all the same, this throws `DATABASE_HALF_MADE`.
 */
export function undoUnrecorded(file: Sqlite.Database, applied: readonly string[]): void {
  const next = Object.entries(changes).find(([name]) => !applied.includes(name));
  for (const change of next?.[1].toReversed() ?? []) {
    for (const statement of change.undo(tablesIn(file))) {
      refuseLoss(file, statement);
      file.exec(statement);
    }
  }
}

function tablesIn(file: Sqlite.Database): FoundTables {
  const table = file.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
  const column = file.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?');
  return {
    hasTable: (name) => table.get(name) !== undefined,
    hasColumn: (name, columnName) => column.get(name, columnName) !== undefined,
  };
}

/** `DROP TABLE IF EXISTS` is of a copy. */
function refuseLoss(file: Sqlite.Database, statement: string): void {
  const [, name] = /^DROP TABLE (\w+)$/.exec(statement) ?? [];
  if (name === undefined || file.prepare(`SELECT 1 FROM ${name}`).get() === undefined) return;
  const message = `${name} has rows, but no record of the migration that makes it`;
  throw Object.assign(new Error(message), { code: 'DATABASE_HALF_MADE' });
}

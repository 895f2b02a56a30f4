import { sql, type Kysely, type Migration } from 'kysely';
import type { Dialect } from './dialect.ts';
import { cooperation } from './tables/cooperation.ts';
import { foundation } from './tables/foundation.ts';
import { knowledge } from './tables/knowledge.ts';
import { meetings } from './tables/meetings.ts';

/** Every change of the tables, in order. A migration that has been released is never edited. */
export function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    '0001_foundation': { up: (db) => runAll(db, foundation(dialect)) },
    '0002_knowledge': { up: (db) => runAll(db, knowledge(dialect)) },
    '0003_cooperation': { up: (db) => runAll(db, cooperation()) },
    '0004_meetings': { up: (db) => runAll(db, meetings()) },
  };
}

async function runAll(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

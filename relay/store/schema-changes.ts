import { sql, type Kysely, type Migration } from 'kysely';
import { type Dialect, tables } from './schema.ts';
import { fills, type MigrationName } from './migrations.ts';
import type { EarlierKey, Index, Table } from './tables/table.ts';

/** Ends the name of a table while it is made anew. */
export const before = '_before';

/** One change of the tables, as SQL statements. */
type SchemaChange = (dialect: Dialect) => readonly string[];

/**
 * Every change of the tables, by migration, in order. The definitions say how the tables are today, and since when; a
 * migration that has been released still does what it did then.
 */
export const changes: Readonly<Record<string, readonly SchemaChange[]>> = Object.fromEntries(
  (Object.keys(fills) as MigrationName[]).map((name) => [
    name,
    [...tables.flatMap((table) => changesOf(table, name)), () => fills[name]],
  ]),
);

export function migrations(dialect: Dialect): Record<string, Migration> {
  const entries = Object.entries(changes).map(([name, ofName]): [string, Migration] => {
    const statements = ofName.flatMap((change) => change(dialect));
    return [name, { up: (db) => runAll(db, statements) }];
  });
  return Object.fromEntries(entries);
}

/** SQLite's words. PostgreSQL takes a migration back as a whole, and its words are others. */
const isThere = /^(?:table|index) \S+ already exists|^duplicate column name/;

/** DUR-1: what an earlier version has made of a migration that it did not end is passed over. */
async function runAll(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    try {
      await sql.raw(statement).execute(db);
    } catch (error) {
      if (!(error instanceof Error && isThere.test(error.message))) throw error;
    }
  }
}

function changesOf(table: Table, migration: MigrationName): SchemaChange[] {
  const { since, options } = table;
  if (since === migration) return [createTable(table, migration)];
  const added = namesOf(table, (first) => first === migration);
  if (options.earlierKey?.until === migration)
    return [changeKey(table, { added, ...options.earlierKey })];
  return [
    ...added.map((column) => addColumn(table, column)),
    () => indexesOf(table, (first) => first === migration),
  ];
}

/** The names of the columns whose first migration is such. */
function namesOf({ since, columns }: Table, isOf: (first: MigrationName) => boolean): string[] {
  return Object.keys(columns).filter((column) => isOf(columns[column]?.firstMigration ?? since));
}

/** The table with its indexes, as the migration left it: their names are in the order in which they came. */
function createTable(table: Table, migration: MigrationName): SchemaChange {
  const { name, columns, options } = table;
  const { earlierKey, unique } = options;
  const isEarlier = earlierKey !== undefined && migration < earlierKey.until;
  const primaryKey = isEarlier ? earlierKey.columns : options.primaryKey;
  const lines = namesOf(table, (first) => first <= migration).map(
    (column) => `${column} ${columns[column]?.sql}`,
  );
  if (primaryKey !== undefined) lines.push(`PRIMARY KEY (${primaryKey.join(', ')})`);
  if (unique !== undefined) lines.push(`UNIQUE (${unique.join(', ')})`);
  return (dialect) => [
    `CREATE TABLE ${name} (\n    ${lines.join(',\n    ')}\n  )` +
      (options.clustered === true && dialect === 'sqlite' ? ' WITHOUT ROWID' : ''),
    ...indexesOf(table, (first) => first <= migration),
  ];
}

/** The statements that make the indexes whose first migration is such. */
function indexesOf(
  { name, since, options: { indexes = {} } }: Table,
  isOf: (first: MigrationName) => boolean,
): string[] {
  return Object.entries(indexes)
    .filter(([, index]) => isOf(index.since ?? since))
    .map(([index, definition]) => createIndex(name, index, definition));
}

function createIndex(table: string, name: string, { on, where }: Index): string {
  const condition = where === undefined ? '' : ` WHERE ${where}`;
  return `CREATE INDEX ${name} ON ${table} (${on.join(', ')})${condition}`;
}

function addColumn({ name, columns }: Table, column: string): SchemaChange {
  return () => [`ALTER TABLE ${name} ADD COLUMN ${column} ${columns[column]?.sql}`];
}

/** Gives the table the primary key of its definition, and keeps its rows. SQLite cannot change a key: the table is made anew. */
function changeKey(
  table: Table,
  { added, until, filled }: EarlierKey & { readonly added: readonly string[] },
): SchemaChange {
  const { name, options } = table;
  const key = options.primaryKey?.join(', ');
  const kept = namesOf(table, (first) => first < until);
  const values = Object.entries(filled);
  const inPlace = [
    ...added.flatMap((column) => addColumn(table, column)('postgres')),
    ...values.map(([column, value]) => `UPDATE ${name} SET ${column} = ${value}`),
    `ALTER TABLE ${name} DROP CONSTRAINT ${name}_pkey`,
    `ALTER TABLE ${name} ADD PRIMARY KEY (${key})`,
  ];
  const into = [...kept, ...values.map(([column]) => column)].join(', ');
  const from = [...kept, ...values.map(([, value]) => value)].join(', ');
  const anew = [
    `ALTER TABLE ${name} RENAME TO ${name}${before}`,
    ...createTable(table, until)('sqlite'),
    `INSERT INTO ${name} (${into}) SELECT ${from} FROM ${name}${before}`,
    `DROP TABLE ${name}${before}`,
  ];
  return (dialect) => (dialect === 'postgres' ? inPlace : anew);
}

import type { Dialect } from './dialect.ts';
import type { Index, Table } from './tables/table.ts';

/** One change of the tables, as SQL statements. */
export interface SchemaChange {
  statements(dialect: Dialect): readonly string[];
  /** What takes back the part of it that a killed process has left, so that it can run whole; on SQLite. */
  undo(found: FoundTables): readonly string[];
}

/** What a SQLite file has now. */
export interface FoundTables {
  hasTable(name: string): boolean;
  hasColumn(table: string, column: string): boolean;
}

interface Creation<Columns extends Table['columns']> {
  readonly without?: readonly (keyof Columns)[];
  /** The key that it had then, where a later change gives it another one. */
  readonly primaryKey?: readonly (keyof Columns & string)[];
}

/** The table with its indexes; without the columns that a later change adds. */
export function createTable<Name extends string, Columns extends Table['columns']>(
  table: Table<Name, Columns>,
  { without = [], primaryKey = table.options.primaryKey }: Creation<Columns> = {},
): SchemaChange {
  const { name, columns, options } = table;
  const lines = Object.entries(columns)
    .filter(([column]) => !without.includes(column))
    .map(([column, { sql }]) => `${column} ${sql}`);
  if (primaryKey !== undefined) lines.push(`PRIMARY KEY (${primaryKey.join(', ')})`);
  if (options.unique !== undefined) lines.push(`UNIQUE (${options.unique.join(', ')})`);
  const indexes = Object.entries(options.indexes ?? {});
  return {
    statements: (dialect) => [
      `CREATE TABLE ${name} (\n    ${lines.join(',\n    ')}\n  )` +
        (options.clustered === true && dialect === 'sqlite' ? ' WITHOUT ROWID' : ''),
      ...indexes.map(([index, definition]) => createIndex(name, index, definition)),
    ],
    undo: ({ hasTable }) => (hasTable(name) ? [`DROP TABLE ${name}`] : []),
  };
}

export function addColumn<Columns extends Table['columns']>(
  { name, columns }: Table<string, Columns>,
  column: keyof Columns & string,
): SchemaChange {
  return {
    statements: () => [`ALTER TABLE ${name} ADD COLUMN ${column} ${columns[column]?.sql}`],
    undo: ({ hasColumn }) =>
      hasColumn(name, column) ? [`ALTER TABLE ${name} DROP COLUMN ${column}`] : [],
  };
}

/** A statement that gives rows that are there already the values of a new column. Run again, it changes nothing. */
export function fill(statement: string): SchemaChange {
  return { statements: () => [statement], undo: () => [] };
}

interface KeyChange<Columns extends Table['columns']> {
  /** The columns that the table gets with its new key. */
  readonly added: readonly (keyof Columns & string)[];
  /** SQL, by added column: what rows that are there already get in place of the default. */
  readonly filled: Partial<Record<keyof Columns & string, string>>;
}

/** Gives the table the primary key of its definition, and keeps its rows. SQLite cannot change a key: the table is made anew. */
export function changeKey<Columns extends Table['columns']>(
  table: Table<string, Columns>,
  { added, filled }: KeyChange<Columns>,
): SchemaChange {
  const { name, columns, options } = table;
  const key = options.primaryKey?.join(', ');
  const kept = Object.keys(columns).filter((column) => !added.includes(column));
  const fill = Object.entries(filled) as [string, string][];
  const inPlace = [
    ...added.flatMap((column) => addColumn(table, column).statements('postgres')),
    ...fill.map(([column, value]) => `UPDATE ${name} SET ${column} = ${value}`),
    `ALTER TABLE ${name} DROP CONSTRAINT ${name}_pkey`,
    `ALTER TABLE ${name} ADD PRIMARY KEY (${key})`,
  ];
  const into = [...kept, ...fill.map(([column]) => column)].join(', ');
  const from = [...kept, ...fill.map(([, value]) => value)].join(', ');
  const anew = [
    `ALTER TABLE ${name} RENAME TO ${name}_before`,
    ...createTable(table).statements('sqlite'),
    `INSERT INTO ${name} (${into}) SELECT ${from} FROM ${name}_before`,
    `DROP TABLE ${name}_before`,
  ];
  return {
    statements: (dialect) => (dialect === 'postgres' ? inPlace : anew),
    // A table that has its new form already is made anew again: it has all the rows.
    undo: ({ hasTable }) =>
      hasTable(`${name}_before`)
        ? [`DROP TABLE IF EXISTS ${name}`, `ALTER TABLE ${name}_before RENAME TO ${name}`]
        : [],
  };
}

function createIndex(table: string, name: string, { on, where }: Index): string {
  const condition = where === undefined ? '' : ` WHERE ${where}`;
  return `CREATE INDEX ${name} ON ${table} (${on.join(', ')})${condition}`;
}

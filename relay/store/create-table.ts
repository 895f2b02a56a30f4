import type { Dialect } from './dialect.ts';
import type { Index, Table } from './tables/table.ts';

/** One change of the tables, as SQL statements. */
export type SchemaChange = (dialect: Dialect) => readonly string[];

/** The table with its indexes; without the columns that a later change adds. */
export function createTable<Name extends string, Columns extends Table['columns']>(
  table: Table<Name, Columns>,
  { without = [] }: { readonly without?: readonly (keyof Columns)[] } = {},
): SchemaChange {
  const { name, columns, options } = table;
  const lines = Object.entries(columns)
    .filter(([column]) => !without.includes(column))
    .map(([column, { sql }]) => `${column} ${sql}`);
  if (options.primaryKey !== undefined)
    lines.push(`PRIMARY KEY (${options.primaryKey.join(', ')})`);
  if (options.unique !== undefined) lines.push(`UNIQUE (${options.unique.join(', ')})`);
  const indexes = Object.entries(options.indexes ?? {});
  return (dialect) => [
    `CREATE TABLE ${name} (\n    ${lines.join(',\n    ')}\n  )` +
      (options.clustered === true && dialect === 'sqlite' ? ' WITHOUT ROWID' : ''),
    ...indexes.map(([index, definition]) => createIndex(name, index, definition)),
  ];
}

export function addColumn<Columns extends Table['columns']>(
  { name, columns }: Table<string, Columns>,
  column: keyof Columns & string,
): SchemaChange {
  return () => [`ALTER TABLE ${name} ADD COLUMN ${column} ${columns[column]?.sql}`];
}

function createIndex(table: string, name: string, { on, where }: Index): string {
  const condition = where === undefined ? '' : ` WHERE ${where}`;
  return `CREATE INDEX ${name} ON ${table} (${on.join(', ')})${condition}`;
}

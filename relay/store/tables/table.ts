import type { MigrationName } from '../migrations.ts';

/**
 * How a table is defined. The statements that make and change it (`../schema-changes.ts`) and the type of its rows both come
 * from the definition, for SQLite and PostgreSQL alike.
 */
export interface Table<
  Name extends string = string,
  Columns extends ColumnsOfTable = ColumnsOfTable,
> {
  readonly name: Name;
  /** The migration that makes it. */
  readonly since: MigrationName;
  /** In the order in which they are created. */
  readonly columns: Columns;
  readonly options: TableOptions<keyof Columns & string>;
}

type ColumnsOfTable = Readonly<Record<string, Column<string | number | null>>>;

export interface TableOptions<Name extends string = string> {
  /** For a key of several columns; a key of one is marked at the column. */
  readonly primaryKey?: readonly Name[];
  /** The key that it was made with, where a later migration gave it the one that it has. */
  readonly earlierKey?: EarlierKey<Name>;
  readonly unique?: readonly Name[];
  readonly indexes?: Readonly<Record<string, Index<Name>>>;
  /** One tree instead of two on SQLite, for tables whose primary key is all of their order. */
  readonly clustered?: boolean;
}

export interface EarlierKey<Name extends string = string> {
  readonly columns: readonly Name[];
  readonly until: MigrationName;
  /** SQL, by column of that migration: what rows that are there already get in place of the default. */
  readonly filled: Readonly<Partial<Record<Name, string>>>;
}

export interface Index<Name extends string = string> {
  readonly on: readonly Name[];
  /** SQL: only these rows are in the index. */
  readonly where?: string;
  /** The migration that adds it to a table that is there; absent where the table came with it. */
  readonly since?: MigrationName;
}

/** A row as it is read and written. */
export type RowOf<Columns extends ColumnsOfTable> = {
  -readonly [Name in keyof Columns]: Columns[Name]['value'];
};

export function table<const Name extends string, Columns extends ColumnsOfTable>(
  name: Name,
  since: MigrationName,
  columns: Columns,
  options: TableOptions<keyof Columns & string> = {},
): Table<Name, Columns> {
  return { name, since, columns, options };
}

/** A column that must be filled, until `null` is called. Each method answers a changed copy. */
export class Column<Value extends string | number | null> {
  /** Only for types: what the rows hold. */
  declare readonly value: Value;

  constructor(
    private readonly type: 'TEXT' | 'BIGINT',
    private readonly constraints: readonly string[] = ['NOT NULL'],
    /** Undefined: it is there since the table is. */
    readonly firstMigration?: MigrationName,
  ) {}

  /** As it stands in CREATE TABLE and ALTER TABLE. */
  get sql(): string {
    return [this.type, ...this.constraints].join(' ');
  }

  null(): Column<Value | null> {
    return new Column(this.type, []);
  }

  primaryKey(): Column<Value> {
    return new Column(this.type, ['PRIMARY KEY']);
  }

  unique(): Column<Value> {
    return this.with('UNIQUE');
  }

  /** Refers to the `id` of another table. */
  references(name: string): Column<Value> {
    return this.with(`REFERENCES ${name} (id)`);
  }

  /** For a column that is added to a table that has rows. */
  default(value: string): Column<Value> {
    return this.with(`DEFAULT '${value}'`);
  }

  /** Said last: the migration that adds it to the table. */
  since(migration: MigrationName): Column<Value> {
    return new Column(this.type, this.constraints, migration);
  }

  private with(constraint: string): Column<Value> {
    return new Column(this.type, [...this.constraints, constraint]);
  }
}

export function text(): Column<string> {
  return new Column('TEXT');
}

/** A count, 1 or 0 for a truth value, or milliseconds since 1970. */
export function integer(): Column<number> {
  return new Column('BIGINT');
}

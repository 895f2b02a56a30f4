import type { Connection, Row } from './database.ts';

/** Sizes that a statement is prepared in, so that any number of rows needs only a few texts. */
const sizes = [64, 32, 16, 8, 4, 2, 1] as const;

/**
 * A hot statement over many rows: `{rows}` in its text stands for `(?, ?), (?, ?), ...`. The same text serves both
 * databases; each prepares it once per size.
 */
export interface RowsStatement {
  readonly text: string;
  readonly columns: number;
  /** One row where it needs types, such as `(?, CAST(? AS BIGINT))`; without it, `columns` bare parameters. */
  readonly row?: string;
}

const texts = new WeakMap<RowsStatement, Map<number, string>>();

/** Selects for all the keys. Neither a duplicate key nor an empty list is an error. */
export async function selectRows(
  connection: Connection,
  statement: RowsStatement,
  keys: readonly (readonly unknown[])[],
): Promise<Row[]> {
  const found = await Promise.all(
    chunks(keys).map(({ size, values }) => connection.select(textOf(statement, size), values)),
  );
  return found.length === 1 ? (found[0] ?? []) : found.flat();
}

/** Writes all the rows; the commit waits for them. */
export function writeRows(
  connection: Connection,
  statement: RowsStatement,
  rows: readonly (readonly unknown[])[],
): void {
  for (const { size, values } of chunks(rows)) connection.write(textOf(statement, size), values);
}

/** Rows for one statement, end to end. */
interface Chunk {
  readonly size: number;
  readonly values: unknown[];
}

function chunks(rows: readonly (readonly unknown[])[]): Chunk[] {
  const result: Chunk[] = [];
  let start = 0;
  for (const size of sizes) {
    for (; rows.length - start >= size; start += size) {
      const values: unknown[] = [];
      // By hand, because `flat` costs as much as some of the statements.
      for (let at = start; at < start + size; at += 1) values.push(...(rows[at] ?? []));
      result.push({ size, values });
    }
  }
  return result;
}

function textOf(statement: RowsStatement, size: number): string {
  let bySize = texts.get(statement);
  if (bySize === undefined) texts.set(statement, (bySize = new Map()));
  let text = bySize.get(size);
  if (text === undefined) {
    const row = statement.row ?? `(${Array(statement.columns).fill('?').join(', ')})`;
    text = statement.text.replace('{rows}', Array(size).fill(row).join(', '));
    bySize.set(size, text);
  }
  return text;
}

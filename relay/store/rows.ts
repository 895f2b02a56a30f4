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
}

const texts = new WeakMap<RowsStatement, Map<number, string>>();

/** Selects for all the keys. Neither a duplicate key nor an empty list is an error. */
export async function selectRows(
  connection: Connection,
  statement: RowsStatement,
  keys: readonly (readonly unknown[])[],
): Promise<Row[]> {
  const found = await Promise.all(
    chunks(keys).map((chunk) => connection.select(textOf(statement, chunk.length), chunk.flat())),
  );
  return found.length === 1 ? (found[0] ?? []) : found.flat();
}

/** Writes all the rows; the commit waits for them. */
export function writeRows(
  connection: Connection,
  statement: RowsStatement,
  rows: readonly (readonly unknown[])[],
): void {
  for (const chunk of chunks(rows)) connection.write(textOf(statement, chunk.length), chunk.flat());
}

function chunks<T>(rows: readonly T[]): T[][] {
  const result: T[][] = [];
  let start = 0;
  for (const size of sizes) {
    while (rows.length - start >= size) {
      result.push(rows.slice(start, start + size));
      start += size;
    }
  }
  return result;
}

function textOf(statement: RowsStatement, size: number): string {
  let bySize = texts.get(statement);
  if (bySize === undefined) texts.set(statement, (bySize = new Map()));
  let text = bySize.get(size);
  if (text === undefined) {
    const row = `(${Array(statement.columns).fill('?').join(', ')})`;
    text = statement.text.replace('{rows}', Array(size).fill(row).join(', '));
    bySize.set(size, text);
  }
  return text;
}

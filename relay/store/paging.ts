import { sql, type SelectQueryBuilder, type StringReference } from 'kysely';
import type { Moment } from '../kernel/cursor.ts';

/**
 * The next rows in the order of these columns, after the position that their values say. It is one comparison, so that an
 * index leads there, and what was read before is not read again.
 */
export function inOrder<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  columns: readonly StringReference<DB, TB>[],
  { limit, after }: { limit: number; after: readonly (string | number)[] | undefined },
): SelectQueryBuilder<DB, TB, Row> {
  return page(query, columns, { limit, after, comparison: '>', direction: 'asc' });
}

/** Newest first, by a moment and an id; `before` is the last one of the page before. */
export function newestFirst<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  columns: readonly [moment: StringReference<DB, TB>, id: StringReference<DB, TB>],
  { limit, before }: { limit: number; before?: Moment | undefined },
): SelectQueryBuilder<DB, TB, Row> {
  const after = before && [before.createdAt, before.id];
  return page(query, columns, { limit, after, comparison: '<', direction: 'desc' });
}

interface Page {
  readonly limit: number;
  readonly after: readonly (string | number)[] | undefined;
  readonly comparison: '<' | '>';
  readonly direction: 'asc' | 'desc';
}

function page<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  columns: readonly string[],
  { limit, after, comparison, direction }: Page,
): SelectQueryBuilder<DB, TB, Row> {
  const names = columns.map((column) => sql.ref(column));
  let found = query.limit(limit);
  if (after !== undefined) {
    const [key, values] = [sql.join(names), sql.join([...after])];
    found = found.where(sql<boolean>`(${key}) ${sql.raw(comparison)} (${values})`);
  }
  for (const name of names) found = found.orderBy(name, direction);
  return found;
}

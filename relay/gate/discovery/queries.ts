import type { Kysely } from 'kysely';
import type { Schema } from '../../store/schema.ts';

type Db = Kysely<Schema>;

/** The files of the symbol graph with these keys, as it spells them. */
export function selectKnownFiles(
  db: Db,
  workspaceId: string,
  fileKeys: readonly string[],
): Promise<{ file_key: string; file: string }[]> {
  return db
    .selectFrom('symbol_files')
    .select(['file_key', 'file'])
    .where('workspace_id', '=', workspaceId)
    .where('file_key', 'in', [...fileKeys])
    .orderBy('file_key')
    .execute();
}

/** The keys of those files of which the symbol graph has a symbol, or that use another file. */
export async function filesWithContent(
  db: Db,
  workspaceId: string,
  fileKeys: readonly string[],
): Promise<string[]> {
  const keysIn = (table: 'symbols' | 'symbol_edges') =>
    db
      .selectFrom(table)
      .select('file_key')
      .distinct()
      .where('workspace_id', '=', workspaceId)
      .where('file_key', 'in', [...fileKeys])
      .execute();
  const rows = [...(await keysIn('symbols')), ...(await keysIn('symbol_edges'))];
  return rows.map(({ file_key: key }) => key);
}

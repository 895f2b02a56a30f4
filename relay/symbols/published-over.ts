import type {
  PublishedOver,
  PublishedSymbol,
  SymbolChange,
} from '../../shared/symbols/contract.ts';
import type { SymbolRow } from '../store/schema.ts';
import type { PreparedFile, StoredFile } from './prepare.ts';

type Changes = NonNullable<PreparedFile['changes']>;

/**
 * SYM-6: the symbols that a publication replaces though they were not as its clone had them: somebody else has written them since.
 * Whoever takes the publication back brings those back. `merged` is the file with its changes.
 */
export function publishedOver(
  stored: StoredFile,
  { path, changes }: Pick<PreparedFile, 'path'> & { readonly changes: Changes },
  merged: Pick<PreparedFile, 'symbols'>,
): PublishedOver[] {
  const known = new Map(stored.symbols.map((row) => [row.key, row]));
  return changes.flatMap(({ key, name, before }) => {
    const row = known.get(key);
    if (isSame(row, before) || isSame(row, merged.symbols.get(key))) return [];
    return [{ path, name, ...(row && { symbol: recordOf(row, stored) }) }];
  });
}

function isSame(one: SymbolChange['before'], other: SymbolChange['before']): boolean {
  return one?.meaning_hash === other?.meaning_hash && one?.signature_hash === other?.signature_hash;
}

function recordOf(row: SymbolRow, { edges }: StoredFile): PublishedSymbol {
  const { name, start_line, end_line, signature, doc, meaning_hash, signature_hash } = row;
  return {
    ...{ name, start_line, end_line, signature, meaning_hash, signature_hash },
    kind: row.kind as PublishedSymbol['kind'],
    ...(doc !== '' && { doc }),
    members: JSON.parse(row.members) as string[],
    exported: row.exported === 1,
    callees: edges.filter((edge) => edge.caller_key === row.key).map(({ callee }) => callee),
  };
}

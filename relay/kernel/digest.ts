import { parseSymbolId, symbolId } from '../../shared/kernel/symbol-id.ts';
import { digestOf } from '../../shared/node/digest.ts';
import { pathKey } from '../../shared/kernel/paths.ts';

/** The key of a symbol id: its path is folded (PTH-2), its name is not. */
export function symbolKey(id: string): string {
  const { path, name } = parseSymbolId(id);
  return digestOf(symbolId(pathKey(path), name.normalize('NFC')));
}

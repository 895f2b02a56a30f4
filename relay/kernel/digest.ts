import { parseSymbolId, symbolId } from '../../shared/kernel/symbol-id.ts';
import { createHash } from 'node:crypto';
import { pathKey } from '../../shared/kernel/paths.ts';

/** A short key for a text of any length: 132 bits, so that two texts never share one. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** The key of a symbol id: its path is folded (PTH-2), its name is not. */
export function symbolKey(id: string): string {
  const { path, name } = parseSymbolId(id);
  return digestOf(symbolId(pathKey(path), name.normalize('NFC')));
}

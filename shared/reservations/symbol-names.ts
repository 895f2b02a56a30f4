import { canonicalPath, fitsInto, pathKey } from '../kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../kernel/refusal.ts';
import {
  fileOfSymbol,
  isSymbolId,
  nameOfSymbol,
  symbolId,
  type SymbolId,
} from '../kernel/symbol-id.ts';
import { wholeFile } from './places.ts';

/** `<path>#<Name>`; undefined for the whole file. */
export function symbolIdUnlessWhole(path: string, symbol: string): SymbolId | undefined {
  return symbol === wholeFile ? undefined : symbolId(path, symbol);
}

/** The `symbol_ids` of an answer: empty when the whole file is meant, also when it is meant beside some symbols. */
export function symbolIdsUnlessWhole(path: string, symbols: readonly string[]): string[] {
  return symbols.includes(wholeFile) ? [] : symbols.map((symbol) => symbolId(path, symbol));
}

/**
 * The names behind `symbol_ids`: `src/a.ts#login` and a bare `login` both give `login`; none gives the whole file, and so does the
 * path of the file itself.
 * Refused with a ValidationError: an id of another file.
 */
export function symbolNamesOf(
  path: string,
  ids: readonly string[] | undefined,
): string[] | Refusal {
  if (ids === undefined || ids.length === 0) return [wholeFile];
  const names: string[] = [];
  for (const id of ids) {
    const name = symbolName(path, id);
    if (isRefusal(name)) return name;
    names.push(name);
  }
  return names;
}

/** The names of symbols are parts of keys, like paths. */
const maxSymbolBytes = 900;

function symbolName(path: string, id: string): string | Refusal {
  const name = nameOfSymbol(id).normalize('NFC');
  if (!fitsInto(name, maxSymbolBytes)) {
    return refuse('ValidationError', `symbol_ids: a name is longer than ${maxSymbolBytes} bytes.`, {
      field: 'symbol_ids',
    });
  }
  if (!isSymbolId(id)) return name === '' || isPathItself(path, id) ? wholeFile : name;
  const owner = canonicalPath(fileOfSymbol(id));
  if (isRefusal(owner) || pathKey(owner) !== pathKey(path)) {
    return refuse('ValidationError', `symbol_ids: ${id} is not a symbol of ${path}.`, {
      field: 'symbol_ids',
    });
  }
  return name;
}

function isPathItself(path: string, id: string): boolean {
  const named = canonicalPath(id);
  return !isRefusal(named) && pathKey(named) === pathKey(path);
}

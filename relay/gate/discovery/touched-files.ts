import { parseSymbolId, symbolId } from '../../../shared/kernel/symbol-id.ts';
import { itemsOf, limits } from '../../../shared/contract/fields.ts';
import type { Touched } from './affected-tests.ts';
import { canonicalPath } from '../../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';

/** The fields in which an operation names what was touched. */
export interface TouchedFields {
  readonly files: string;
  readonly symbols: string;
}

/** Canonical paths and symbol ids, each once. Refused with a ValidationError that names the field. */
export function touchedOf(
  given: { files: string | readonly string[] | undefined; symbols: readonly string[] | undefined },
  fields: TouchedFields,
): Touched | Refusal {
  const files = each(itemsOf(given.files), fields.files, canonicalPath);
  if (isRefusal(files)) return files;
  const symbols = each(itemsOf(given.symbols), fields.symbols, canonicalSymbol);
  if (isRefusal(symbols)) return symbols;
  return { files, symbols };
}

function each(
  items: readonly string[],
  field: string,
  canonical: (item: string) => string | Refusal,
): string[] | Refusal {
  const found = new Set<string>();
  for (const item of items) {
    const one = canonical(item);
    if (isRefusal(one)) {
      return refuse('ValidationError', one.message.replace('file_path', field), { field });
    }
    found.add(one);
  }
  if (found.size <= limits.filesPerCommit) return [...found];
  return refuse('ValidationError', `${field}: at most ${limits.filesPerCommit}.`, { field });
}

function canonicalSymbol(id: string): string | Refusal {
  const { path: raw, name } = parseSymbolId(id);
  if (raw === '') {
    return refuse('ValidationError', 'file_path: a symbol is named <path>#<Name>.');
  }
  const path = canonicalPath(raw);
  return isRefusal(path) ? path : symbolId(path, name.normalize('NFC'));
}

import { fileOfSymbol, isSymbolId, nameOfSymbol, symbolId } from '../../shared/kernel/symbol-id.ts';
import { itemsOf } from '../../shared/contract/fields.ts';
import type { Input } from '../../shared/api/operations.ts';
import { touchedNote } from '../../shared/gate/touched-note.ts';
import { canonicalPath } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { TouchedFile } from './discovery/touched-files.ts';
import type { TouchedCommit } from './touched-commit.ts';

/** What the caller says that it touched; undefined when it says nothing. A file without symbols is touched as a whole. */
export function touchedIn(
  input: Pick<Input<'confirmReady'>, 'touched_files' | 'touched_symbols'>,
  fields = { files: 'touched_files', symbols: 'touched_symbols' },
): TouchedFile[] | undefined | Refusal {
  const files = itemsOf(input.touched_files);
  const symbols = input.touched_symbols ?? [];
  if (files.length + symbols.length === 0) return undefined;
  const parts = new Map<string, string[]>();
  for (const id of symbols) {
    const path = canonicalPath(isSymbolId(id) ? fileOfSymbol(id) : id);
    if (isRefusal(path)) return renamed(path, fields.symbols);
    const name = isSymbolId(id) ? nameOfSymbol(id) : '';
    parts.set(path, [...(parts.get(path) ?? []), name]);
  }
  for (const raw of files) {
    const path = canonicalPath(raw);
    if (isRefusal(path)) return renamed(path, fields.files);
    if (!parts.has(path)) parts.set(path, []);
  }
  return Array.from(parts, ([path, names]) => ({
    path,
    isThere: true,
    parts: names.length === 0 ? 'everything' : names,
  }));
}

function renamed({ message }: Refusal, field: string): Refusal {
  return refuse('ValidationError', message.replace('file_path', field), { field });
}

/** GAT-9: how that differs from what Git says; undefined where it does not, or nothing was said. */
export function noteOn(
  given: readonly TouchedFile[] | undefined,
  { files, symbols }: Pick<TouchedCommit, 'files' | 'symbols'>,
): string | undefined {
  if (given === undefined) return undefined;
  const named = given.flatMap(({ path, parts }) =>
    parts === 'everything' ? [] : parts.map((name) => symbolId(path, name)),
  );
  return touchedNote({ files: given.map(({ path }) => path), symbols: named }, { files, symbols });
}

import { symbolId } from '../../shared/kernel/symbol-id.ts';
import type { ParsedFile } from './parser/parsed-file.ts';

/** A file at one moment; `undefined` when it is there but cannot be parsed, or nothing is known of it. */
export type FileState = ParsedFile | 'absent' | undefined;

export type TouchedSymbols =
  { readonly kind: 'symbols'; readonly symbolIds: string[] } | { readonly kind: 'whole_file' };

/**
 * RSV-10: the symbols that are new, gone or of another meaning, and the top-level part when the code outside every
 * symbol changed. `whole_file` when a side that is there could not be parsed.
 */
export function touchedSymbols(path: string, before: FileState, after: FileState): TouchedSymbols {
  if (before === undefined || after === undefined) return { kind: 'whole_file' };
  const hashesBefore = hashesByName(before);
  const hashesAfter = hashesByName(after);
  const names = new Set([...hashesBefore.keys(), ...hashesAfter.keys()]);
  const changed = [...names].filter((name) => hashesBefore.get(name) !== hashesAfter.get(name));
  return { kind: 'symbols', symbolIds: changed.map((name) => symbolId(path, name)) };
}

/** The top-level part goes under the empty name, as it does in symbol ids. */
function hashesByName(state: ParsedFile | 'absent'): Map<string, string> {
  if (state === 'absent') return new Map();
  const hashes = new Map(state.symbols.map(({ name, hash }) => [name, hash]));
  if (state.topLevelHash !== '') hashes.set('', state.topLevelHash);
  return hashes;
}

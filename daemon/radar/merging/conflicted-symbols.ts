import type { Parser } from '../../index/parser/parser.ts';
import { touchedSymbols, type FileState } from '../../index/touched-symbols.ts';

/** Two texts that a conflicted file could become. */
export interface Alternatives {
  readonly ours: string;
  readonly theirs: string;
}

/**
 * The ids of the symbols whose meaning depends on which of the two the file becomes. None when only formatting, comments or
 * imports are at stake (RSV-10); undefined when it cannot be said.
 */
export function symbolsAtStake(
  parser: Parser,
  path: string,
  { ours, theirs }: Alternatives,
): readonly string[] | undefined {
  const read = (text: string): FileState => parser.parse(path, text);
  const touched = touchedSymbols(path, read(ours), read(theirs));
  return touched.kind === 'symbols' ? touched.symbolIds : undefined;
}

/** What both sides changed of a file, by symbol; none when that cannot be said. */
export function changedByBoth(
  parser: Parser,
  path: string,
  { base, ours, theirs }: Alternatives & { readonly base: string | undefined },
): readonly string[] {
  const read = (text: string): FileState => parser.parse(path, text);
  const before = base === undefined ? 'absent' : read(base);
  const one = touchedSymbols(path, before, read(ours));
  const other = touchedSymbols(path, before, read(theirs));
  if (one.kind === 'whole_file' || other.kind === 'whole_file') return [];
  return one.symbolIds.filter((id) => other.symbolIds.includes(id));
}

import type { Parser } from '../../index/parser/parser.ts';
import { touchedSymbols, type FileState } from '../../index/touched-symbols.ts';

/** A conflicted file as git left it: with its marks, or on one side only because the other has removed it. */
export type ConflictedText =
  | {
      readonly kind: 'marked';
      readonly text: string;
      /** What git wrote behind its marks. */
      readonly ours: string;
      readonly theirs: string;
    }
  | { readonly kind: 'removed'; readonly before: string; readonly after: string };

/**
 * The ids of the symbols whose meaning depends on how the conflict is resolved: the file is read once with every hunk taken
 * from one side, and once from the other. None when only formatting, comments or imports are at stake (RSV-10); undefined
 * when it cannot be said.
 */
export function symbolsAtStake(
  parser: Parser,
  path: string,
  conflicted: ConflictedText,
): readonly string[] | undefined {
  const texts =
    conflicted.kind === 'marked'
      ? resolutions(conflicted)
      : { ours: conflicted.before, theirs: conflicted.after };
  if (texts === undefined) return undefined;
  const read = (text: string): FileState => parser.parse(path, text);
  const touched = touchedSymbols(path, read(texts.ours), read(texts.theirs));
  return touched.kind === 'symbols' ? touched.symbolIds : undefined;
}

/** What both sides changed of a file, by symbol; none when that cannot be said. */
export function changedByBoth(
  parser: Parser,
  path: string,
  {
    base,
    ours,
    theirs,
  }: { readonly base: string | undefined; readonly ours: string; readonly theirs: string },
): readonly string[] {
  const read = (text: string): FileState => parser.parse(path, text);
  const before = base === undefined ? 'absent' : read(base);
  const one = touchedSymbols(path, before, read(ours));
  const other = touchedSymbols(path, before, read(theirs));
  if (one.kind === 'whole_file' || other.kind === 'whole_file') return [];
  return one.symbolIds.filter((id) => other.symbolIds.includes(id));
}

type HunkPart = 'common' | 'ours' | 'theirs';

/** The text with the hunks of one side, and of the other; undefined where text of the file looks like a mark. */
export function resolutions({
  text,
  ours,
  theirs,
}: Pick<Extract<ConflictedText, { kind: 'marked' }>, 'text' | 'ours' | 'theirs'>):
  { readonly ours: string; readonly theirs: string } | undefined {
  const kept = { ours: '', theirs: '' };
  let part: HunkPart = 'common';
  for (const line of text.split(/(?<=\n)/)) {
    const next = markOf(line, { part, ours, theirs });
    if (next === 'ambiguous') return undefined;
    if (next !== undefined) part = next;
    else {
      if (part !== 'theirs') kept.ours += line;
      if (part !== 'ours') kept.theirs += line;
    }
  }
  return part === 'common' ? kept : undefined;
}

function markOf(
  line: string,
  { part, ours, theirs }: { part: HunkPart; ours: string; theirs: string },
): HunkPart | 'ambiguous' | undefined {
  if (line.startsWith(`<<<<<<< ${ours}`)) return part === 'common' ? 'ours' : 'ambiguous';
  if (line.startsWith(`>>>>>>> ${theirs}`)) return part === 'theirs' ? 'common' : 'ambiguous';
  if (part === 'common' || !/^=======\r?\n?$/.test(line)) return undefined;
  return part === 'ours' ? 'theirs' : 'ambiguous';
}

import { nameOfSymbol } from '../../../shared/kernel/symbol-id.ts';
import type { Analysis } from '../../index/parser/analysis.ts';
import { isParsable, loadParser, type Parser } from '../../index/parser/parser.ts';
import { runInTimeSlices } from '../../kernel/time-slices.ts';
import { touchedSymbols } from '../../index/touched-symbols.ts';

/** What a change does to a file. `parts` are symbol names, the empty one for the rest; all of it for `everything`. */
export interface TouchedFile {
  readonly path: string;
  readonly isThere: boolean;
  readonly parts: readonly string[] | 'everything';
}

/** One changed file by its texts; undefined for what is not there, `unknown` for what is no text. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | undefined | 'unknown';
  readonly after: string | undefined | 'unknown';
}

/** What the changes touch, by symbol where both sides parse. A file that is new or gone is touched as a whole. */
export async function touchedFilesOf(changes: readonly ChangedFile[]): Promise<TouchedFile[]> {
  const parser = changes.some(({ path }) => isParsable(path)) ? await loadParser() : undefined;
  return runInTimeSlices(comparing(changes, parser));
}

function* comparing(
  changes: readonly ChangedFile[],
  parser: Parser | undefined,
): Generator<void, TouchedFile[]> {
  const touched: TouchedFile[] = [];
  for (const change of changes) {
    const { path, after } = change;
    touched.push({ path, isThere: after !== undefined, parts: partsOf(change, parser) });
    yield;
  }
  return touched;
}

function partsOf(
  { path, before, after }: ChangedFile,
  parser: Parser | undefined,
): TouchedFile['parts'] {
  if (parser === undefined || !isParsable(path)) return 'everything';
  if (before === undefined || after === undefined) return 'everything';
  const old = parser.analyse(path, before);
  const now = parser.analyse(path, after);
  const touched = touchedSymbols(path, old?.parsed, now?.parsed);
  if (touched.kind === 'whole_file' || old === undefined || now === undefined) return 'everything';
  const names = new Set(touched.symbolIds.map(nameOfSymbol));
  // Which modules a file loads, and in which order, is a part of what it does when it is loaded itself.
  if (surfaceOf(old) !== surfaceOf(now)) names.add('');
  return [...names];
}

function surfaceOf({ facts: { imports, exports, instances }, mentions }: Analysis): string {
  return JSON.stringify([imports, exports, instances, mentions.modules]);
}

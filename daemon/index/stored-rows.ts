import type { Stamp } from './disk/disk-file.ts';
import { decodeFacts, type FileFacts } from './parser/facts.ts';
import type { FileMentions } from './parser/mentions/file-mentions.ts';
import type { ParsedFile, ParsedSymbol, SymbolKind } from './parser/parsed-file.ts';

/** What is known of one file; `parsed` is `undefined` for a file that cannot be parsed. */
export interface FileRow extends Stamp {
  readonly path: string;
  readonly parsed: ParsedFile | undefined;
}

/** With what the graph needs; where `facts` are missing, the last ones stay. */
export interface FileRecord extends FileRow {
  readonly facts?: FileFacts | undefined;
  /** Missing for what is no text. */
  readonly mentions?: FileMentions | undefined;
}

/** What the graph needs of one file. */
export interface FactsRow {
  readonly path: string;
  /** Whether the facts are of the file as it is; otherwise it cannot be parsed now, and they are from before. */
  readonly isParsed: boolean;
  readonly facts: FileFacts | undefined;
}

/** A row as it stands in the index file. */
export interface StoredFacts {
  readonly path: string;
  readonly is_parsed: 0 | 1;
  readonly facts: string | null;
}

export interface StoredRow {
  readonly path: string;
  readonly mtime_ms: number;
  readonly size: number;
  readonly parsed: string | null;
}

export function factsRows(rows: readonly StoredFacts[]): FactsRow[] {
  return rows.map(({ path, is_parsed, facts }) => ({
    path,
    isParsed: is_parsed === 1,
    facts: facts === null ? undefined : decodeFacts(facts),
  }));
}

type StoredSymbol = [string, SymbolKind, number, number, number, number, string];

export function encoded(parsed: ParsedFile | undefined): string | null {
  if (parsed === undefined) return null;
  const symbols = parsed.symbols.map(
    ({ name, kind, startLine, endLine, start, end, hash }): StoredSymbol => {
      return [name, kind, startLine, endLine, start, end, hash];
    },
  );
  return JSON.stringify([parsed.topLevelHash, symbols]);
}

export function decoded(json: string | null): ParsedFile | undefined {
  if (json === null) return undefined;
  const [topLevelHash, symbols] = JSON.parse(json) as [string, StoredSymbol[]];
  return { topLevelHash, symbols: symbols.map(symbolOf) };
}

function symbolOf(stored: StoredSymbol): ParsedSymbol {
  const [name, kind, startLine, endLine, start, end, hash] = stored;
  return { name, kind, startLine, endLine, start, end, hash };
}

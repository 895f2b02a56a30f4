import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RepositoryIndex } from '../../daemon/index/repository-index.ts';
import { touchedSymbols, type TouchedSymbols } from '../../daemon/index/changed-symbols.ts';
import { nameOfSymbol } from '../../shared/kernel/symbol-id.ts';
import type { Analysis } from '../../daemon/index/parser/analysis.ts';
import { loadParser } from '../../daemon/index/parser/parser.ts';
import type { ParsedFile } from '../../daemon/index/parser/facts.ts';
import { gitRunner } from '../../shared/node/git/run.ts';

const parser = await loadParser();

export const git = gitRunner(process.env);

/** Parses what must be parsable. */
export function parsed(path: string, text: string): ParsedFile {
  const file = parser.parse(path, text);
  if (file === undefined) throw new Error(`${path} cannot be parsed:\n${text}`);
  return file;
}

/** With what the graph needs. */
export function analysed(path: string, text: string): Analysis {
  const analysis = parser.analyse(path, text);
  if (analysis === undefined) throw new Error(`${path} cannot be parsed:\n${text}`);
  return analysis;
}

export function parse(path: string, text: string): ParsedFile | undefined {
  return parser.parse(path, text);
}

/** The touched names in order, `` for the top-level part, or `whole_file`. */
export function touchedNames(path: string, before: string, after: string): string[] | 'whole_file' {
  const touched = touchedSymbols(path, parser.parse(path, before), parser.parse(path, after));
  if (touched.kind === 'whole_file') return touched.kind;
  return touched.symbolIds.map(nameOfSymbol).toSorted();
}

export interface Workspace {
  readonly root: string;
  readonly storeFile: string;
  /** Writes a file dated long ago, so that its stamp is final at once; each call takes a later date. */
  write(path: string, text: string): void;
  remove(): void;
}

/** An empty git repository with these files, and a place beside it for a store. */
export function makeWorkspace(files: Readonly<Record<string, string>> = {}): Workspace {
  const home = mkdtempSync(join(tmpdir(), 'coord-index-'));
  const root = join(home, 'repository');
  let dateSeconds = 1_600_000_000.5;
  const workspace: Workspace = {
    root,
    storeFile: join(home, 'index.sqlite'),
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
      utimesSync(join(root, path), ++dateSeconds, dateSeconds);
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
  execFileSync('git', ['init', '--quiet', root]);
  for (const [path, text] of Object.entries(files)) workspace.write(path, text);
  return workspace;
}

/** What differs between two texts of a file, as an index reads them; `undefined` for one that is not there. */
export async function compared(
  index: RepositoryIndex,
  path: string,
  [before, after]: readonly [string | undefined, string | undefined],
): Promise<TouchedSymbols> {
  const stateOf = async (text: string | undefined) =>
    text === undefined ? 'absent' : (await index.analysisOf(path, text))?.parsed;
  return touchedSymbols(path, await stateOf(before), await stateOf(after));
}

import { firstFew } from '../kernel/first-few.ts';
import { shownId } from '../kernel/display.ts';
import { pathKey } from '../kernel/paths.ts';
import { fileOfSymbol, nameOfSymbol } from '../kernel/symbol-id.ts';

export interface TouchedNames {
  readonly files: readonly string[];
  readonly symbols: readonly string[];
}

const namedFiles = 5;

/**
 * GAT-9: one sentence about how a caller's list differs from what Git says of the commit; undefined when it does not, or when
 * the caller gave none. Paths and symbols are canonical.
 */
export function touchedNote(given: TouchedNames, actual: TouchedNames): string | undefined {
  const [named, real] = [filesOf(given), filesOf(actual)];
  if (named.size === 0) return undefined;
  const leftOut = [...real].filter(([key]) => !named.has(key)).map(([, path]) => path);
  const extra = [...named].filter(([key]) => !real.has(key)).map(([, path]) => path);
  const parts = [
    leftOut.length > 0 && `touches ${listed(leftOut)}, which your list leaves out`,
    extra.length > 0 && `does not touch ${listed(extra)}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return otherSymbols(given, actual);
  return `By Git the commit ${parts.join(', and ')}; what Git says was used.`;
}

/** What is to be said of a commit, as one text; undefined where that is nothing. */
export function notesTogether(...notes: readonly (string | undefined)[]): string | undefined {
  return notes.filter((note) => note !== undefined).join(' ') || undefined;
}

/** The same files, but other symbols in them than the caller says. Who names a class for its method names the same. */
function otherSymbols(given: TouchedNames, actual: TouchedNames): string | undefined {
  if (given.symbols.length === 0) return undefined;
  const [named, real] = [symbolsOf(given), symbolsOf(actual)];
  const differing = [...real].filter(([key, { names }]) => {
    const mine = named.get(key)?.names ?? new Set();
    return mine.size > 0 && !(areWithin(names, mine) && areWithin(mine, names));
  });
  if (differing.length === 0) return undefined;
  const files = listed(differing.map(([, { path }]) => path));
  return `By Git the commit touches other symbols of ${files} than your list names; what Git says was used.`;
}

/** Whether each of the names is one of the others, or a part of one, or has one as its part. */
function areWithin(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const containers = new Set([...others].flatMap(withContainers));
  return [...names].every(
    (one) => containers.has(one) || withContainers(one).some((name) => others.has(name)),
  );
}

function withContainers(name: string): string[] {
  const levels = name.split('.');
  return levels.map((_, at) => levels.slice(0, at + 1).join('.'));
}

function symbolsOf({ symbols, files }: TouchedNames) {
  const found = new Map<string, { path: string; names: Set<string> }>();
  const fileNamed = (path: string) => {
    const key = pathKey(path);
    const one = found.get(key) ?? { path, names: new Set() };
    found.set(key, one);
    return one;
  };
  for (const path of files) fileNamed(path);
  for (const id of symbols) {
    const path = fileOfSymbol(id);
    fileNamed(path).names.add(nameOfSymbol(id));
  }
  return found;
}

function filesOf({ files, symbols }: TouchedNames): Map<string, string> {
  return new Map([...files, ...symbols.map(fileOfSymbol)].map((path) => [pathKey(path), path]));
}

function listed(paths: readonly string[]): string {
  return firstFew(paths, namedFiles, (path) => shownId(path));
}

import type { Line } from './merge-candidates.ts';

export type Pair = readonly [Line, Line];

/** Every two lines that will meet, those with a base first: a branch meets its own base, and no base another. */
export function pairsOf(lines: readonly Line[]): Pair[] {
  const bases = lines.filter(({ kind }) => kind === 'base');
  const others = lines.filter(({ kind }) => kind !== 'base');
  const withBase = others.flatMap((line) =>
    bases.filter((base) => meetsBase(line, base)).map((base) => [line, base] as const),
  );
  const among = others.flatMap((one, at) =>
    others.slice(at + 1).map((other) => [one, other] as const),
  );
  return [...withBase, ...among].filter(([one, other]) => one.commit !== other.commit);
}

function meetsBase(line: Line, base: Line): boolean {
  return line.baseCommit === '' || line.baseCommit === base.commit;
}

/** The same pair, however its commits move. */
export function pairKey([one, other]: Pair): string {
  return JSON.stringify([one.commit, other.commit]);
}

/** Whether both have changed one file, or one of them a file where the other has a folder. */
export function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  for (const path of fewer) {
    if (more.has(path) || foldersOf(path).some((folder) => more.has(folder))) return true;
  }
  for (const path of more) {
    if (foldersOf(path).some((folder) => fewer.has(folder))) return true;
  }
  return false;
}

function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    folders.push(path.slice(0, end));
  }
  return folders;
}

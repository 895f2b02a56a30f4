import { isScript, type ChangedFile } from './differences.ts';
import type { ObjectStore } from './object-store.ts';

/** Commits that have the shared files only: the common ancestor and the two sides. */
export interface Restricted {
  readonly base: string;
  readonly sides: readonly [string, string];
}

/** What both sides changed, side by side in the same order. */
export type SharedFiles = readonly [readonly ChangedFile[], readonly ChangedFile[]];

/** Writes the commits for each of them, in order. */
export async function restrictAll(
  store: ObjectStore,
  all: readonly SharedFiles[],
): Promise<Restricted[]> {
  const input = all.map((files, at) => commitsOf(files, 3 * at)).join('');
  const answer = await store.git(['fast-import', '--quiet', '--force'], { input });
  const names = answer.trim().split('\n');
  return all.map((_, at) => {
    const [base = '', one = '', other = ''] = names.slice(3 * at, 3 * at + 3);
    return { base, sides: [one, other] };
  });
}

function commitsOf([ones, others]: SharedFiles, mark: number): string {
  const entries = (files: readonly ChangedFile[], when: 'before' | 'after'): string =>
    files
      .filter((file) => file[when].mode !== '000000')
      .map((file) => `M ${file[when].mode} ${file[when].blob} ${file.path}\n`)
      .join('');
  return [
    `reset refs/replay/restricted\n`,
    commit(mark + 1, '', entries(ones, 'before')),
    commit(mark + 2, `from :${mark + 1}\n`, entries(ones, 'after')),
    commit(mark + 3, `from :${mark + 1}\n`, entries(others, 'after')),
  ].join('');
}

function commit(mark: number, from: string, entries: string): string {
  const head = `commit refs/replay/restricted\nmark :${mark}\ncommitter R <r@example.com> 1 +0000\n`;
  return `${head}data 0\n${from}${entries}get-mark :${mark}\n`;
}

/** The paths that git cannot merge, for each two commits in order; undefined when it gave up on them. */
export async function conflictsOf(
  store: ObjectStore,
  pairs: readonly (readonly [string, string])[],
): Promise<(string[] | undefined)[]> {
  if (pairs.length === 0) return [];
  const args = ['-c', 'merge.directoryRenames=false', '-c', 'merge.renames=false'];
  const command = ['merge-tree', '--write-tree', '--stdin', '-z', '--name-only', '--no-messages'];
  const input = pairs.map(([one, other]) => `${one} ${other}\n`).join('');
  const answer = await store.git([...args, ...command], { input });
  // For each: whether it is clean, the tree, the paths, and an empty part.
  const parts = answer.split('\0');
  let at = 0;
  return pairs.map(() => {
    const end = parts.indexOf('', at);
    if (end === -1) return undefined;
    const [, , ...paths] = parts.slice(at, end);
    at = end + 1;
    return paths;
  });
}

export type Verdict = 'clean' | 'conflicting' | 'neither';

/** Of the shared files: a conflict counts when it is in a script, and a pair is clean when nothing conflicts. */
export function verdictOf(conflicts: readonly string[] | undefined): Verdict {
  if (conflicts === undefined) return 'neither';
  if (conflicts.some(isScript)) return 'conflicting';
  return conflicts.length === 0 ? 'clean' : 'neither';
}

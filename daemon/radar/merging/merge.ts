import type { ScratchRepository } from '../scratch/scratch-repository.ts';

/** A file that git could not merge, with the blobs that it had: in the common ancestor and on either side. */
export interface ConflictedFile {
  readonly path: string;
  readonly base: string | undefined;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
}

/** Two commits that are to be merged. */
export interface Commits {
  readonly ours: string;
  readonly theirs: string;
}

export type Merged =
  | { readonly kind: 'clean' }
  /** `tree` holds the files with git's marks. */
  | {
      readonly kind: 'conflicts';
      readonly tree: string;
      readonly files: readonly ConflictedFile[];
    }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Merges in memory, one pair after the other in one process. Answers as many as were done in time, in order; a pair that git
 * gives up on does not keep it from the others.
 */
export async function mergeAll(
  scratch: ScratchRepository,
  root: string,
  { pairs, timeoutMs }: { readonly pairs: readonly Commits[]; readonly timeoutMs: number },
): Promise<readonly Merged[]> {
  const endMs = performance.now() + timeoutMs;
  const merged: Merged[] = [];
  for (;;) {
    const left = pairs.slice(merged.length);
    const leftMs = Math.ceil(endMs - performance.now());
    if (left.length === 0 || leftMs <= 0) return merged;
    const input = left.map(({ ours, theirs }) => `${ours} ${theirs}\n`).join('');
    const answer = await scratch.git(root, command, { input, timeoutMs: leftMs });
    merged.push(...recordsIn(answer.stdout));
    // Stopped: because of the time, or from outside.
    if (answer.exitCode < 0) return merged;
    if (merged.length < pairs.length)
      merged.push({ kind: 'failed', reason: reasonOf(answer.stderr) });
  }
}

const command = [
  // Where a folder went is a guess, and a wrong one would be a conflict that nobody has.
  ...['-c', 'merge.directoryRenames=false'],
  ...['merge-tree', '--write-tree', '--stdin', '-z', '--no-messages'],
];

/** For each merge: `1` for a clean one, the tree, what is in conflict, and an empty part as the end. */
function recordsIn(stdout: string): Merged[] {
  const parts = stdout.split('\0');
  const records: Merged[] = [];
  for (let at = 0; at < parts.length;) {
    const end = parts.indexOf('', at);
    // The last part is what follows the last end; git may have been stopped before it.
    if (end === -1 || end === parts.length - 1) return records;
    const [status, tree = '', ...entries] = parts.slice(at, end);
    const isClean = status === '1';
    records.push(
      isClean ? { kind: 'clean' } : { kind: 'conflicts', tree, files: filesIn(entries) },
    );
    at = end + 1;
  }
  return records;
}

/** Entries like `100644 <blob> <stage>\t<path>`, one for each side that has the file. */
function filesIn(entries: readonly string[]): ConflictedFile[] {
  const files = new Map<string, ConflictedFile>();
  for (const entry of entries) {
    const [, blob, stage, path] = /^\d+ ([0-9a-f]+) ([123])\t(.+)$/s.exec(entry) ?? [];
    if (path === undefined) continue;
    const known = files.get(path) ?? { path, base: undefined, ours: undefined, theirs: undefined };
    const side = stage === '1' ? 'base' : stage === '2' ? 'ours' : 'theirs';
    files.set(path, { ...known, [side]: blob });
  }
  return [...files.values()];
}

function reasonOf(stderr: string): string {
  return stderr.includes('unrelated histories') ? 'no common ancestor' : 'git cannot merge them';
}

/** What git says about many diffs and three-way merges, at one start of git for thousands of them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Merge {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

const sides = ['base', 'ours', 'theirs'] as const;
const environment = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', HOME: tmpdir() };
const maxBuffer = 2 ** 30;

/** Whether each merge conflicts, by the algorithm of `git merge-file`: each merge is one file of a merge of trees. */
export function conflictsOf(merges: readonly Merge[]): boolean[] {
  return inRepository(merges, (git) => {
    const conflicts = conflictedFiles(git(['merge-tree', ...sides]));
    return merges.map((_, at) => conflicts.has(String(at)));
  });
}

/** The hunks of git's default diff from `base` to `ours` of each, as `start-end:newStart-newEnd`. */
export function hunksOf(merges: readonly Merge[]): string[] {
  return inRepository(merges, (git) => {
    // Without any context git compares another way than in a merge: it leaves out what both files end with.
    const options = ['--no-indent-heuristic', '--diff-algorithm=myers', '--unified=1'];
    const files = git(['diff', ...options, 'base', 'ours']).split(/^diff --git a\//m);
    const hunks = new Map(files.map((diff) => [/^\d+/.exec(diff)?.[0], changesIn(diff)]));
    return merges.map((_, at) => hunks.get(String(at)) ?? '');
  });
}

function changesIn(diff: string): string {
  const changes: string[] = [];
  for (const part of diff.split(/^(?=@@ )/m).slice(1)) {
    let [at = 0, newAt = 0] = firstLines(part);
    for (const [run] of part.matchAll(/^(?:[-+][^\n]*\n(?:\\[^\n]*\n)?)+|^ [^\n]*\n/gm)) {
      const [removed, added] = [run.match(/^-/gm)?.length ?? 0, run.match(/^\+/gm)?.length ?? 0];
      const isShared = run.startsWith(' ');
      if (!isShared) changes.push(`${at}-${at + removed}:${newAt}-${newAt + added}`);
      at += isShared ? 1 : removed;
      newAt += isShared ? 1 : added;
    }
  }
  return changes.join(' ');
}

/** Git counts from 1, and names the line before an empty side. */
function firstLines(part: string): number[] {
  const header = /^@@ -(\d+)(,0)?(?:,\d+)? \+(\d+)(,0)?(?:,\d+)? @@/.exec(part) ?? [];
  const [, start, isEmpty, newStart, isNewEmpty] = header;
  return [Number(start) - (isEmpty ? 0 : 1), Number(newStart) - (isNewEmpty ? 0 : 1)];
}

/** A bare repository with the branches `base`, `ours` and `theirs`, in which each merge is a file. */
function inRepository<T>(merges: readonly Merge[], use: (git: (args: string[]) => string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'coord-merges-'));
  const git = (args: string[], input?: Buffer) =>
    execFileSync('git', args, { cwd: folder, env: environment, input, maxBuffer });
  try {
    git(['init', '-q', '--bare']);
    git(['-c', 'core.compression=0', 'fast-import', '--quiet'], importStream(merges));
    return use((args) => git(args).toString('latin1'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same by `git merge-file`, one process for each. */
export function hasConflict(merge: Merge): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'coord-merge-'));
  try {
    for (const side of sides) writeFileSync(join(folder, side), merge[side]);
    const args = ['merge-file', '-p', '-q', 'ours', 'base', 'theirs'];
    const { status } = spawnSync('git', args, { cwd: folder, env: environment, maxBuffer });
    if (status === null || status > 127) throw new Error(`git merge-file ended with ${status}`);
    return status > 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function importStream(merges: readonly Merge[]): Buffer {
  const parts: Buffer[] = [];
  const marks = new Map<string, number>();
  const data = (text: string): void => {
    const bytes = Buffer.from(text);
    parts.push(Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n'));
  };
  for (const text of new Set(merges.flatMap((merge) => sides.map((side) => merge[side])))) {
    marks.set(text, marks.size + 1);
    parts.push(Buffer.from(`blob\nmark :${marks.size}\n`));
    data(text);
  }
  for (const side of sides) {
    parts.push(Buffer.from(`commit refs/heads/${side}\ncommitter test <test@test> 0 +0000\n`));
    data('');
    const files = merges.map((merge, at) => `M 100644 :${marks.get(merge[side])} ${at}\n`);
    parts.push(Buffer.from(files.join('')));
  }
  return Buffer.concat(parts);
}

/** The output names the sides of each file, and then shows the merged text as a diff. */
function conflictedFiles(output: string): Set<string> {
  const conflicted = new Set<string>();
  let file = '';
  for (const line of output.split('\n')) {
    file = /^ {2}(?:base|our|their|result) +\d+ [0-9a-f]+ (\d+)$/.exec(line)?.[1] ?? file;
    if (line.startsWith('+<<<<<<< .our')) conflicted.add(file);
  }
  return conflicted;
}

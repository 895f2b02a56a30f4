import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { tryLstat } from '../../shared/node/disk/stats.ts';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import { maxTextBytes } from '../kernel/text-limits.ts';

/** Git in one folder. */
export type GitInFolder = (
  args: readonly string[],
  options?: Parameters<RunGit>[2],
) => ReturnType<RunGit>;

export function gitIn(git: RunGit, folder: string): GitInFolder {
  return (args, options) => git(folder, args, options);
}

/** What leads a name to an object; nothing of it can be an option. */
export const parseArgs = ['rev-parse', '--verify', '--quiet', '--end-of-options'];

/** The whole name of a commit; `name` may be anything that git takes for one, such as HEAD or an abbreviation. NotFound: it is none. */
export async function commitNamed(git: GitInFolder, name: string): Promise<string | Refusal> {
  const answer = await git([...parseArgs, `${name}^{commit}`]);
  const sha = answer.stdout.trim();
  if (answer.exitCode === 0 && /^[0-9a-f]{40,64}$/.test(sha)) return sha;
  return refuse(
    'NotFound',
    name === 'HEAD'
      ? 'There is no commit yet. Make one first: git commit'
      : `There is no commit ${name.slice(0, 64)} in this repository. Commit first, or fetch it.`,
    { field: 'commit_sha' },
  );
}

export async function treeOf(git: GitInFolder, commitSha: string): Promise<string | undefined> {
  const answer = await git([...parseArgs, `${commitSha}^{tree}`]);
  return answer.exitCode === 0 ? answer.stdout.trim() : undefined;
}

/** Whether the history of a commit, or of a ref by its full name, has the other one. */
export async function contains(git: GitInFolder, whole: string, part: string): Promise<boolean> {
  return (await git(['merge-base', '--is-ancestor', part, whole])).exitCode === 0;
}

/** Where the commit's history left the first of the bases (full names) that is there and has some of it in common. */
export async function forkPoint(
  git: GitInFolder,
  commitSha: string,
  bases: readonly string[],
): Promise<string | undefined> {
  for (const base of bases) {
    const answer = await git(['merge-base', '--end-of-options', commitSha, base]);
    if (answer.exitCode === 0) return answer.stdout.trim().split('\n')[0];
  }
  return undefined;
}

/** HOK-2: the text of a file in a commit; undefined when there is none, it is no text, or it is too large. */
export async function textAt(
  git: GitInFolder,
  commitSha: string,
  path: string,
): Promise<string | undefined> {
  const answer = await git(['cat-file', 'blob', `${commitSha}:${path}`], {
    maxAnswerBytes: maxTextBytes,
  });
  return answer.exitCode === 0 && !answer.stdout.includes('\0') ? answer.stdout : undefined;
}

/** Differences as they are, whatever programs the settings name for them. */
export const diffArgs = [
  'diff',
  '-z',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=all',
];

/** A path as the index spells it. */
export function composedPath(path: string): string {
  return path.normalize('NFC');
}

/** The paths of an answer that separates them by NUL. */
export function splitByNul(stdout: string): string[] {
  return stdout.split('\0').slice(0, -1);
}

/** Does the work for all items, some of them at a time, and answers in their order. */
export async function mapInBatches<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += batchSize)
    results.push(...(await Promise.all(items.slice(at, at + batchSize).map(work))));
  return results;
}

const batchSize = 8;

/** As git quotes paths, so that no character of it means something else. */
export function quotedPath(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

/** No settings but git's own: a filter, a hook or a driver is a program that only settings can name. */
export const isolation: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
};

/** Git may not have removed a file yet when its folder is removed. */
export const removal = { recursive: true, force: true, maxRetries: 3 } as const;

/** What git notes once the files are as a merge or a cherry-pick leaves them. A `git revert` is an edit (SYM-6). */
const bringing = ['MERGE_HEAD', 'CHERRY_PICK_HEAD'];
const halfDone = [...bringing, 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];

/** Whether a merge, a rebase or the like is under way: the files are not what anybody means to keep. */
export function isHalfDone(gitDir: string): boolean {
  return halfDone.some((name) => existsSync(join(gitDir, name)));
}

/** What they leave as well where they were told to make no commit: `merge --squash`, and `cherry-pick -n`, which notes nothing else. */
const messages = ['SQUASH_MSG', 'MERGE_MSG'];

/** When a merge or a cherry-pick that is unfinished now had written its files, by the kernel's time; undefined where none is. */
export function stoppedAtMs(gitDir: string): number | undefined {
  const isReverting = existsSync(join(gitDir, 'REVERT_HEAD'));
  const noted = isReverting ? bringing : [...bringing, ...messages];
  const times = noted.flatMap((name) => tryLstat(join(gitDir, name))?.ctimeMs ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

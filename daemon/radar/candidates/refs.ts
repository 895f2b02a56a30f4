import { join } from 'node:path';
import { tryReadText } from '../../../shared/node/files.ts';
import { findWorkTree, type WorkTree } from '../../../shared/node/git/repository.ts';
import type { RunGit } from '../../../shared/node/git/git-calls.ts';
import type { GitResult } from '../../../shared/node/git/git-calls.ts';

/** Where a branch stands. */
export interface Tip {
  readonly commit: string;
  /** Empty for the branch of this repository. */
  readonly remote: string;
}

export interface CheckedOut {
  readonly root: string;
  readonly gitDir: string;
  /** Empty for a detached HEAD. */
  readonly branch: string;
  readonly head: string;
}

/** The best common ancestor of two commits; undefined when there is none. */
export type MergeBase = (one: string, other: string) => Promise<string | undefined>;

interface Repository {
  readonly git: RunGit;
  readonly home: WorkTree;
  readonly signal: AbortSignal;
}

/** Whether the name can stand in a full ref and nowhere else. */
export function isPlainBranch(branch: string): boolean {
  return branch !== '' && !/[\s\p{Cc}~^:?*[\\]/u.test(branch);
}

/** What branches begin from where nobody says it: the remote's default branch, and the usual names. */
export function usualBasesOf({ commonDir }: WorkTree): string[] {
  const head = tryReadText(join(commonDir, 'refs', 'remotes', 'origin', 'HEAD')) ?? '';
  const [, ofRemote = ''] = /^ref: refs\/remotes\/origin\/(.+)$/m.exec(head) ?? [];
  const names = [ofRemote.trim(), 'main', 'master'];
  return [...new Set(names.filter(isPlainBranch))];
}

/** The work trees that have a commit. */
export async function workTreesOf({ git, home, signal }: Repository): Promise<CheckedOut[]> {
  const args = ['worktree', 'list', '--porcelain', '-z'];
  const stdout = answerOf(await git(home.root, args, { signal }), 'list the work trees');
  return stdout.split('\0\0').flatMap((record) => {
    const facts = new Map(record.split('\0').map(factOf));
    const found = findWorkTree(facts.get('worktree') ?? '');
    const head = facts.get('HEAD') ?? '';
    if (found?.commonDir !== home.commonDir || /^0*$/.test(head)) return [];
    const branch = (facts.get('branch') ?? '').replace('refs/heads/', '');
    return [{ root: found.root, gitDir: found.gitDir, head, branch }];
  });
}

function factOf(line: string): readonly [string, string] {
  const end = line.indexOf(' ');
  return end === -1 ? [line, ''] : [line.slice(0, end), line.slice(end + 1)];
}

/** Without these answers a round would take every conflict for settled. */
function answerOf({ exitCode, stdout, stderr }: GitResult, task: string): string {
  if (exitCode !== 0) throw new Error(`git cannot ${task}: ${stderr}`);
  return stdout;
}

/** Where each of the branches stands, here and as the last fetch saw it; nothing for one that is not there. */
export async function tipsOf(
  { git, home, signal }: Repository,
  branches: readonly string[],
): Promise<Map<string, readonly Tip[]>> {
  const wanted = [...new Set(branches)];
  const patterns = wanted.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/*/${name}`]);
  const format = '--format=%(objecttype) %(objectname) %(refname)';
  const args = ['for-each-ref', format, '--end-of-options', ...patterns];
  const stdout = answerOf(await git(home.root, args, { signal }), 'read the branches');
  const tips = new Map<string, readonly Tip[]>();
  for (const line of stdout.split('\n')) {
    const [, commit = '', ref = ''] = /^commit ([0-9a-f]+) (.+)$/.exec(line) ?? [];
    const found = branchIn(ref);
    if (found === undefined || !wanted.includes(found.branch)) continue;
    const tip = { commit, remote: found.remote };
    tips.set(found.branch, [...(tips.get(found.branch) ?? []), tip]);
  }
  return tips;
}

/** The branch that a full ref names, and the remote that it is of; undefined for another ref. */
export function branchIn(ref: string): { branch: string; remote: string } | undefined {
  const [, kind, first = '', ...rest] = ref.split('/');
  if (kind === 'heads') return { branch: [first, ...rest].join('/'), remote: '' };
  return kind === 'remotes' ? { branch: rest.join('/'), remote: first } : undefined;
}

/** The branch as the remote has it, and the branch here; only the further one when one has passed the other. */
export async function latestTips(
  tips: readonly Tip[],
  mergeBase: MergeBase,
): Promise<readonly Tip[]> {
  const here = tips.find(({ remote }) => remote === '');
  const there =
    tips.find(({ remote }) => remote === 'origin') ?? tips.find(({ remote }) => remote !== '');
  if (here === undefined) return there === undefined ? [] : [there];
  if (there === undefined) return [here];
  if (here.commit === there.commit) return [here];
  const common = await mergeBase(here.commit, there.commit);
  if (common === there.commit) return [here];
  return common === here.commit ? [there] : [there, here];
}

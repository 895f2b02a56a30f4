import { join } from 'node:path';
import { readdirSync, type Stats, statSync } from 'node:fs';
import { tryReadText } from '../../../shared/node/disk/files.ts';
import { findWorkTree, type WorkTree } from '../../../shared/node/git/repository.ts';
import type { GitResult, RunGit } from '../../../shared/node/git/git-calls.ts';

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
function branchIn(ref: string): { branch: string; remote: string } | undefined {
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

/** A branch that no workstream names, here or as the last fetch saw it. */
interface PlainBranch {
  readonly branch: string;
  readonly tips: readonly Tip[];
}

interface PlainBranches {
  /** The one that moved last is the first. */
  readonly branches: readonly PlainBranch[];
  readonly leftOut: number;
}

interface PlainBranchQuestion {
  readonly git: (args: readonly string[]) => Promise<GitResult>;
  /** Branches that are merged into it are no work any more; empty when there is none. */
  readonly baseCommit: string;
  /** Names that are candidates already. */
  readonly known: ReadonlySet<string>;
  readonly nowMs: number;
}

/** Older work is not about to be merged. */
const maxAgeMs = 14 * 86_400_000;
const maxBranches = 50;
/** A branch has several refs when there are several remotes. */
const maxRefs = 400;

const format =
  '%(objecttype) %(objectname) %(committerdate:unix) %(if)%(symref)%(then)symbolic%(else)%(refname)%(end)';

/** RAD-3: the branches with a commit of the last days that is not in the base. */
export async function plainBranchesOf({
  git,
  baseCommit,
  known,
  nowMs,
}: PlainBranchQuestion): Promise<PlainBranches> {
  const unmerged = baseCommit === '' ? [] : [`--no-merged=${baseCommit}`];
  const order = ['--sort=-committerdate', `--count=${maxRefs}`, `--format=${format}`];
  const patterns = ['refs/heads', 'refs/remotes'];
  const { exitCode, stdout } = await git(['for-each-ref', ...unmerged, ...order, ...patterns]);
  if (exitCode !== 0) return { branches: [], leftOut: 0 };
  const found = new Map<string, Tip[]>();
  for (const line of stdout.split('\n')) {
    const [, commit = '', seconds, ref = ''] = /^commit (\S+) (\d+) (refs\/.+)$/.exec(line) ?? [];
    const { branch, remote } = branchIn(ref) ?? { branch: '', remote: '' };
    if (branch === '' || known.has(branch)) continue;
    if (nowMs - Number(seconds) * 1_000 > maxAgeMs) continue;
    found.set(branch, [...(found.get(branch) ?? []), { commit, remote }]);
  }
  const branches = Array.from(found, ([branch, tips]) => ({ branch, tips }));
  const leftOut = Math.max(0, branches.length - maxBranches);
  return { branches: branches.slice(0, maxBranches), leftOut };
}

const freshFetchMs = 5 * 60_000;

/** RAD-4: what a round has not seen because the last fetch was long ago. */
export function oldFetch(home: WorkTree, nowMs: number): string[] {
  const atMs = lastFetchMs(home);
  const agoMs = atMs === undefined ? 0 : nowMs - atMs;
  return agoMs < freshFetchMs ? [] : [`what was pushed since the last fetch, ${ago(agoMs)}`];
}

function ago(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  if (hours === 0) return `${Math.floor(ms / 60_000)} minutes ago`;
  if (hours >= 48) return `${Math.floor(hours / 24)} days ago`;
  return hours === 1 ? 'an hour ago' : `${hours} hours ago`;
}

/**
 * When a fetch last told of a remote: each work tree keeps its own `FETCH_HEAD`. Without any it was the clone, which wrote the
 * remote's `HEAD`. Undefined where there was neither, and after a fetch that failed: that empties the file.
 */
function lastFetchMs({ commonDir }: WorkTree): number | undefined {
  const fetched = [
    '.',
    ...namesIn(join(commonDir, 'worktrees')).map((name) => `worktrees/${name}`),
  ];
  const cloned = namesIn(join(commonDir, 'refs', 'remotes'));
  const files = [
    ...fetched.map((folder) => join(commonDir, folder, 'FETCH_HEAD')),
    ...cloned.map((remote) => join(commonDir, 'refs', 'remotes', remote, 'HEAD')),
  ];
  const stats = files.flatMap((path) => statsOf(path) ?? []);
  const last = stats.toSorted((one, other) => other.mtimeMs - one.mtimeMs)[0];
  return last === undefined || last.size === 0 ? undefined : last.mtimeMs;
}

/** Undefined for what cannot be read: below `refs/remotes` there may be files, and a round goes on without this note. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

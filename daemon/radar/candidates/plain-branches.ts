import type { GitResult } from '../../../shared/node/git/git-calls.ts';
import { branchIn, type Tip } from './refs.ts';

/** A branch that no workstream names, here or as the last fetch saw it. */
export interface PlainBranch {
  readonly branch: string;
  readonly tips: readonly Tip[];
}

export interface PlainBranches {
  /** The one that moved last is the first. */
  readonly branches: readonly PlainBranch[];
  readonly leftOut: number;
}

export interface PlainBranchQuestion {
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

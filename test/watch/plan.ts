/** Plans of odd repositories: what a user's branch, work trees, files, settings and remote may look like. */
import { chainNames, type ChainName } from './templates.ts';
import { randomFrom } from '../support/random.ts';

const places = [
  'here',
  'elsewhere',
  'linked',
  'twice',
  'linked_gone',
  'detached_here',
  'detached_other',
  'main_worktree_from_linked',
] as const;
const locals = ['behind', 'ahead', 'diverged', 'missing', 'symbolic'] as const;
const operations = [
  'none',
  'merge',
  'merge_without_conflict',
  'cherry_pick',
  'revert',
  'rebase',
  'rebase_paused',
  'bisect',
  'am',
  'locked',
] as const;
const remotes = [
  'normal',
  'none',
  'several',
  'ext',
  'option',
  'forced',
  'deleted',
  'further',
  'not_pushed',
  'unreachable',
] as const;
const dirts = [
  'changed',
  'changed_elsewhere',
  'staged',
  'staged_and_changed',
  'staged_and_changed_back',
  'staged_elsewhere',
  'deleted',
  'untracked',
  'untracked_elsewhere',
  'ignored',
  'ignored_elsewhere',
  'untracked_folder',
  'mode',
  'hidden',
  'skipped',
  'intent',
  'linked_folder',
  'same_stat',
  'file_for_folder',
] as const;
const plants = [
  'hooks',
  'fsmonitor',
  'filter',
  'ssh',
  'uploadpack',
  'vcs',
  'helper',
  'alternates',
  'alias',
  'included',
  'driver',
  'instead_of',
  'refspec',
  'worktree',
  'tracking_link',
  'worktree_config',
  'prune',
  'git_proxy',
  'configured_hook',
] as const;
const names = [
  'coord/work',
  ';id',
  '--output=x',
  '-x',
  'HEAD',
  '$(touch planted)',
  'refs/heads/main',
  'ünï/work',
  "a'b",
  'a.lock',
  '../../x',
  'a b',
  '`id`',
] as const;

/** One state of a repository, decided before anything is built. */
export interface Plan {
  readonly seed: number;
  readonly chain: ChainName;
  readonly name: string;
  readonly localAt: number;
  readonly remoteAt: number;
  /** Positions in the chain that were approved, in the order of their approval. */
  readonly approved: readonly number[];
  readonly retracted: readonly number[];
  readonly place: (typeof places)[number];
  readonly local: (typeof locals)[number];
  readonly operation: (typeof operations)[number];
  readonly remote: (typeof remotes)[number];
  readonly dirt: readonly (typeof dirts)[number][];
  readonly planted: readonly (typeof plants)[number][];
  readonly shallow: boolean;
  /** Variables of a caller that would lead git elsewhere. */
  readonly misled: boolean;
}

/** Mostly one or two odd things at a time, so that one does not hide the others; sometimes many. */
export function planFrom(seed: number): Plan {
  const random = randomFrom(seed * 7_919 + 17);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const odd = <T>(items: readonly [T, ...T[]], chance: number): T =>
    random() < chance ? pick(items) : items[0];
  const some = <T>(items: readonly T[], most: number): T[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(items));
  const wild = random() < 0.15 ? 3 : 1;
  const chain = random() < 0.7 ? 'plain' : pick(chainNames);
  const last = chain === 'plain' ? 4 : 3;
  const localAt = Math.floor(random() * random() * last);
  const remoteAt = last - Math.floor(random() * random() * (last - localAt));
  const approved = Array.from({ length: last }, (_, at) => at + 1).filter(
    (at) => (at === remoteAt && random() < 0.9) || (at <= remoteAt && random() < 0.5),
  );
  return {
    seed,
    chain,
    name: odd(names, 0.15 * wild),
    localAt,
    remoteAt,
    approved,
    retracted: approved.filter(() => random() < 0.07 * wild),
    place: random() < 0.55 ? 'here' : pick(places),
    local: odd(locals, 0.1 * wild),
    operation: odd(operations, 0.1 * wild),
    remote: odd(remotes, 0.15 * wild),
    dirt: random() < 0.75 ? [...new Set(some(dirts, wild * 2))] : [],
    planted: random() < 0.6 ? [...new Set(some(plants, wild * 3))] : [],
    shallow: random() < 0.1 * wild,
    misled: random() < 0.1,
  };
}

/** The work tree that the oddities are put into: where the branch is, if it is anywhere. */
export function placeOf({ place }: Plan, workTrees: readonly string[]): string[] {
  const [clone = '', linked] = workTrees;
  return place === 'linked' && linked !== undefined ? [linked] : [clone];
}

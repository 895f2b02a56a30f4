/**
 * WAT-1 to WAT-18: what becomes of a branch when the team's approved commit arrives. Pure: facts in, decision out. Whatever
 * is not surely safe is refused, and a refusal changes nothing.
 */

/** A commit that the gate let through, as the relay knows it. */
export interface Approval {
  readonly workstream: string;
  readonly branch: string;
  readonly commit: string;
  /** Its place in the workspace's log. */
  readonly seq: number;
  /** When it was recorded, in milliseconds. */
  readonly at: number;
  /** GAT-9: undefined where an earlier version recorded it. */
  readonly verified?: boolean | undefined;
  /** The seq of its retraction; Infinity when only the fact is known. */
  readonly retractedAt?: number;
}

export type Reason =
  | 'not_here'
  | 'uncommitted_changes'
  | 'untracked_in_the_way'
  | 'operation_in_progress'
  | 'detached'
  | 'diverged'
  | 'no_remote'
  | 'hostile_remote'
  | 'not_on_remote'
  | 'force_pushed'
  | 'retracted'
  | 'needs_a_person'
  | 'shallow'
  | 'several_work_trees'
  | 'work_tree_missing'
  | 'hostile_name'
  | 'busy'
  | 'fetch_failed'
  | 'interrupted';

/** Nothing is changed; `why` completes "not moved to <commit>:" and `advice` says what to do. */
export interface Refused {
  readonly kind: 'refuse';
  readonly reason: Reason;
  readonly why: string;
  readonly advice: string;
}

export type Decision =
  | { readonly kind: 'up_to_date' }
  | { readonly kind: 'move_ref'; readonly from: string; readonly to: string }
  | {
      readonly kind: 'update_work_tree';
      readonly from: string;
      readonly to: string;
      /** Its top folder. */
      readonly workTree: string;
    }
  | Refused;

/** How the branch here lies to the approved commit. */
export type Relation = 'equal' | 'behind' | 'ahead' | 'diverged';

export type LocalBranch =
  | { readonly kind: 'missing' }
  /** A name that stands for another name. */
  | { readonly kind: 'symbolic' }
  | { readonly kind: 'commit'; readonly commit: string };

export interface BranchFacts {
  readonly branch: string;
  readonly to: string;
  readonly from: string;
  readonly relation: Relation;
  /** Whether the repository's history is cut off. */
  readonly shallow: boolean;
  /** The work trees that have the branch checked out. */
  readonly checkedOut: readonly { readonly path: string; readonly present: boolean }[];
  /** Operations that will write the branch when they end: a rebase or a bisection of it. */
  readonly heldBy: readonly { readonly path: string; readonly operation: string }[];
  /** Whether the work tree that the watch runs in is on no branch. */
  readonly detachedHere: boolean;
}

/** What to do with one branch (WAT-1, WAT-3, WAT-4, WAT-7 to WAT-9, WAT-14, WAT-15). */
export function decide(facts: BranchFacts): Decision {
  const { branch, from, to, relation, checkedOut, heldBy } = facts;
  if (relation === 'equal' || relation === 'ahead') return { kind: 'up_to_date' };
  const [held] = heldBy;
  if (held !== undefined) return inOperation(held.operation, held.path);
  if (relation === 'diverged') return facts.shallow ? shallow() : diverged(branch);
  const [place, another] = checkedOut;
  if (another !== undefined) {
    const paths = checkedOut.map(({ path }) => path).join(', ');
    return no('several_work_trees', `it is checked out in ${paths}`, pullThere);
  }
  if (place === undefined) {
    return facts.detachedHere ? detached(branch) : { kind: 'move_ref', from, to };
  }
  if (!place.present) {
    const advice = 'Bring the folder back, or forget it with: git worktree prune';
    return no('work_tree_missing', `its work tree ${place.path} is gone`, advice);
  }
  return { kind: 'update_work_tree', from, to, workTree: place.path };
}

/** What stands in the way of an update in one work tree; every list names paths of the update. */
export interface WorkTreeFacts {
  /** Merge, rebase and the like. */
  readonly operation: string | undefined;
  readonly sparse: boolean;
  readonly changed: readonly string[];
  readonly staged: readonly string[];
  /** Also ignored ones. */
  readonly untracked: readonly string[];
  readonly submodules: readonly string[];
  /** Written through a program. */
  readonly filtered: readonly string[];
  /** Hidden from git (skip-worktree, assume-unchanged), a name that not every disk can hold, or a file that becomes a folder. */
  readonly odd: readonly string[];
}

/** Whether the files of a work tree may be replaced (WAT-5 to WAT-7, WAT-13); undefined when they may. */
export function decideWorkTree(facts: WorkTreeFacts): Refused | undefined {
  if (facts.operation !== undefined) return inOperation(facts.operation);
  if (facts.sparse) return byHand('the checkout is sparse');
  if (facts.submodules.length > 0)
    return byHand(`it changes ${list(facts.submodules)} (submodule)`);
  if (facts.odd.length > 0) return byHand(`${list(facts.odd)} cannot be replaced safely`);
  if (facts.filtered.length > 0)
    return byHand(`${list(facts.filtered)} is written by a filter (a program)`);
  const dirty = [...new Set([...facts.staged, ...facts.changed])];
  if (dirty.length > 0) {
    const advice = 'Commit or stash them, then: git pull --ff-only';
    return no('uncommitted_changes', `uncommitted changes in ${list(dirty)}`, advice);
  }
  if (facts.untracked.length > 0) {
    const why = `${list(facts.untracked)} would be overwritten (not in git)`;
    return no('untracked_in_the_way', why, 'Move it away, then: git pull --ff-only');
  }
  return undefined;
}

/** The commit that a branch should be at: the newest that was approved and not taken back (WAT-12). */
export function chooseTarget(approvals: readonly Approval[]): Approval | undefined {
  return approvals
    .filter(({ retractedAt }) => retractedAt === undefined)
    .toSorted((one, other) => other.seq - one.seq)[0];
}

/** Commits taken back after `target` was approved, and not approved again: moving to it must not bring them (WAT-12). */
export function takenBackSince(approvals: readonly Approval[], target: Approval): Approval[] {
  const counting = new Set(
    approvals.filter((one) => one.retractedAt === undefined).map(({ commit }) => commit),
  );
  return approvals.filter(
    ({ retractedAt = 0, commit }) => retractedAt > target.seq && !counting.has(commit),
  );
}

/** WAT-16: a name from the network; git takes more than is good for a branch that moves by itself. */
export function isSafeBranch(branch: string): boolean {
  const component = /^(?!\.)(?!.*\.lock$)[^\p{Cc}\s~^:?*[\\]+$/u;
  return (
    branch.length <= 200 &&
    !branch.startsWith('-') &&
    !/^HEAD$|^refs\/|@\{|\.\.|\.$|\uFFFD/.test(branch) &&
    branch !== '@' &&
    branch.split('/').every((part) => component.test(part))
  );
}

export function hostileName(): Refused {
  const advice = 'Nothing to do here; ask who started the workstream to name another branch.';
  return no('hostile_name', 'its name is not one that is given to git by itself', advice);
}

export function notHere(workstream: string): Refused {
  const advice = `To have it: coord workstream join ${workstream}`;
  return no('not_here', 'there is no such branch here', advice);
}

export function symbolic(): Refused {
  const advice = 'Make it a branch of its own: git symbolic-ref --delete, then git branch';
  return no('hostile_name', 'the name stands for another branch', advice);
}

export function noRemote(several: boolean): Refused {
  return several
    ? no('no_remote', 'there are several remotes and none is origin', 'Say which: git branch -u')
    : no('no_remote', 'the repository has no remote', 'Add it with: git remote add origin URL');
}

export function hostileRemote(remote: string): Refused {
  const advice = 'Look at it with: git remote -v';
  return no('hostile_remote', `the address of the remote ${remote} is not a plain one`, advice);
}

export function fetchFailed(remote: string, detail: string, notUsed?: string): Refused {
  const why = `${remote} cannot be reached: ${detail}`;
  return no('fetch_failed', why, notUsed ?? `Try: git fetch ${shellWord(remote)}`);
}

export function notOnRemote(remote: string, { rewound }: { rewound: boolean }): Refused {
  return rewound
    ? no(
        'force_pushed',
        `${remote} no longer has it: the branch there was overwritten`,
        'Ask the team which history counts before you pull.',
      )
    : no(
        'not_on_remote',
        `${remote} does not have it`,
        'Ask who recorded it to push; then: git pull --ff-only',
      );
}

export function containsRetracted(commit: string): Refused {
  const why = `it brings ${commit.slice(0, 12)}, which was taken back`;
  return no('retracted', why, 'Wait for the next approved commit, or look first: git fetch');
}

export function busy(): Refused {
  const advice = 'When it is done: git pull --ff-only';
  return no('busy', 'another git is at work in the work tree', advice);
}

export function interrupted(detail: string): Refused {
  const advice = 'Nothing was lost. Try: git pull --ff-only';
  return no('interrupted', detail, advice);
}

/** WAT-4: something that git itself says no to. */
export function byHand(why: string): Refused {
  return no('needs_a_person', why, 'Do it yourself: git pull --ff-only');
}

/** A word as a person can paste it into a shell. */
export function shellWord(word: string): string {
  return /^[\w./][\w./-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

const pullThere = 'In the one that should have it: git pull --ff-only';

function inOperation(operation: string, path?: string): Refused {
  const where = path === undefined ? '' : ` in ${path}`;
  const why = `a ${operation} is in progress${where}`;
  return no('operation_in_progress', why, `Finish it or abort it, then: git pull --ff-only`);
}

function shallow(): Refused {
  const why = 'the history here is cut off, so it cannot be seen whether this only moves forward';
  return no('shallow', why, 'Fetch the rest: git fetch --unshallow');
}

function diverged(branch: string): Refused {
  const advice = `On ${shellWord(branch)}: git pull --rebase (or git merge)`;
  return no('diverged', 'you have commits that it does not contain', advice);
}

function detached(branch: string): Refused {
  const advice = `git switch ${shellWord(branch)}, then: git pull --ff-only`;
  return no('detached', 'you are on no branch (detached HEAD)', advice);
}

function no(reason: Reason, why: string, advice: string): Refused {
  return { kind: 'refuse', reason, why, advice };
}

const maxNamed = 3;

function list(paths: readonly string[]): string {
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : '';
  return paths.slice(0, maxNamed).join(', ') + more;
}

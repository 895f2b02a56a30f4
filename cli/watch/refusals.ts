import { firstFew } from '../../shared/kernel/first-few.ts';
/** WAT-1 to WAT-18: why a branch is not moved, and what its owner can do. */

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

export function noRemote(branch: string, several: boolean): Refused {
  const advice = `Say which: git config ${shellWord(`branch.${branch}.remote`)} REMOTE`;
  return several
    ? no('no_remote', 'there are several remotes and none is origin', advice)
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

/** WAT-11: as it is after a merged pull request. */
export function deletedThere(remote: string, workstream: string): Refused {
  const why = `the branch was deleted at ${remote}`;
  const advice = `If it was merged, the workstream can end: coord workstream end ${workstream}. If not, ask who recorded the commit to push it.`;
  return no('not_on_remote', why, advice);
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

/** WAT-17: a move that could not be taken back, since there is a commit on top of it already. */
export function takenBackTooLate(place: string, to: string): Refused {
  const why = `it was checked out in ${place} at the same time, and somebody moved it on since`;
  const advice = `Look whether the commits there take the team's work back: git diff ${to}`;
  return no('interrupted', why, advice);
}

/** WAT-4: something that git itself says no to. */
export function byHand(why: string): Refused {
  return no('needs_a_person', why, 'Do it yourself: git pull --ff-only');
}

/** WAT-13: entries with the bit assume-unchanged or skip-worktree, whose edits git status does not show. */
export function hidden(paths: readonly string[]): Refused {
  const why = `${list(paths)} is hidden from git (assume-unchanged or skip-worktree)`;
  const again = `git update-index --no-assume-unchanged ${shellWord(paths[0] ?? '')} (or --no-skip-worktree)`;
  return no('needs_a_person', why, `Show it again: ${again}, then: git pull --ff-only`);
}

/** The advice for a branch without an upstream, where git has to be told what to pull. */
export function pullFrom(refused: Refused, from: string): Refused {
  const advice = refused.advice.replace(/git pull --[a-z-]+/, (command) => `${command} ${from}`);
  return { ...refused, advice };
}

/** A word as a person can paste it into a shell. */
export function shellWord(word: string): string {
  return /^[\w./][\w./-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

export const pullThere = 'In the one that should have it: git pull --ff-only';

export function inOperation(operation: string, path?: string): Refused {
  const where = path === undefined ? '' : ` in ${path}`;
  const why = `a ${operation} is in progress${where}`;
  return no('operation_in_progress', why, 'Finish it or abort it, then: coord watch --once');
}

export function shallow(): Refused {
  const why = 'the history here is cut off, so it cannot be seen whether this only moves forward';
  return no('shallow', why, 'Fetch the rest: git fetch --unshallow');
}

export function diverged(branch: string): Refused {
  const advice = `On ${shellWord(branch)}: git pull --rebase (or git merge)`;
  return no('diverged', 'you have commits that it does not contain', advice);
}

export function detached(branch: string): Refused {
  const advice = `git switch ${shellWord(branch)}, then: git pull --ff-only`;
  return no('detached', 'you are on no branch (detached HEAD)', advice);
}

export function no(reason: Reason, why: string, advice: string): Refused {
  // A stop follows where it is shown.
  return { kind: 'refuse', reason, why: why.replace(/\.$/, ''), advice };
}

const maxNamed = 3;

export function list(paths: readonly string[]): string {
  return firstFew(paths, maxNamed, (path) => path);
}

/**
 * WAT-1 to WAT-18: what becomes of a branch when the team's approved commit arrives. Pure: facts in, decision out. Whatever
 * is not surely safe is refused, and a refusal changes nothing.
 */

import {
  byHand,
  detached,
  diverged,
  hidden,
  inOperation,
  list,
  no,
  pullThere,
  shallow,
  type Refused,
} from './refusals.ts';

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
  /** Operations that will write the branch when they end, or that are under way where it is checked out. */
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

/** What stands in the way of an update in one work tree: paths of the update, or a file where it has a folder. */
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
  /** By skip-worktree or assume-unchanged. */
  readonly hidden: readonly string[];
  /** A name that not every disk can hold, or a file that becomes a folder. */
  readonly odd: readonly string[];
}

/** Whether the files of a work tree may be replaced (WAT-5 to WAT-7, WAT-13); undefined when they may. */
export function decideWorkTree(facts: WorkTreeFacts): Refused | undefined {
  if (facts.operation !== undefined) return inOperation(facts.operation);
  if (facts.sparse) return byHand('the checkout is sparse');
  if (facts.submodules.length > 0)
    return byHand(`it changes ${list(facts.submodules)} (submodule)`);
  if (facts.odd.length > 0) return byHand(`${list(facts.odd)} cannot be replaced safely`);
  if (facts.hidden.length > 0) return hidden(facts.hidden);
  if (facts.filtered.length > 0)
    return byHand(`${list(facts.filtered)} is written by a filter (a program)`);
  const dirty = [...new Set([...facts.staged, ...facts.changed])];
  if (dirty.length > 0) {
    const advice = 'Commit or stash them, then: git pull --ff-only';
    return no('uncommitted_changes', `uncommitted changes in ${list(dirty)}`, advice);
  }
  if (facts.untracked.length > 0) {
    const why = `${list([...new Set(facts.untracked)])} would be overwritten (not in git)`;
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

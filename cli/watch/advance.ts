import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import { factsAbout, isAncestor, namesOf } from './branch.ts';
import { Checkout } from './checkout.ts';
import { fetchBranch, pullArguments, remoteFor } from './remote.ts';
import {
  chooseTarget,
  decide,
  isSafeBranch,
  takenBackSince,
  type Approval,
  type Decision,
} from './rules.ts';
import {
  byHand,
  containsRetracted,
  deletedThere,
  hostileName,
  notHere,
  notOnRemote,
  pullFrom,
  symbolic,
  type Refused,
} from './refusals.ts';
import { moveUnusedRef } from './move-ref.ts';
import { updateWorkTree } from './update-work-tree.ts';

/** What became of a branch in one attempt. */
export type Attempt =
  | { readonly kind: 'up_to_date'; readonly target: Approval }
  | {
      readonly kind: 'moved' | 'would_move';
      readonly target: Approval;
      readonly from: string;
      /** The work tree whose files went along. */
      readonly workTree?: string;
    }
  | {
      readonly kind: 'refused';
      readonly target: Approval;
      readonly refused: Refused;
      /** Whether the remote may have it in a moment. */
      readonly mayCome: boolean;
    };

export interface AdvanceOptions {
  /** A folder of the repository. */
  readonly folder: string;
  readonly run: RunGit;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/**
 * Brings one branch to the newest approved commit, or tells why not. `approvals` are those of this branch; undefined when
 * none of them counts.
 */
export async function advance(
  approvals: readonly Approval[],
  options: AdvanceOptions,
): Promise<Attempt | undefined> {
  const target = chooseTarget(approvals);
  if (target === undefined) return undefined;
  const refuse = (refused: Refused): Attempt => ({
    kind: 'refused',
    target,
    refused,
    mayCome: false,
  });
  if (!isSafeBranch(target.branch) || !/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(target.commit))
    return refuse(hostileName());
  const checkout = await Checkout.open(options.folder, options.run);
  if (isRefusal(checkout)) return refuse(byHand(checkout.message));
  const attempt = await advanceTo(target, approvals, { checkout, ...options });
  const from = pullArguments(target.branch, checkout.settings);
  if (attempt.kind !== 'refused' || from === undefined) return attempt;
  return { ...attempt, refused: pullFrom(attempt.refused, from) };
}

async function advanceTo(
  target: Approval,
  approvals: readonly Approval[],
  given: Given,
): Promise<Attempt> {
  const found = await find(target, approvals, given);
  if ('refused' in found) {
    const { refused, mayCome = false } = found;
    return { kind: 'refused', target, refused, mayCome };
  }
  const { decision } = found;
  switch (decision.kind) {
    case 'up_to_date':
      return { kind: 'up_to_date', target };
    case 'refuse':
      return { kind: 'refused', target, refused: decision, mayCome: false };
    case 'move_ref':
    case 'update_work_tree': {
      const refused = await carryOut(decision, { branch: target.branch, ...given });
      if (refused !== undefined) return { kind: 'refused', target, refused, mayCome: false };
      const workTree = decision.kind === 'update_work_tree' && { workTree: decision.workTree };
      const kind = given.dryRun ? 'would_move' : 'moved';
      return { kind, target, from: decision.from, ...workTree };
    }
  }
}

type Given = AdvanceOptions & { readonly checkout: Checkout };

type Found =
  { readonly decision: Decision } | { readonly refused: Refused; readonly mayCome?: boolean };

/** Looks at both ends: the branch here, and what the remote says of it. */
async function find(
  target: Approval,
  approvals: readonly Approval[],
  { checkout, run, signal }: Given,
): Promise<Found> {
  const { branch, commit: to } = target;
  const remote = remoteFor(branch, checkout.settings);
  const before = await namesOf(checkout, typeof remote === 'string' ? remote : 'origin', branch);
  const { local } = before;
  if (local.kind === 'missing') return { refused: notHere(target.workstream) };
  if (local.kind === 'symbolic') return { refused: symbolic() };
  if (await isAncestor(checkout, to, local.commit)) {
    return { decision: { kind: 'up_to_date' } };
  }
  if (typeof remote !== 'string') return { refused: remote };
  if (before.tracked.kind === 'symbolic') return { refused: symbolic() };
  const fetched = await fetchBranch(checkout, { remote, branch, signal });
  if (typeof fetched === 'object') return { refused: fetched };
  const tracked = before.tracked.kind === 'commit' ? before.tracked.commit : undefined;
  if (fetched === 'absent' && tracked !== undefined)
    return { refused: deletedThere(remote, target.workstream), mayCome: true };
  const there = fetched === 'absent' ? undefined : await trackedCommit(checkout, remote, branch);
  if (there === undefined || !(await isAncestor(checkout, to, there))) {
    const kept = tracked === undefined || (there && (await isAncestor(checkout, tracked, there)));
    return { refused: notOnRemote(remote, { rewound: !kept }), mayCome: true };
  }
  const bad = await takenBack(checkout, approvals, { target, from: local.commit });
  if (bad !== undefined) return { refused: containsRetracted(bad.commit) };
  const facts = await factsAbout(checkout, { branch, from: local.commit, to, run });
  return { decision: decide(facts) };
}

async function trackedCommit(
  checkout: Checkout,
  remote: string,
  branch: string,
): Promise<string | undefined> {
  const { tracked } = await namesOf(checkout, remote, branch);
  return tracked.kind === 'commit' ? tracked.commit : undefined;
}

/** WAT-12: a commit taken back after the target was approved, which moving to the target would bring. */
async function takenBack(
  checkout: Checkout,
  approvals: readonly Approval[],
  { target, from }: { target: Approval; from: string },
): Promise<Approval | undefined> {
  for (const one of takenBackSince(approvals, target)) {
    const isIn = (commit: string) => isAncestor(checkout, one.commit, commit);
    if ((await isIn(target.commit)) && !(await isIn(from))) return one;
  }
  return undefined;
}

/** Does what was decided; says why it could not. */
async function carryOut(
  decision: Extract<Decision, { kind: 'move_ref' | 'update_work_tree' }>,
  given: Given & { readonly branch: string },
): Promise<Refused | undefined> {
  const { checkout, branch, run, dryRun } = given;
  const { from, to } = decision;
  if (decision.kind === 'move_ref') {
    return dryRun ? undefined : moveUnusedRef(checkout, { branch, from, to, run });
  }
  const place = await Checkout.open(decision.workTree, run);
  return isRefusal(place)
    ? byHand(place.message)
    : updateWorkTree(place, { branch, from, to, dryRun });
}

/** Whether the branch here leads to a commit. */
export async function hasCommit(
  { branch, commit }: Approval,
  { folder, run }: Pick<AdvanceOptions, 'folder' | 'run'>,
): Promise<boolean> {
  if (!isSafeBranch(branch)) return false;
  const checkout = await Checkout.open(folder, run);
  if (isRefusal(checkout)) return false;
  const { local } = await namesOf(checkout, 'origin', branch);
  return local.kind === 'commit' && isAncestor(checkout, commit, local.commit);
}

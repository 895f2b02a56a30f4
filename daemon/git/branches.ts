import { branchRef, remoteRef } from '../../shared/node/git/safe.ts';
import type { GitResult } from '../../shared/node/git/git-calls.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { branchName } from '../../shared/workstreams/contract.ts';
import type { InterceptorContext, LocalInterceptor } from '../interceptors/interceptor.ts';
import { callersTree } from '../interceptors/standing-in.ts';
import { Branches, reasonOf, reasonOfWrite, type AskedRemote } from './branch-commands.ts';
import { branchOf } from '../../shared/node/git/repository.ts';

/** The branch of the workstream and where it begins, as the relay answers them. */
interface BranchToMake {
  readonly branch: string;
  readonly base_branch: string;
}

/** All that git does for one call. */
const maxMs = 45_000;

/** WST-1: the relay starts it, unless the base is nowhere; then its branch is made here and pushed. What git cannot do never undoes the start. */
export const startWorkstream: LocalInterceptor<'startWorkstream'> = async (
  context,
  input,
  forward,
) => {
  const refusal = await refuseMissingBase(context, input.base_branch);
  if (refusal !== undefined) return refusal;
  const base = input.base_branch ?? (await defaultBase(context));
  const answer = await forward(base === undefined ? input : { ...input, base_branch: base });
  return isRefusal(answer) ? answer : { ...answer, git: await provideBranch(context, answer) };
};

/** WST-1: a base that was named and is nowhere. Where the remote cannot be reached, it may be there. */
async function refuseMissingBase(
  context: InterceptorContext,
  base: string | undefined,
): Promise<Refusal | undefined> {
  if (base === undefined || !branchName.safeParse(base).success) return undefined;
  const branches = openBranches(context);
  if (await branches.isKnown(base)) return undefined;
  const remote = await branches.ask([base]);
  if (remote.kind === 'away' || (remote.kind === 'reached' && remote.has.has(base)))
    return undefined;
  // A repository without a commit has no branch that could be named.
  if (remote.kind === 'none' && (await branches.commitOf('HEAD')) === undefined) return undefined;
  return refuse(
    'ValidationError',
    `base_branch names ${base}, but ${noCommitOn(base, remote)}. Name a branch that is there: git branch --all`,
    { field: 'base_branch' },
  );
}

function noCommitOn(base: string, remote: AskedRemote): string {
  const where = 'name' in remote ? ` here or on ${remote.name}` : ' here';
  return `there is no commit on a branch ${base}${where}`;
}

/** WST-2: after the relay has let somebody in, the branch is brought here if it is missing. */
export const joinWorkstream: LocalInterceptor<'joinWorkstream'> = async (
  context,
  input,
  forward,
) => {
  const answer = await forward(input);
  if (isRefusal(answer) || input.user_id !== undefined) return answer;
  return { ...answer, git: await provideBranch(context, answer) };
};

/**
 * Sees to it that the branch is here, and on the remote: as it is there, else made from the base. Nothing is checked out,
 * moved or forced. Answers in one line what was done, or why not and what to do.
 */
export async function provideBranch(
  context: InterceptorContext,
  { branch, base_branch: base }: BranchToMake,
): Promise<string> {
  if (!branchName.safeParse(branch).success || !branchName.safeParse(base).success)
    return 'No branch was made: the relay gave a name that is none for a branch.';
  const branches = openBranches(context);
  if ((await branches.commitOf(branchRef(branch))) !== undefined)
    return leave(context, branches, branch);
  const remote = await branches.ask([branch, base]);
  return remote.kind === 'reached' && remote.has.has(branch)
    ? takeOver(context, branches, { branch, remote: remote.name })
    : make(context, branches, { branch, base, remote });
}

async function leave(
  context: InterceptorContext,
  branches: Branches,
  branch: string,
): Promise<string> {
  const push = (await branches.wasPushed(branch)) ? '' : await howToPush(branches, branch);
  return `The branch ${branch} was here already and is left as it is. ${push}${howToSwitch(context, branch)}`;
}

/** It may have commits of the person's alone, so it is not pushed by itself; whoever joins would make it anew from the base. */
async function howToPush(branches: Branches, branch: string): Promise<string> {
  const remote = await branches.ask([branch]);
  if (remote.kind === 'away')
    return `Whether ${remote.name} has it is not known (${remote.problem}); if not: ${later(remote.name, branch)}. `;
  if (remote.kind !== 'reached' || remote.has.has(branch)) return '';
  return `${remote.name} does not have it; to give it to the team: ${later(remote.name, branch)}. `;
}

/** The branch that the remote's HEAD leads to, else main or master, else the one that is checked out; undefined without any. */
export async function defaultBase(context: InterceptorContext): Promise<string | undefined> {
  const branches = openBranches(context);
  const current = branchOf(callersTree(context));
  const base = (await branches.usualBase()) ?? (current === '' ? undefined : current);
  return branchName.safeParse(base).success ? base : undefined;
}

function openBranches({ git, workTree }: InterceptorContext): Branches {
  return new Branches(git, workTree.root, AbortSignal.timeout(maxMs));
}

async function takeOver(
  context: InterceptorContext,
  branches: Branches,
  { branch, remote }: { branch: string; remote: string },
): Promise<string> {
  const commit = await branches.commitOf(remoteRef(remote, branch));
  if (commit === undefined)
    return notMade(branch, `${remote} has it, but it could not be fetched`, `git fetch ${remote}`);
  const made = await branches.create(branch, commit);
  if (made.exitCode !== 0) return notWritten(branch, made);
  await branches.follow(branch, remote);
  return `Fetched the branch ${branch} from ${remote}. ${howToSwitch(context, branch)}`;
}

interface Making {
  readonly branch: string;
  readonly base: string;
  readonly remote: AskedRemote;
}

async function make(
  context: InterceptorContext,
  branches: Branches,
  { branch, base, remote }: Making,
): Promise<string> {
  const start = await startOf(branches, base, remote);
  if (start === undefined) {
    return notMade(branch, noCommitOn(base, remote), `git branch ${branch} COMMIT`);
  }
  const made = await branches.create(branch, start.commit);
  if (made.exitCode !== 0) return notWritten(branch, made);
  const pushed = await push(branches, branch, remote);
  return `Made the branch ${branch} from ${start.from}${pushed} ${howToSwitch(context, branch)}`;
}

/** As the remote has it, so that nobody's unpublished commits are pushed with the new branch; else as it is here. */
async function startOf(
  branches: Branches,
  base: string,
  remote: AskedRemote,
): Promise<{ commit: string; from: string } | undefined> {
  const candidates = [
    ...('name' in remote
      ? [{ ref: remoteRef(remote.name, base), from: `${remote.name}/${base}` }]
      : []),
    { ref: branchRef(base), from: base },
  ];
  for (const { ref, from } of candidates) {
    const commit = await branches.commitOf(ref);
    if (commit !== undefined) return { commit, from };
  }
  return undefined;
}

/** The end of the sentence about the new branch. */
async function push(branches: Branches, branch: string, remote: AskedRemote): Promise<string> {
  switch (remote.kind) {
    case 'none':
      return '; there is no remote to push it to.';
    case 'several':
      return `; not pushed, because none of the remotes is named origin: git push -u REMOTE ${branch}.`;
    case 'away':
      return `; not pushed, because ${remote.name} cannot be reached (${remote.problem}). Later: ${later(remote.name, branch)}.`;
    case 'reached': {
      const pushed = await branches.push(branch, remote.name);
      if (pushed.exitCode !== 0)
        return `; not pushed: ${reasonOf(pushed)}. Later: ${later(remote.name, branch)}.`;
      await branches.follow(branch, remote.name);
      return ` and pushed it to ${remote.name}.`;
    }
  }
}

function later(remote: string, branch: string): string {
  return `git push -u ${remote} ${branch}`;
}

function howToSwitch(context: InterceptorContext, branch: string): string {
  return branchOf(callersTree(context)) === branch
    ? 'It is checked out.'
    : `To work on it: git switch ${branch}`;
}

function notMade(branch: string, why: string, command: string): string {
  return `The branch ${branch} was not made: ${why}. Mend it with: ${command}`;
}

/** A branch ends with its workstream's slug (WST-1). */
function notWritten(branch: string, made: GitResult): string {
  const slug = branch.split('/').at(-1);
  return `The branch ${branch} was not made: ${reasonOfWrite(made)} Afterwards: coord workstream join ${slug}`;
}

import { asData } from '../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { branchRef, remoteRef } from '../../shared/node/git/safe.ts';
import { commitNamed, contains, type GitInFolder, parseArgs } from '../git/git-in-folder.ts';
import type { InterceptorContext } from '../interceptors/interceptor.ts';
import { type GateContext, otherCommits, ownBaseRefsOf } from './gate-context.ts';

/** What the refusal is about. */
interface Asked {
  readonly commitSha: string;
  /** Said at the end: what was not done. */
  readonly undone: string;
}

/**
 * GAT-16: the Conflict for a commit that is none of the workstream's branch, as far as this clone knows. Undefined for one that
 * may be recorded, and where the clone cannot tell.
 */
export async function refuseApart(
  context: InterceptorContext,
  gate: GateContext,
  { commitSha, undone }: Asked,
): Promise<Refusal | undefined> {
  const { git, slug, branch } = gate;
  if (slug === undefined || branch === undefined) return undefined;
  if (isRefusal(await commitNamed(git, commitSha))) return undefined;
  const why =
    (await inBase(context, gate, commitSha)) ??
    (await besideRecorded(context, gate, commitSha)) ??
    (await besideRemote(gate, commitSha));
  if (why === undefined) return undefined;
  return refuse('Conflict', `${commitSha.slice(0, 12)} ${why} ${undone}`);
}

/** Nothing to record: it is in the branch that the workstream began from, and the workstream's own has gone on. */
async function inBase(
  context: InterceptorContext,
  gate: GateContext,
  commitSha: string,
): Promise<string | undefined> {
  const base = await firstThere(gate.git, await ownBaseRefsOf(context, gate));
  if (base === undefined || !(await contains(gate.git, base, commitSha))) return undefined;
  if (!(await hasGoneOn(gate, base))) return undefined;
  const work = `Commit the work on its branch (git switch ${asData(gate.branch ?? '')})`;
  return `is in ${shownRef(base)} already, so there is nothing to record on ${gate.slug}. ${work}, and run the gate for that commit.`;
}

/** Whether the workstream's branch, here or on the remote, has commits that its base does not have. */
async function hasGoneOn(gate: GateContext, base: string): Promise<boolean> {
  const own = [branchRef(gate.branch ?? ''), await remoteBranch(gate)];
  for (const ref of own)
    if (ref !== undefined && (await firstThere(gate.git, [ref])) !== undefined)
      if (!(await contains(gate.git, base, ref))) return true;
  return false;
}

/** The last recorded commit that this clone has is to be inside, unless the branch on the remote was made anew without it. */
async function besideRecorded(
  context: InterceptorContext,
  gate: GateContext,
  commitSha: string,
): Promise<string | undefined> {
  const { git, slug } = gate;
  const recorded = await otherCommits(context, gate, { commitSha, status: 'recorded' });
  const last = await firstThere(git, recorded);
  if (last === undefined || (await contains(git, commitSha, last))) return undefined;
  const shown = last.slice(0, 12);
  if (await contains(git, last, commitSha))
    return `is inside ${shown}, which is recorded on ${slug} already, so there is nothing to record.`;
  const remote = await remoteBranch(gate);
  if (remote !== undefined && !(await areInLine(git, last, remote))) return undefined;
  if (await isShallow(git)) return undefined;
  return `does not build on ${shown}, the last commit that was recorded on ${slug}. Take it in (git merge ${shown}, or git rebase), and let the new commit pass the gate. If ${shown} no longer counts, take it back first: coord gate retract.`;
}

/** A push would be refused by the branch on the remote, as the last fetch saw it. */
async function besideRemote(gate: GateContext, commitSha: string): Promise<string | undefined> {
  const { git } = gate;
  const remote = await remoteBranch(gate);
  if (remote === undefined || (await areInLine(git, commitSha, remote))) return undefined;
  if (await isShallow(git)) return undefined;
  const name = shownRef(remote);
  return `does not build on ${name}, the branch of ${gate.slug}. Take it in (git merge ${name}, or git rebase ${name}), and let the new commit pass the gate.`;
}

/** The branch of the workstream on the remote, where this clone knows it. */
async function remoteBranch(gate: GateContext): Promise<string | undefined> {
  const { git, branch = '' } = gate;
  const remote = await gate.remote();
  return remote === undefined ? undefined : firstThere(git, [remoteRef(remote, branch)]);
}

/** The first of the names, each a full one, that this clone has a commit for. */
async function firstThere(git: GitInFolder, names: readonly string[]): Promise<string | undefined> {
  for (const name of names)
    if ((await git([...parseArgs, `${name}^{commit}`])).exitCode === 0) return name;
  return undefined;
}

async function areInLine(git: GitInFolder, one: string, other: string): Promise<boolean> {
  return (await contains(git, one, other)) || contains(git, other, one);
}

/** The history that would tell may be cut off. */
async function isShallow(git: GitInFolder): Promise<boolean> {
  return (await git(['rev-parse', '--is-shallow-repository'])).stdout.trim() !== 'false';
}

function shownRef(ref: string): string {
  return asData(ref.replace(/^refs\/(?:heads|remotes)\//, ''));
}

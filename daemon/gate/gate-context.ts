import type { Input } from '../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { noSuchSession } from '../../shared/sessions/rules.ts';
import { sessionFor } from '../sync/local-sync.ts';
import type { InterceptorContext } from '../interceptors/interceptor.ts';
import { callersTree } from '../interceptors/standing-in.ts';
import type { Replica } from '../replica/replica.ts';
import type { TrackedSession } from '../../shared/replica/tracked.ts';
import { branchOf, findWorkTree, type WorkTree } from '../../shared/node/git/repository.ts';
import { branchRef, remoteRef } from '../../shared/node/git/safe.ts';
import { contains, gitIn, type GitInFolder, splitByNul } from '../git/git-in-folder.ts';
import { commitSha as anySha } from '../../shared/contract/fields.ts';
import type { CommitRecord } from '../../shared/gate/contract.ts';
import { runLimits } from '../../shared/gate/runs.ts';

/** What a call of the gate is about: work tree, workstream, branch and session. */
export interface GateContext {
  readonly git: GitInFolder;
  /** The one that has the workstream's branch checked out, else the one that the caller stands in. */
  readonly workTree: WorkTree;
  /** The workstream; undefined when it cannot be inferred. */
  readonly slug: string | undefined;
  /** The workstream's; undefined when it is not known here. */
  readonly branch: string | undefined;
  /** The session that acts: the one that was named, else the user's only one. */
  readonly sessionId: string | undefined;
  /** The remote that branches go to; git is asked once. */
  readonly remote: () => Promise<string | undefined>;
}

type Named = Pick<Input<'confirmReady'>, 'workstream_slug' | 'workstream' | 'session_id'>;

/**
 * GAT-17: by the workstream that is named; else for an agent that of its session, and for a person, who names no session, that of
 * the branch that is checked out where the caller stands; else by the other of the two.
 */
export async function gateContextOf(
  context: InterceptorContext,
  named: Named,
): Promise<GateContext | Refusal> {
  const { replica } = context;
  if (isOfAnother(replica, named.session_id)) return noSuchSession('session_id');
  const { workstreams } = replica.state;
  const here = branchOf(callersTree(context));
  const checkedOut = [...workstreams.values()].find(({ branch }) => branch === here)?.slug;
  const given = named.workstream_slug ?? named.workstream;
  const session = await actingSession(context, named, given ?? checkedOut);
  const joined = isRefusal(session) ? undefined : session?.workstream;
  const likeliest = named.session_id === undefined ? checkedOut || joined : joined || checkedOut;
  const slug = given ?? likeliest;
  const workTree = await workTreeOf(context, slug);
  const git = gitIn(context.git, workTree.root);
  let remote: Promise<string | undefined> | undefined;
  return {
    git,
    remote: () => (remote ??= remoteOf(git)),
    workTree,
    slug,
    branch: slug === undefined ? undefined : workstreams.get(slug)?.branch,
    sessionId: isRefusal(session) ? named.session_id : session?.id,
  };
}

/**
 * GAT-15: the session that is named; else that of the conversation whose shell command alone runs in the caller's work tree, since
 * it is that command that calls; else the user's only one.
 */
async function actingSession(
  context: InterceptorContext,
  named: Named,
  likeliest: string | undefined,
): Promise<TrackedSession | Refusal | undefined> {
  const { replica } = context;
  if (named.session_id !== undefined) return sessionFor(replica, named.session_id);
  const workTree = context.standsIn ?? (await workTreeOf(context, likeliest));
  const running = context.runningIn(workTree.root);
  const session = running && replica.sessionOf(running);
  return session?.active === true ? session : sessionFor(replica, undefined);
}

/** The work tree that has the workstream's branch checked out, else the one that the caller stands in. */
async function workTreeOf(
  context: InterceptorContext,
  slug: string | undefined,
): Promise<WorkTree> {
  const { replica, git } = context;
  const here = callersTree(context);
  const branch = slug === undefined ? undefined : replica.state.workstreams.get(slug)?.branch;
  if (branch === undefined || branch === branchOf(here)) return here;
  const at = await folderWithBranch(gitIn(git, here.root), branch);
  return (at === undefined ? undefined : findWorkTree(at)) ?? here;
}

/** ACC-5: a session that is not known here may be the caller's all the same; the relay decides. */
function isOfAnother(replica: InterceptorContext['replica'], named: string | undefined): boolean {
  const found = named === undefined ? undefined : replica.session(named);
  return found !== undefined && found.userId !== replica.user.userId;
}

/** The folder of the work tree that has the branch checked out. */
async function folderWithBranch(git: GitInFolder, branch: string): Promise<string | undefined> {
  const answer = await git(['worktree', 'list', '--porcelain', '-z']);
  let folder: string | undefined;
  for (const line of splitByNul(answer.stdout)) {
    if (line.startsWith('worktree ')) folder = line.slice('worktree '.length);
    if (line === `branch ${branchRef(branch)}`) return folder;
  }
  return undefined;
}

/** The remote that branches go to: origin, or the only one. */
export async function remoteOf(git: GitInFolder): Promise<string | undefined> {
  const remotes = (await git(['remote'])).stdout.split('\n').filter((name) => name !== '');
  return remotes.includes('origin') ? 'origin' : remotes.length === 1 ? remotes[0] : undefined;
}

const usualBases = ['main', 'master', 'trunk', 'develop'];
const askBaseMs = 1_000;
/** A workstream keeps its base. */
const knownBases = new WeakMap<Replica, Map<string, string>>();

/** The workstream's own base branch, on the remote and here, as full names of refs; empty where it is not known. */
export async function ownBaseRefsOf(
  context: InterceptorContext,
  gate: GateContext,
): Promise<string[]> {
  const base = gate.slug === undefined ? undefined : await baseBranch(context, gate.slug);
  if (base === undefined || base === 'HEAD') return [];
  const remote = await gate.remote();
  const here = branchRef(base);
  return remote === undefined ? [here] : [remoteRef(remote, base), here];
}

/** Where the work of a workstream can have begun, as full names of refs, the likeliest first. */
export async function baseRefsOf(
  context: InterceptorContext,
  gate: GateContext,
): Promise<string[]> {
  const base = gate.slug === undefined ? undefined : await baseBranch(context, gate.slug);
  const remote = await gate.remote();
  return [base ?? 'HEAD', ...usualBases].flatMap((name) => [
    ...(remote === undefined ? [] : [remoteRef(remote, name)]),
    ...(name === 'HEAD' ? [] : [branchRef(name)]),
  ]);
}

async function baseBranch(
  { replica, client: relay }: InterceptorContext,
  slug: string,
): Promise<string | undefined> {
  const bases = knownBases.get(replica) ?? new Map<string, string>();
  knownBases.set(replica, bases);
  const known = bases.get(slug);
  if (known !== undefined) return known;
  const id = replica.state.workspace?.id;
  const client = relay();
  if (id === undefined || client === undefined) return undefined;
  const found = await client.call('getWorkstream', { id, slug }, { timeoutMs: askBaseMs });
  if (isRefusal(found)) return undefined;
  bases.set(slug, found.base_branch);
  return found.base_branch;
}

/** GAT-0: the NotFound for a workstream that neither the daemon nor the relay knows; without the relay nobody says so. */
export async function refuseUnknownStream(
  { replica, client }: InterceptorContext,
  { slug }: GateContext,
): Promise<Refusal | undefined> {
  const { workspace, workstreams } = replica.state;
  const relay = client();
  if (slug === undefined || workstreams.has(slug)) return undefined;
  if (workspace === undefined || relay === undefined) return undefined;
  const asked = { id: workspace.id, slug };
  const found = await relay.call('getWorkstream', asked, { timeoutMs: askBaseMs });
  return isRefusal(found) && found.error === 'NotFound' ? found : undefined;
}

/** GAT-2: the workstream that a receipt is for, by the run that it was given for; undefined where the relay does not say it. */
export async function streamOfReceipt(
  { replica, client }: InterceptorContext,
  shown: string,
): Promise<string | undefined> {
  const id = replica.state.workspace?.id;
  const relay = client();
  if (id === undefined || relay === undefined) return undefined;
  const asked = { id, outcome: 'confirmed' as const, limit: runLimits.kept };
  const answer = await relay.call('listGateRuns', asked, { timeoutMs: askCommitsMs });
  if (isRefusal(answer)) return undefined;
  const [receipt] = shown.trim().split('.');
  return answer.runs.find(({ receipt_id: one }) => one === receipt)?.workstream;
}

const askCommitsMs = 3_000;
const maxRecorded = 20;

/** GAT-4: a sentence about a retracted commit of the workstream inside this one that nothing reverts; undefined where there is none. */
export async function retractedInside(
  context: InterceptorContext,
  gate: GateContext,
  commitSha: string,
): Promise<string | undefined> {
  for (const sha of await otherCommits(context, gate, { commitSha, status: 'retracted' })) {
    if (!(await isStillIn(gate.git, sha, commitSha))) continue;
    return `The commit contains ${sha.slice(0, 12)}, which was retracted, and no commit after it reverts it: git revert --no-edit ${sha}`;
  }
  return undefined;
}

async function isStillIn(git: GitInFolder, sha: string, commitSha: string): Promise<boolean> {
  if (!(await contains(git, commitSha, sha))) return false;
  const grep = ['--fixed-strings', `--grep=This reverts commit ${sha}`];
  const reverts = await git(['rev-list', '--max-count=1', ...grep, `${sha}..${commitSha}`]);
  return reverts.exitCode === 0 && reverts.stdout.trim() === '';
}

/**
 * Other commits of the workstream, newest first. A branch on the remote tells less of what was recorded before: whoever pushes first
 * would hide what nobody has recorded.
 */
export async function otherCommits(
  { replica, client }: InterceptorContext,
  { slug: workstream }: GateContext,
  { commitSha, status }: { commitSha: string; status: CommitRecord['status'] },
): Promise<string[]> {
  const id = replica.state.workspace?.id;
  const relay = client();
  if (id === undefined || relay === undefined || workstream === undefined) return [];
  const asked = { id, workstream, limit: maxRecorded };
  const answer = await relay.call('listCommits', asked, { timeoutMs: askCommitsMs });
  if (isRefusal(answer)) return [];
  return answer.commits
    .filter((one) => one.status === status && one.commit_sha !== commitSha)
    .map(({ commit_sha: sha }) => sha)
    .filter((sha) => anySha.safeParse(sha).success);
}

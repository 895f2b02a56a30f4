import { commitSha as anySha } from '../../shared/contract/fields.ts';
import type { CommitRecord } from '../../shared/gate/contract.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { GitInFolder } from '../git/git-in-folder.ts';
import type { InterceptorContext } from '../interceptors/interceptor.ts';
import type { GateContext } from './gate-context.ts';

const askMs = 3_000;
const maxRecorded = 20;

/**
 * What was recorded of a workstream before this commit, newest first. A branch on the remote tells less: whoever pushes first
 * would hide what nobody has recorded.
 */
export async function recordedBefore(
  context: InterceptorContext,
  gate: GateContext,
  commitSha: string,
): Promise<string[]> {
  return otherCommits(context, gate, { commitSha, status: 'recorded' });
}

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
  const inside = await git(['merge-base', '--is-ancestor', sha, commitSha]);
  if (inside.exitCode !== 0) return false;
  const grep = ['--fixed-strings', `--grep=This reverts commit ${sha}`];
  const reverts = await git(['rev-list', '--max-count=1', ...grep, `${sha}..${commitSha}`]);
  return reverts.exitCode === 0 && reverts.stdout.trim() === '';
}

async function otherCommits(
  { replica, client }: InterceptorContext,
  { slug: workstream }: GateContext,
  { commitSha, status }: { commitSha: string; status: CommitRecord['status'] },
): Promise<string[]> {
  const id = replica.state.workspace?.id;
  const relay = client();
  if (id === undefined || relay === undefined || workstream === undefined) return [];
  const asked = { id, workstream, limit: maxRecorded };
  const answer = await relay.call('listCommits', asked, { timeoutMs: askMs });
  if (isRefusal(answer)) return [];
  return answer.commits
    .filter((one) => one.status === status && one.commit_sha !== commitSha)
    .map(({ commit_sha: sha }) => sha)
    .filter((sha) => anySha.safeParse(sha).success);
}

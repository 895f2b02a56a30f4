import { branchRef } from '../../shared/node/git/safe.ts';
import { machineName } from '../../shared/node/processes/machine-name.ts';
import type { InterceptorContext } from '../interceptors/interceptor.ts';
import { contains, type GitInFolder } from '../git/git-in-folder.ts';

interface Recorded {
  readonly branch: string;
  readonly commit_sha: string;
}

const tellMs = 5_000;

/**
 * WAT-19: tells the relay that a branch is not held on this machine any more, where it leads to the commit that was just recorded:
 * the watch that said so may not run any more. What cannot be told now a watch tells at its next start.
 */
export async function tellFollowing(
  { replica, client }: InterceptorContext,
  git: GitInFolder,
  { branch, commit_sha }: Recorded,
): Promise<void> {
  const id = replica.state.workspace?.id;
  const relay = client();
  if (id === undefined || relay === undefined) return;
  if (!(await contains(git, branchRef(branch), commit_sha))) return;
  const report = { id, branch, commit_sha, outcome: 'moved' as const, machine: machineName() };
  await relay.call('reportBranch', report, { timeoutMs: tellMs });
}

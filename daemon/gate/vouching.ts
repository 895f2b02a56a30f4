import { createHash } from 'node:crypto';
import type { Vouch } from '../../shared/gate/contract.ts';
import { canonicalTouched } from '../../shared/gate/statement.ts';
import type { InterceptorContext } from '../interceptors/interceptor.ts';
import { treeOf } from '../git/git-in-folder.ts';
import type { GateContext } from './gate-context.ts';
import type { TouchedCommit } from './touched-commit.ts';

interface Asked {
  readonly commitSha: string;
  readonly slug: string | undefined;
  readonly touched: TouchedCommit;
}

/** GAT-9: the daemon's signed word on what a commit touches; undefined when it has not all of it, or no key to sign with. */
export async function vouchFor(
  { replica, signer }: InterceptorContext,
  { git }: GateContext,
  { commitSha, slug, touched }: Asked,
): Promise<Vouch | undefined> {
  const workspaceId = replica.state.workspace?.id;
  const tree = await treeOf(git, commitSha);
  if (workspaceId === undefined || slug === undefined || tree === undefined || !touched.isWhole)
    return undefined;
  const digest = createHash('sha256').update(canonicalTouched(touched)).digest('hex');
  const statement = {
    purpose: 'touched' as const,
    workspace_id: workspaceId,
    workstream: slug,
    commit_sha: commitSha,
    tree,
    touched_digest: digest,
  };
  try {
    return signer().vouch(statement);
  } catch {
    // A disk that gives no key costs the vouch, not the commit.
    return undefined;
  }
}

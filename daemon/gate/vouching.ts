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

/** A vouch, or why there is none. */
export type VouchOrReason = { readonly vouch: Vouch } | { readonly unvouched: string };

/** GAT-9: the daemon's signed word on what a commit touches, unless it has not all of it, or no key to sign with. */
export async function vouchFor(
  { replica, signer }: InterceptorContext,
  { git }: GateContext,
  { commitSha, slug, touched }: Asked,
): Promise<VouchOrReason> {
  const workspaceId = replica.state.workspace?.id;
  const tree = await treeOf(git, commitSha);
  if (touched.gap !== undefined) return { unvouched: touched.gap };
  if (workspaceId === undefined || slug === undefined || tree === undefined)
    return { unvouched: 'The daemon does not know the workstream of the commit. Name it.' };
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
    return { vouch: signer().vouch(statement) };
  } catch {
    // A disk that gives no key costs the vouch, not the commit.
    return { unvouched: 'The daemon has no key to sign with. Its log says why.' };
  }
}

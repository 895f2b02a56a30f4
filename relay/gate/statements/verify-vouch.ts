import { createHash } from 'node:crypto';
import type { Vouch } from '../../../shared/gate/contract.ts';
import {
  canonicalStatement,
  canonicalTouched,
  type TouchedLists,
} from '../../../shared/gate/statement.ts';
import { refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { isSigned } from './statement-signature.ts';

/** What a call says of a commit, which a vouch has to be about. */
export interface VouchedCommit {
  readonly workspaceId: string;
  readonly commitSha: string;
  /** Empty when the caller named none. */
  readonly tree: string;
  /** As they were sent. */
  readonly lists: TouchedLists;
}

/**
 * GAT-9: the ValidationError when a vouch is not a signed one for this commit and these lists; undefined when it is. One for
 * another workstream is about another beginning of the work, and is told apart where the workstream is known.
 */
export function refuseVouch(
  vouch: Vouch,
  { workspaceId, commitSha, tree, lists }: VouchedCommit,
): Refusal | undefined {
  if (vouch.workspace_id !== workspaceId) return bad('is for another workspace');
  if (vouch.commit_sha !== commitSha)
    return bad(`is of the commit ${vouch.commit_sha.slice(0, 12)}`);
  if (tree !== '' && vouch.tree !== tree) return bad('is of another tree');
  const digest = createHash('sha256').update(canonicalTouched(lists)).digest('hex');
  if (vouch.touched_digest !== digest) return bad('is for another list of files and symbols');
  const { signature, ...fields } = vouch;
  return isSigned(canonicalStatement(fields), { publicKey: fields.public_key, signature })
    ? undefined
    : bad('is not signed by the key that it names');
}

function bad(problem: string): Refusal {
  return refuse('ValidationError', `vouch: ${problem}.`, { field: 'vouch' });
}

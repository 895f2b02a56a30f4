import { createPublicKey, verify, createHash } from 'node:crypto';
import type { Attestation, Vouch } from '../../shared/gate/contract.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import {
  canonicalAttestation,
  canonicalStatement,
  canonicalTouched,
  type TouchedLists,
} from '../../shared/gate/statement.ts';

/** Whether the key (Ed25519, raw, base64url) signed exactly this statement. A malformed key or signature signs nothing. */
function isSigned(
  statement: string,
  { publicKey, signature }: { readonly publicKey: string; readonly signature: string },
): boolean {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return verify(null, Buffer.from(statement), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

/**
 * GAT-6: the ValidationError when an attestation is not a signed run on this commit; undefined when it is. Whether the run
 * passed is decided elsewhere. `tree` is undefined when the caller named none.
 */
export function refuseAttestation(
  attestation: Attestation,
  { commitSha, tree }: { commitSha: string; tree: string | undefined },
): Refusal | undefined {
  if (attestation.commit_sha !== commitSha) {
    return badAttestation(`is of the commit ${attestation.commit_sha.slice(0, 12)}`);
  }
  if (tree !== undefined && attestation.tree !== tree) return badAttestation('is of another tree');
  const { signature, ...fields } = attestation;
  return isSigned(canonicalAttestation(fields), { publicKey: fields.public_key, signature })
    ? undefined
    : badAttestation('is not signed by the key that it names');
}

function badAttestation(problem: string): Refusal {
  return refuse('ValidationError', `attestation: ${problem}.`, { field: 'attestation' });
}

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
  if (vouch.workspace_id !== workspaceId) return badVouch('is for another workspace');
  if (vouch.commit_sha !== commitSha)
    return badVouch(`is of the commit ${vouch.commit_sha.slice(0, 12)}`);
  if (tree !== '' && vouch.tree !== tree) return badVouch('is of another tree');
  const digest = createHash('sha256').update(canonicalTouched(lists)).digest('hex');
  if (vouch.touched_digest !== digest) return badVouch('is for another list of files and symbols');
  const { signature, ...fields } = vouch;
  return isSigned(canonicalStatement(fields), { publicKey: fields.public_key, signature })
    ? undefined
    : badVouch('is not signed by the key that it names');
}

function badVouch(problem: string): Refusal {
  return refuse('ValidationError', `vouch: ${problem}.`, { field: 'vouch' });
}

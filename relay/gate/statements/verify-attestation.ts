import { canonicalAttestation } from '../../../shared/gate/attestation.ts';
import type { Attestation } from '../../../shared/gate/contract.ts';
import { refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { isSigned } from './statement-signature.ts';

/**
 * GAT-6: the ValidationError when an attestation is not a signed run on this commit; undefined when it is. Whether the run
 * passed is decided elsewhere. `tree` is undefined when the caller named none.
 */
export function refuseAttestation(
  attestation: Attestation,
  { commitSha, tree }: { commitSha: string; tree: string | undefined },
): Refusal | undefined {
  if (attestation.commit_sha !== commitSha) {
    return bad(`is of the commit ${attestation.commit_sha.slice(0, 12)}`);
  }
  if (tree !== undefined && attestation.tree !== tree) return bad('is of another tree');
  const { signature, ...fields } = attestation;
  return isSigned(canonicalAttestation(fields), { publicKey: fields.public_key, signature })
    ? undefined
    : bad('is not signed by the key that it names');
}

function bad(problem: string): Refusal {
  return refuse('ValidationError', `attestation: ${problem}.`, { field: 'attestation' });
}

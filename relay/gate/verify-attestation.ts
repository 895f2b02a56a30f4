import { createPublicKey, verify } from 'node:crypto';
import { canonicalAttestation } from '../../shared/gate/attestation.ts';
import type { Attestation } from '../../shared/gate/contract.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

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
  return isSigned(attestation) ? undefined : bad('is not signed by the key that it names');
}

function isSigned({ signature, ...fields }: Attestation): boolean {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: fields.public_key };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const signed = Buffer.from(canonicalAttestation(fields));
    return verify(null, signed, key, Buffer.from(signature, 'base64url'));
  } catch {
    // A malformed key or signature verifies nothing.
    return false;
  }
}

function bad(problem: string): Refusal {
  return refuse('ValidationError', `attestation: ${problem}.`, { field: 'attestation' });
}

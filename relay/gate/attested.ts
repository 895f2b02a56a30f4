import { createPublicKey, verify } from 'node:crypto';
import { canonicalAttestation } from '../../shared/gate/attestation.ts';
import type { Attestation } from '../../shared/gate/contract.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

/**
 * GAT-6: why an attestation does not stand for a run on this commit; undefined when it does. Whether that run passed is
 * another question. `tree` is undefined when the caller named none.
 */
export function whyNotAttested(
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
    const said = Buffer.from(canonicalAttestation(fields));
    return verify(null, said, key, Buffer.from(signature, 'base64url'));
  } catch {
    // What is no key, or no signature, signs nothing.
    return false;
  }
}

function bad(problem: string): Refusal {
  return refuse('ValidationError', `attestation: ${problem}.`, { field: 'attestation' });
}

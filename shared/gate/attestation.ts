import type { Attestation } from './contract.ts';
import { canonicalStatement } from './statement.ts';

/** What the signature of an attestation is over. */
export function canonicalAttestation(fields: Omit<Attestation, 'signature'>): string {
  return canonicalStatement(fields);
}

import type { Attestation } from './contract.ts';

/**
 * What the signature of an attestation is over: the canonical JSON (keys in order, no spaces) of all its fields but the
 * signature. The machine that signs and the relay that checks must agree on every byte of it.
 */
export function canonicalAttestation(fields: Omit<Attestation, 'signature'>): string {
  const entries = Object.entries(fields).filter(
    ([key, value]) => key !== 'signature' && value !== undefined,
  );
  return JSON.stringify(
    Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1))),
  );
}

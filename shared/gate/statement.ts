import type { Attestation } from './contract.ts';

/**
 * What a daemon's signature is over: canonical JSON (keys in order, no spaces) of all fields of a statement but the signature.
 * The machine that signs and the relay that checks must agree on every byte of it. A vouch has its `purpose` among these
 * fields and an attestation has none, so that the signature of one never stands for the other (GAT-9).
 */
export function canonicalStatement(fields: object): string {
  const entries = Object.entries(fields).filter(
    ([key, value]) => key !== 'signature' && value !== undefined,
  );
  return JSON.stringify(
    Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1))),
  );
}

/** What the signature of an attestation is over. */
export function canonicalAttestation(fields: Omit<Attestation, 'signature'>): string {
  return canonicalStatement(fields);
}

/** What the digest of a vouch is over (SHA-256, hex). The lists are as they are sent, in any order. */
export function canonicalTouched({ files, symbols, tests }: TouchedLists): string {
  return canonicalStatement({
    files: files.toSorted(),
    symbols: symbols.toSorted(),
    tests: tests?.toSorted(),
  });
}

export interface TouchedLists {
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  /** The test files that the commit can affect; without them the vouch is not about tests. */
  readonly tests?: readonly string[] | undefined;
}

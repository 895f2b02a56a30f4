import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { canonicalAttestation } from '../../../shared/gate/attestation.ts';
import type { Attestation } from '../../../shared/gate/contract.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/files.ts';

/** The key with which this daemon signs what it has run itself. */
export interface AttestationSigner {
  /** The public half, raw, in base64url. */
  readonly publicKey: string;
  sign(statement: Omit<Attestation, 'public_key' | 'signature'>): Attestation;
}

/** Takes the key from the file (0600); a new one is made where there is none. */
export function attestationSigner(file: string): AttestationSigner {
  const key = keyIn(file);
  const publicKey = key.export({ format: 'jwk' }).x ?? '';
  return {
    publicKey,
    sign(statement) {
      const fields = { ...statement, public_key: publicKey };
      const signature = sign(null, Buffer.from(canonicalAttestation(fields)), key);
      return { ...fields, signature: signature.toString('base64url') };
    },
  };
}

function keyIn(file: string): KeyObject {
  const known = readPrivateFile(file);
  if (isRefusal(known)) throw new Error(known.message);
  if (known !== undefined) return createPrivateKey(known);
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  writePrivateFile(file, `${pem.trim()}\n`);
  return privateKey;
}

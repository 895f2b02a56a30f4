import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { Attestation, Vouch } from '../../../shared/gate/contract.ts';
import { canonicalAttestation, canonicalStatement } from '../../../shared/gate/statement.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/disk/files.ts';

/** The key with which this daemon signs what it has run (GAT-6) and read (GAT-9) itself. */
export interface AttestationSigner {
  /** The public half, raw, in base64url. */
  readonly publicKey: string;
  sign(statement: Omit<Attestation, 'public_key' | 'signature'>): Attestation;
  vouch(statement: Omit<Vouch, 'public_key' | 'signature'>): Vouch;
}

/** Takes the key from the file (0600); a new one is made where there is none. */
export function attestationSigner(file: string): AttestationSigner {
  const key = keyIn(file);
  const publicKey = key.export({ format: 'jwk' }).x ?? '';
  const signed = (text: string) => sign(null, Buffer.from(text), key).toString('base64url');
  return {
    publicKey,
    sign(statement) {
      const fields = { ...statement, public_key: publicKey };
      return { ...fields, signature: signed(canonicalAttestation(fields)) };
    },
    vouch(statement) {
      const fields = { ...statement, public_key: publicKey };
      return { ...fields, signature: signed(canonicalStatement(fields)) };
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

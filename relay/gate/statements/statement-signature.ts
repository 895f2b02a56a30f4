import { createPublicKey, verify } from 'node:crypto';

/** Whether the key (Ed25519, raw, base64url) signed exactly this statement. A malformed key or signature signs nothing. */
export function isSigned(
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

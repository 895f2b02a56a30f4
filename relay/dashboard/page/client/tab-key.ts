import {
  dashboardChallengePath,
  dashboardKeyPath,
  dashboardProofText,
  dashboardResumePath,
} from '../../../../shared/dashboard/opening.ts';
import { servicePath } from './service.ts';

const curve = { name: 'ECDSA', namedCurve: 'P-256' };

interface OwnKey {
  readonly publicKey: string;
  readonly privateKey: CryptoKey;
}

/** In memory alone, and not to be read from there: what a page sends proves nothing to a later process of the daemon. */
let own: OwnKey | undefined;

/** LOC-8: lets this page come back after its daemon was started anew. Where that cannot be, a person opens a new one. */
export async function makeComingBack(token: string): Promise<void> {
  const pair = await crypto.subtle.generateKey(curve, false, ['sign', 'verify']);
  const publicKey = base64(await crypto.subtle.exportKey('spki', pair.publicKey));
  const answer = await post(dashboardKeyPath, { public_key: publicKey }, token);
  if (answer !== undefined) own = { publicKey, privateKey: pair.privateKey };
}

/** Somebody has signed out. */
export function forgetComingBack(): void {
  own = undefined;
}

/** A new token for this page; undefined where the daemon does not know it, or is away. */
export async function comeBack(): Promise<string | undefined> {
  if (own === undefined) return undefined;
  const { publicKey, privateKey } = own;
  const asked = await post(dashboardChallengePath, {});
  const challenge = asked?.['challenge'];
  if (challenge === undefined) return undefined;
  const text = new TextEncoder().encode(dashboardProofText(location.origin, challenge));
  const signed = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, text);
  const proof = { public_key: publicKey, challenge, signature: base64(signed) };
  return (await post(dashboardResumePath, proof))?.['token'];
}

async function post(
  path: string,
  body: object,
  token?: string,
): Promise<Partial<Record<string, string>> | undefined> {
  const response = await fetch(servicePath + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  return response?.ok === true ? ((await response.json()) as Record<string, string>) : undefined;
}

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

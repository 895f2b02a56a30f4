import { readFile } from 'node:fs/promises';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import { asData } from '../../shared/kernel/display.ts';
import { redactText } from '../../shared/redaction/redact.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { boundedFetch } from '../../shared/node/http/bounded-fetch.ts';

/** The one identity provider whose tokens are exchanged; everything about it is pinned by the operator. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly audience: string;
  /** The key of a token. Throws IdentityKeysAway while the provider's keys cannot be fetched. */
  readonly keys: JWTVerifyGetKey;
  readonly algorithms: readonly string[];
}

/** The provider's keys cannot be fetched or are none, so no token can be judged. The message is for the operator. */
export class IdentityKeysAway extends Error {
  constructor(address: URL, cause: unknown) {
    const why = redactText(asData(reasonOf(cause), maxReason)).text;
    super(
      `The keys of the identity provider cannot be read from ${address.origin}${address.pathname} (${why}), and sign-ins get a 503 until they can. ` +
        `Check the way to it, or correct ${variables.jwks}.`,
      { cause },
    );
  }
}

const maxReason = 200;

const variables = {
  issuer: 'COORD_IDENTITY_ISSUER',
  audience: 'COORD_IDENTITY_AUDIENCE',
  jwks: 'COORD_IDENTITY_JWKS',
} as const;
const algorithmsVariable = 'COORD_IDENTITY_ALGORITHMS';

/** Those whose keys a set can hold: who verifies by a shared secret could sign, too. */
const knownAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * ACC-12: tokens of an identity provider are exchanged for keys only where all of its variables are set. Refused with a
 * ValidationError: some of them, keys that cannot be read, and algorithms that are not known or go by a shared secret.
 */
export async function identityProviderFrom(
  environment: Environment,
): Promise<IdentityProvider | undefined | Refusal> {
  const issuer = environment[variables.issuer] || undefined;
  const audience = environment[variables.audience] || undefined;
  const jwks = environment[variables.jwks] || undefined;
  if (issuer === undefined && audience === undefined && jwks === undefined) return undefined;
  if (issuer === undefined || audience === undefined || jwks === undefined)
    return invalid(`An identity provider needs all of ${Object.values(variables).join(', ')}.`);
  const algorithms = algorithmsFrom(environment);
  if (isRefusal(algorithms)) return algorithms;
  const keys = /^https?:\/\//i.test(jwks) ? keysAt(jwks) : await keysIn(jwks);
  return isRefusal(keys) ? keys : { issuer, audience, keys, algorithms };
}

function algorithmsFrom(environment: Environment): readonly string[] | Refusal {
  const text = environment[algorithmsVariable] || 'RS256';
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => knownAlgorithms.includes(name))) return names;
  return invalid(
    `${algorithmsVariable} must be one or more of ${knownAlgorithms.join(', ')}, with commas between.`,
  );
}

/** A set that cannot be fetched, and one that is none, are told apart from a set without the key of the token. */
function keysAt(text: string): JWTVerifyGetKey | Refusal {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  // It is not repeated: it may hold a password.
  if (address === undefined || address.username !== '' || address.password !== '')
    return invalid(`${variables.jwks} must be an address without a user name and a password.`);
  const keys = createRemoteJWKSet(address, { [customFetch]: boundedFetch });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) throw error;
      // Each of them is tried.
      if (error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      throw new IdentityKeysAway(address, error);
    }
  };
}

/** The keys of a file are read once: an operator who changes it starts the relay again. */
async function keysIn(path: string): Promise<JWTVerifyGetKey | Refusal> {
  try {
    return createLocalJWKSet(JSON.parse(await readFile(path, 'utf8')) as JSONWebKeySet);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).syscall && (error as NodeJS.ErrnoException).code;
    const what = code ? `cannot be read (${code})` : 'holds no JSON Web Key Set';
    return invalid(
      `${variables.jwks} is no http or https address, and as a file ${asData(path, maxReason)} ${what}. Give the address of the provider's keys, or the path of a file with them.`,
    );
  }
}

/** What a fetch met lies in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

function invalid(message: string): Refusal {
  return refuse('ValidationError', message);
}

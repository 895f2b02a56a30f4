import { readFile } from 'node:fs/promises';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  jwtVerify,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import { z } from 'zod';
import { limits } from '../../shared/contract/fields.ts';
import { asData } from '../../shared/kernel/display.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { authOperations } from '../../shared/auth/contract.ts';
import { deleteInvitationsOfUser } from '../invitations/queries.ts';
import { revokeKeysOf } from '../keys/queries.ts';
import { makeKey, type KeyDependencies } from '../keys/service.ts';
import type { Handler, Transaction } from '../store/group-committer.ts';
import type { UserRow } from '../store/schema.ts';
import type { Handlers } from '../kernel/handlers.ts';
import { insertUser, setIdentity, userByEmail, userByIdentity } from '../users/queries.ts';
import { boundedFetch } from '../../shared/node/bounded-fetch.ts';

/** The one identity provider whose tokens are exchanged; everything about it is pinned by the operator. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly audience: string;
  /** An https address of the provider's keys, or the path of a file with them. */
  readonly jwks: string;
  readonly algorithms: readonly string[];
}

/** What a token must say. A name is whatever the user typed at the provider, so any is taken and made presentable. */
const identityClaims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254),
  email_verified: z.unknown().optional(),
  name: z.string().catch(''),
});

interface Identity {
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
}

export function authService(
  { committer, onRevoked }: Pick<KeyDependencies, 'committer' | 'onRevoked'>,
  provider: IdentityProvider | undefined,
): Handlers<keyof typeof authOperations> {
  const verify = provider === undefined ? undefined : verifier(provider);
  return {
    async exchangeToken({ token }) {
      if (verify === undefined) {
        return refuse(
          'NotFound',
          'This relay has no identity provider. Ask its operator for an API key.',
        );
      }
      const identity = await verify(token);
      if (isRefusal(identity)) return identity;
      const user = await committer.submit(signIn, identity);
      if (isRefusal(user)) return user;
      onRevoked();
      const { row, secret } = await committer.submit(makeKey, { userId: user.id, name: 'sign-in' });
      return { api_key: secret, key_id: row.id, user_id: user.id, email: user.email };
    },
  };
}

function verifier(provider: IdentityProvider): (token: string) => Promise<Identity | Refusal> {
  const { issuer, audience } = provider;
  const algorithms = [...provider.algorithms];
  let keys: Promise<JWTVerifyGetKey> | undefined;
  return async (token) => {
    try {
      keys ??= keysOf(provider.jwks);
      keys.catch(() => (keys = undefined));
      const options = { issuer, audience, algorithms, requiredClaims: ['sub', 'exp'] };
      const { payload } = await jwtVerify(token, await keys, options);
      const claims = identityClaims.safeParse(payload);
      if (!claims.success) {
        return refuse('Unauthorized', 'The token carries no subject or no e-mail address.');
      }
      const { sub, email, email_verified: verified, name } = claims.data;
      return {
        subject: `${issuer} ${sub}`,
        email: email.toLowerCase(),
        emailVerified: verified === true,
        name: asData(name, limits.name) || email,
      };
    } catch {
      return refuse(
        'Unauthorized',
        'The identity provider token is not valid here. Sign in again.',
      );
    }
  };
}

async function keysOf(jwks: string): Promise<JWTVerifyGetKey> {
  if (/^https?:\/\//.test(jwks))
    return createRemoteJWKSet(new URL(jwks), { [customFetch]: boundedFetch });
  return createLocalJWKSet(JSON.parse(await readFile(jwks, 'utf8')) as JSONWebKeySet);
}

const signIn: Handler<Identity, UserRow | Refusal> = async (transaction, commands) => {
  const { connection, nowMs } = transaction;
  const answers: (UserRow | Refusal)[] = [];
  for (const identity of commands) {
    const db = connection.kysely;
    const known = await userByIdentity(db, identity.subject);
    const sameEmail = known ?? (await userByEmail(db, identity.email));
    if (sameEmail === undefined) {
      const user = newUser(identity, nowMs);
      await insertUser(db, user);
      answers.push(user);
    } else if (known !== undefined) answers.push(known);
    else if (!identity.emailVerified || sameEmail.identity !== null) answers.push(emailTaken());
    else {
      // Only an address that the provider has verified may take over the account that was made by hand.
      if (sameEmail.invited_by !== null) await takeBack(transaction, sameEmail.id);
      await setIdentity(db, sameEmail.id, identity.subject);
      answers.push({ ...sameEmail, identity: identity.subject, invited_by: null });
    }
  }
  return answers;
};

/** INV-4: whoever used the address before it was verified keeps no key and no invitation of theirs. */
async function takeBack({ connection, nowMs }: Transaction, userId: string): Promise<void> {
  await revokeKeysOf(connection.kysely, userId, nowMs);
  await deleteInvitationsOfUser(connection.kysely, userId);
}

function newUser(identity: Identity, nowMs: number): UserRow {
  const { email, name, subject } = identity;
  const account = { id: newId('user'), email, name, tier: 'team', created_at: nowMs };
  return { ...account, identity: subject, invited_by: null };
}

function emailTaken(): Refusal {
  return refuse(
    'Conflict',
    'Another account has this e-mail address. Ask the operator of the relay.',
  );
}

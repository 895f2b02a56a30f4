import {
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import { z } from 'zod';
import { limits } from '../../shared/contract/fields.ts';
import { asData } from '../../shared/kernel/display.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Output } from '../../shared/api/operations.ts';
import type { authOperations } from '../../shared/auth/contract.ts';
import { deleteInvitationsOfUser } from '../invitations/queries.ts';
import { revokeKeysOf } from '../keys/queries.ts';
import { makeOneKey, type KeyDependencies } from '../keys/service.ts';
import type { Handler, Transaction } from '../store/group-committer.ts';
import type { UserRow } from '../store/schema.ts';
import type { Handlers } from '../kernel/handlers.ts';
import { insertUser, setIdentity, userByEmail, userByIdentity } from '../users/queries.ts';
import { IdentityKeysAway, type IdentityProvider } from './identity-provider.ts';

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

interface AuthDependencies extends Pick<KeyDependencies, 'committer' | 'onRevoked'> {
  readonly onError: (error: unknown) => void;
}

export function authService(
  { committer, onRevoked, onError }: AuthDependencies,
  provider: IdentityProvider | undefined,
): Handlers<keyof typeof authOperations> {
  const verify = provider === undefined ? undefined : verifier(provider, onError);
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
      const signedIn = await committer.submit(signIn, identity);
      if (!isRefusal(signedIn)) onRevoked();
      return signedIn;
    },
  };
}

function verifier(
  { issuer, audience, keys, algorithms }: IdentityProvider,
  onError: (error: unknown) => void,
): (token: string) => Promise<Identity | Refusal> {
  const options = {
    ...{ issuer, audience, algorithms: [...algorithms] },
    requiredClaims: ['sub', 'exp'],
  };
  return async (token) => {
    try {
      const payload = await verified(token, keys, options);
      return identityIn(payload, issuer);
    } catch (error) {
      if (!(error instanceof IdentityKeysAway)) return notValid;
      onError(error);
      return keysAway;
    }
  };
}

/** ACC-12: so many keys of a provider are tried for a token that names none. */
const maxTried = 8;

/** What a token says. One that does not name its key is checked with each key that could be it. */
async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    return verifiedByOne(token, error, options);
  }
}

async function verifiedByOne(
  token: string,
  matching: errors.JWKSMultipleMatchingKeys,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  let tried = 0;
  for await (const key of matching) {
    if (tried === maxTried) break;
    tried += 1;
    try {
      return (await jwtVerify(token, key, options)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw matching;
}

function identityIn(payload: unknown, issuer: string): Identity | Refusal {
  const claims = identityClaims.safeParse(payload);
  if (!claims.success)
    return refuse('Unauthorized', 'The token carries no subject or no e-mail address.');
  const { sub, email, email_verified: verified, name } = claims.data;
  return {
    subject: `${issuer} ${sub}`,
    email: email.toLowerCase(),
    emailVerified: verified === true,
    name: asData(name, limits.name) || email,
  };
}

const notValid = refuse(
  'Unauthorized',
  'The identity provider token is not valid here. Sign in again.',
);
/** ACC-12: a new token would not help. */
const keysAway = refuse(
  'Unavailable',
  'The relay cannot fetch the keys of the identity provider now, so it cannot check the token. Try again in a minute; if that does not help, tell the operator of the relay.',
);

type SignedIn = Output<'exchangeToken'>;

/** INV-4: the key is made in the transaction that found the account, so nobody gets one of an account just taken over. */
const signIn: Handler<Identity, SignedIn | Refusal> = async (transaction, commands) => {
  const answers: (SignedIn | Refusal)[] = [];
  for (const identity of commands) {
    const user = await accountOf(transaction, identity);
    answers.push(isRefusal(user) ? user : await withKey(transaction, user));
  }
  return answers;
};

async function withKey(transaction: Transaction, { id, email }: UserRow): Promise<SignedIn> {
  const { row, secret } = await makeOneKey(transaction, { userId: id, name: 'sign-in' });
  return { api_key: secret, key_id: row.id, user_id: id, email };
}

async function accountOf(transaction: Transaction, identity: Identity): Promise<UserRow | Refusal> {
  const db = transaction.connection.kysely;
  const known = await userByIdentity(db, identity.subject);
  if (known !== undefined) return confirmed(transaction, known, identity);
  const sameEmail = await userByEmail(db, identity.email);
  if (sameEmail !== undefined)
    return mayTakeOver(sameEmail, identity)
      ? takeOver(transaction, sameEmail, identity)
      : emailTaken();
  const user = newUser(identity, transaction.nowMs);
  await insertUser(db, user);
  return user;
}

/** INV-4: only a verified address leads to an account that is there, and never to one whose own address was verified. */
function mayTakeOver(user: UserRow, { emailVerified }: Identity): boolean {
  return emailVerified && (user.identity === null || user.invited_by !== null);
}

/** INV-5: the provider may verify the address of an account later; one that the user has there by now is another address. */
async function confirmed(
  { connection }: Transaction,
  user: UserRow,
  identity: Identity,
): Promise<UserRow> {
  const verifies = identity.emailVerified && identity.email === user.email;
  if (!verifies || user.invited_by === null) return user;
  const unchanged = { identity: identity.subject, name: user.name };
  await setIdentity(connection.kysely, user.id, unchanged);
  return { ...user, invited_by: null };
}

/** INV-4: whoever used the address before it was verified keeps no key, no invitation of theirs and no name on it. */
async function takeOver(
  { connection, nowMs }: Transaction,
  user: UserRow,
  { subject, name: provided }: Identity,
): Promise<UserRow> {
  const db = connection.kysely;
  const isOperators = user.invited_by === null;
  if (!isOperators) {
    await revokeKeysOf(db, user.id, nowMs);
    await deleteInvitationsOfUser(db, user.id);
  }
  const name = isOperators ? user.name : provided;
  await setIdentity(db, user.id, { identity: subject, name });
  return { ...user, name, identity: subject, invited_by: null };
}

/** INV-5: for an address that the provider has not verified nobody vouches but who uses it. */
function newUser(identity: Identity, nowMs: number): UserRow {
  const { email, name, subject, emailVerified } = identity;
  const account = { id: newId('user'), email, name, tier: 'team', created_at: nowMs };
  return { ...account, identity: subject, invited_by: emailVerified ? null : account.id };
}

function emailTaken(): Refusal {
  return refuse(
    'Conflict',
    'Another account has this e-mail address. Ask the operator of the relay.',
  );
}

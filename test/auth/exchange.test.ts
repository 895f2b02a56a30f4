import {
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWTPayload,
} from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { refusalIn } from '../support/person.ts';
import { send, type Answer } from '../support/http.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import type { World } from '../support/harness.ts';

const issuer = 'https://id.example.com';
const audience = 'coord-of-the-team';
const pair = await generateKeyPair('ES256', { extractable: true });
const stranger = await generateKeyPair('ES256', { extractable: true });
const rsa = await generateKeyPair('RS256', { extractable: true });
const publicKeys = [
  { ...(await exportJWK(pair.publicKey)), kid: 'now', alg: 'ES256', use: 'sig' },
  { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', use: 'sig' },
];
const keys = createLocalJWKSet({ keys: publicKeys });
const relay = { identityProvider: { issuer, audience, keys, algorithms: ['ES256'] } };

const claims = { email: 'Dan@Example.com', email_verified: true, name: 'Dan' };

interface Change {
  readonly claims?: JWTPayload;
  readonly header?: { readonly alg?: string; readonly kid?: string };
  readonly key?: CryptoKey | Uint8Array;
  readonly subject?: string | undefined;
  readonly issuer?: string;
  readonly audience?: string;
  readonly expires?: string | number | undefined;
}

/** A token that is right in every way but for what the change says. */
function token(change: Change = {}): Promise<string> {
  const signing = new SignJWT({ ...claims, ...change.claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'now', ...change.header })
    .setIssuedAt()
    .setIssuer(change.issuer ?? issuer)
    .setAudience(change.audience ?? audience);
  if (!('subject' in change)) signing.setSubject('dan-1');
  else if (change.subject !== undefined) signing.setSubject(change.subject);
  if (!('expires' in change)) signing.setExpirationTime('5m');
  else if (change.expires !== undefined) signing.setExpirationTime(change.expires);
  return signing.sign(change.key ?? pair.privateKey);
}

function exchange(world: World, jwt: string): Promise<Answer> {
  const body = JSON.stringify({ token: jwt });
  const headers = { 'content-type': 'application/json' };
  return send(world.relay.url, { method: 'POST', path: '/auth/exchange', headers, body });
}

interface SignedIn {
  readonly api_key: string;
  readonly key_id: string;
  readonly user_id: string;
  readonly email: string;
}

async function signIn(world: World, jwt: string): Promise<SignedIn> {
  const answer = await exchange(world, jwt);
  assert.is(answer.status, 201, answer.text);
  return answer.body as SignedIn;
}

const usersOf = (world: World) =>
  world.database.rows
    .selectFrom('users')
    .select(['id', 'email', 'identity'])
    .orderBy('id')
    .execute();

const provided = { relay };

scenario(
  'ACC-4',
  'a token of the identity provider becomes a key, and the same user again',
  async (world) => {
    const first = await signIn(world, await token());
    assert.is(first.email, 'dan@example.com');
    const profile = await world.as('ada').withKey(first.api_key).ok('profile', {});
    assert.is(profile.id, first.user_id);
    assert.is(profile.name, 'Dan');
    assert.equal(profile.workspaces, []);
    const second = await signIn(world, await token({ claims: { email: 'new@example.com' } }));
    assert.is(second.user_id, first.user_id, 'the subject is the user, not the address');
    assert.is.not(second.api_key, first.api_key);
    const { keys } = await world.as('ada').withKey(first.api_key).ok('listKeys', {});
    assert.equal(keys.map(({ id }) => id).sort(), [first.key_id, second.key_id].sort());
  },
  provided,
);

async function badTokens(): Promise<Record<string, string>> {
  const good = await token();
  const [head = '', body = '', signature = ''] = good.split('.');
  const spki = new TextEncoder().encode(await exportSPKI(rsa.publicKey));
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const none = new UnsecuredJWT(claims).setIssuer(issuer).setAudience(audience).setSubject('dan-1');
  const forged = encode({
    ...claims,
    iss: issuer,
    aud: audience,
    sub: 'ada-1',
    exp: 9_999_999_999,
  });
  return {
    'another issuer': await token({ issuer: 'https://evil.example.com' }),
    'another audience': await token({ audience: 'another-service' }),
    'no expiry': await token({ expires: undefined }),
    expired: await token({ expires: Math.floor(Date.now() / 1_000) - 3_600 }),
    'no algorithm': none.setExpirationTime('5m').encode(),
    'HS256 with the public key': await token({ header: { alg: 'HS256', kid: 'rsa' }, key: spki }),
    'an algorithm that is not allowed': await token({
      header: { alg: 'RS256', kid: 'rsa' },
      key: rsa.privateKey,
    }),
    'an unknown key id': await token({ header: { kid: 'gone' } }),
    'the key of somebody else': await token({ key: stranger.privateKey }),
    'changed claims': [head, forged, signature].join('.'),
    'no signature': [head, body, ''].join('.'),
    'no address': await token({ claims: { email: undefined } }),
    'an address that is none': await token({ claims: { email: 'dan' } }),
    'an address that is too long': await token({
      claims: { email: `${'x'.repeat(4_000)}@example.com` },
    }),
    'an empty subject': await token({ subject: '' }),
    'a subject that is no text': await token({
      claims: { sub: { id: 1 } as unknown as string },
      subject: undefined,
    }),
    'not a token': 'not-a-token',
    'a NUL in the address': await token({
      claims: { email: 'dan\0@example.com' },
      subject: 'dan-nul',
    }),
  };
}

scenario(
  'ACC-1',
  'no other token is exchanged',
  async (world) => {
    const before = await usersOf(world);
    for (const [title, jwt] of Object.entries(await badTokens())) {
      const refused = refusalIn(await exchange(world, jwt));
      assert.is(refused.status, 401, title);
      assert.is(refused.error, 'Unauthorized', title);
    }
    assert.equal(await usersOf(world), before);
  },
  provided,
);

scenario(
  'ACC-4',
  'an address that is not verified takes over no account',
  async (world) => {
    for (const email_verified of [false, undefined, 'true', 1]) {
      const jwt = await token({ claims: { email: 'ada@example.com', email_verified } });
      const refused = refusalIn(await exchange(world, jwt));
      assert.is(refused.status, 409, String(email_verified));
    }
    const users = await usersOf(world);
    assert.ok(users.every(({ identity }) => identity === null));
  },
  provided,
);

scenario(
  'ACC-4',
  'a verified address takes over the account made by hand, once',
  async (world) => {
    const email = 'ADA@example.com';
    const signedIn = await signIn(world, await token({ claims: { email }, subject: 'ada-1' }));
    assert.is(signedIn.user_id, world.as('ada').id);
    const other = await token({ claims: { email }, subject: 'ada-2' });
    assert.is(refusalIn(await exchange(world, other)).status, 409);
    const again = await signIn(world, await token({ claims: { email }, subject: 'ada-1' }));
    assert.is(again.user_id, signedIn.user_id);
  },
  provided,
);

scenario(
  'INV-4',
  'a verified address takes over the account that an invitation made, and ends its keys',
  async (world) => {
    const [ada, { id }] = [world.as('ada'), world.workspace];
    const { invitation } = await ada.ok('invite', { id, email: 'dan@example.com', role: 'admin' });
    const accepted = { invitation, name: 'Not Dan' };
    const made = await ada.ok('acceptInvitation', accepted, { headers: { authorization: '' } });
    const squatter = ada.withKey(made.api_key ?? '');
    const second = await squatter.ok('createKey', {});
    const asked = { id, email: 'eve@example.com' };
    const theirs = await squatter.ok('invite', asked);
    const unverified = { claims: { email_verified: false } };
    assert.is(refusalIn(await exchange(world, await token(unverified))).status, 409);
    await squatter.ok('profile', {});
    const dan = await signIn(world, await token());
    assert.is(dan.user_id, made.user_id);
    for (const key of [made.api_key ?? '', second.key])
      assert.is((await ada.withKey(key).refused('profile', {})).status, 401);
    const { invitations } = await ada.ok('listInvitations', { id });
    assert.not.ok(invitations.some((one) => one.id === theirs.id));
    const again = await signIn(world, await token());
    await ada.withKey(dan.api_key).ok('profile', {});
    await ada.withKey(again.api_key).ok('profile', {});
    await ada.ok('addMember', { id, email: 'dan@example.com', role: 'member' });
  },
  provided,
);

const unverifiedValues = [false, undefined, 'false', 'true'];

scenario(
  'INV-5',
  'an address that the provider has not verified leads no admin to the account',
  async (world) => {
    const [ada, { id }] = [world.as('ada'), world.workspace];
    for (const [at, email_verified] of unverifiedValues.entries()) {
      const email = `n${at}@example.com`;
      const jwt = await token({ claims: { email, email_verified }, subject: `n-${at}` });
      const { user_id } = await signIn(world, jwt);
      const refused = await ada.refused('addMember', { id, email, role: 'admin' });
      assert.is(refused.status, 409, String(email_verified));
      assert.match(refused.message, 'user id');
      await ada.ok('addMember', { id, user_id, role: 'member' });
    }
  },
  provided,
);

scenario(
  'INV-5',
  'the address counts once the provider verifies it for the same subject, and no other does',
  async (world) => {
    const [ada, { id }] = [world.as('ada'), world.workspace];
    const email = 'dan@example.com';
    const first = await signIn(world, await token({ claims: { email_verified: false } }));
    await signIn(world, await token({ claims: { email: 'other@example.com' } }));
    assert.is((await ada.refused('addMember', { id, email, role: 'member' })).status, 409);
    await signIn(world, await token());
    const added = await ada.ok('addMember', { id, email, role: 'member' });
    assert.is(added.user_id, first.user_id);
    await ada.withKey(first.api_key).ok('profile', {});
  },
  provided,
);

scenario(
  'INV-4',
  'a verified address takes over the account of a subject that never showed it was theirs, once',
  async (world) => {
    const [ada, { id }] = [world.as('ada'), world.workspace];
    const theirs = { claims: { email_verified: 'false', name: 'Not Dan' }, subject: 'squatter' };
    const taken = await signIn(world, await token(theirs));
    const squatter = ada.withKey(taken.api_key);
    await ada.ok('addMember', { id, user_id: taken.user_id, role: 'admin' });
    const invited = await squatter.ok('invite', { id, email: 'eve@example.com' });
    const dan = await signIn(world, await token());
    assert.is(dan.user_id, taken.user_id);
    assert.is((await squatter.refused('profile', {})).status, 401);
    assert.is((await ada.withKey(dan.api_key).ok('profile', {})).name, 'Dan');
    const { invitations } = await ada.ok('listInvitations', { id });
    assert.not.ok(invitations.some((one) => one.id === invited.id));
    for (const verified of ['false', true]) {
      const again = { ...theirs, claims: { ...theirs.claims, email_verified: verified } };
      assert.is(refusalIn(await exchange(world, await token(again))).status, 409);
    }
    await ada.withKey(dan.api_key).ok('profile', {});
  },
  provided,
);

scenario(
  'INV-4',
  'the account that an operator made keeps its keys when its address is verified',
  async (world) => {
    const email = 'ada@example.com';
    await signIn(world, await token({ claims: { email }, subject: 'ada-1' }));
    await world.as('ada').ok('profile', {});
  },
  provided,
);

scenario(
  'ANS-2',
  'whatever name the provider sends is made presentable',
  async (world) => {
    const names = ['\0\u202eDan\nRed', 'x'.repeat(5_000), '', 17, `${'x'.repeat(119)}\ud83d\ude00`];
    for (const [index, name] of names.entries()) {
      const email = `n${index}@example.com`;
      const jwt = await token({ claims: { name, email }, subject: `n-${index}` });
      const { api_key } = await signIn(world, jwt);
      const profile = await world.as('ada').withKey(api_key).ok('profile', {});
      assert.not.match(profile.name, /[\0\n\u202e]/);
      assert.ok(
        profile.name.isWellFormed() && profile.name.length > 0 && profile.name.length <= 120,
      );
    }
  },
  provided,
);

scenario('ACC-1', 'without an identity provider nothing is exchanged', async (world) => {
  assert.is(refusalIn(await exchange(world, await token())).status, 404);
});

test.run();

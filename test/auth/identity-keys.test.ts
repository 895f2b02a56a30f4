import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runRelay } from '../../relay/main.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { makeSandbox, run, type Sandbox } from '../cli/support.ts';
import { send } from '../support/http.ts';
import { refusalIn } from '../support/person.ts';

const test = suite<{ sandbox: Sandbox }>('the keys of an identity provider');
test.before.each(async (context) => void (context.sandbox = await makeSandbox()));
test.after.each(({ sandbox }) => sandbox.remove());

const pair = await generateKeyPair('ES256', { extractable: true });
const stranger = await generateKeyPair('ES256', { extractable: true });
const keySet = JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'now' }] });
const issuer = 'https://id.example.com';

const settingsOf = (jwks: string, algorithms = 'ES256') => ({
  COORD_IDENTITY_ISSUER: issuer,
  COORD_IDENTITY_AUDIENCE: 'coord',
  COORD_IDENTITY_JWKS: jwks,
  COORD_IDENTITY_ALGORITHMS: algorithms,
});

async function relayWith(
  sandbox: Sandbox,
  environment: Record<string, string>,
  onNotice: (sentence: string) => void = () => undefined,
) {
  const onError = (error: unknown) => assert.unreachable(String(error));
  const data = join(sandbox.folder, 'data');
  return runRelay({ host: '127.0.0.1', port: 0, data, environment, onError, onNotice });
}

async function refusedWith(sandbox: Sandbox, environment: Record<string, string>): Promise<string> {
  const relay = await relayWith(sandbox, environment);
  if (isRefusal(relay)) return `${relay.error}: ${relay.message}`;
  await relay.close();
  return 'it started';
}

test('ACC-12 keys that can never be read are refused at the start, with what to do', async ({
  sandbox,
}) => {
  const file = (name: string, text: string) => {
    const path = join(sandbox.folder, name);
    writeFileSync(path, text);
    return path;
  };
  const wrong: [string, RegExp][] = [
    [join(sandbox.folder, 'none'), /none cannot be read \(ENOENT\)\. Give the address/],
    [sandbox.folder, /cannot be read \(EISDIR\)/],
    ['notaurl', /no http or https address, and as a file notaurl cannot be read/],
    [file('text', 'no JSON'), /holds no JSON Web Key Set/],
    [file('other', '{"key":1}'), /holds no JSON Web Key Set/],
    ['https://ann:secret@id.example.com/keys', /without a user name and a password/],
    ['https://', /must be an address/],
  ];
  for (const [jwks, said] of wrong) {
    const message = await refusedWith(sandbox, settingsOf(jwks));
    assert.match(message, /^ValidationError: COORD_IDENTITY_JWKS /, jwks);
    assert.match(message, said);
    assert.not.match(message, 'secret');
  }
  const right = settingsOf(file('keys', keySet), 'RS256, ES256');
  assert.is(await refusedWith(sandbox, right), 'it started');
  const environment = settingsOf('notaurl');
  assert.is((await run(['relay', '--port', '0'], sandbox, { environment })).code, 2);
});

test('ACC-12 an algorithm that is unknown or goes by a shared secret is refused at the start', async ({
  sandbox,
}) => {
  for (const wrong of ['none', 'HS256', 'ES256,foo', 'RS256,', 'es256']) {
    const message = await refusedWith(sandbox, settingsOf('https://id.example.com/keys', wrong));
    assert.match(
      message,
      /^ValidationError: COORD_IDENTITY_ALGORITHMS must be one or more of RS256/,
    );
  }
});

/** A provider that serves no keys until it is told which. */
async function provider() {
  const served: { status: number; body: string } = { status: 500, body: '' };
  const server: Server = createServer((_, response) =>
    response.writeHead(served.status).end(served.body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { served, url: `http://127.0.0.1:${port}/keys`, close };
}

function tokenBy(key: CryptoKey, kid = 'now'): Promise<string> {
  return new SignJWT({ email: 'dan@example.com', email_verified: true, name: 'Dan' })
    .setProtectedHeader({ alg: 'ES256', ...(kid !== '' && { kid }) })
    .setIssuer(issuer)
    .setAudience('coord')
    .setSubject('dan-1')
    .setExpirationTime('5m')
    .sign(key);
}

test('ACC-12, DUR-8 while the keys cannot be fetched nobody is told to sign in again, and the operator is told once', async ({
  sandbox,
}) => {
  const { served, url, close } = await provider();
  const notices: string[] = [];
  const relay = await relayWith(sandbox, settingsOf(`${url}?key=hidden`), (said) =>
    notices.push(said),
  );
  if (isRefusal(relay)) throw new Error(relay.message);
  const exchange = async (key: CryptoKey) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ token: await tokenBy(key) });
    return send(relay.url, { method: 'POST', path: '/auth/exchange', headers, body });
  };
  try {
    for (const body of ['away', '<html>', '{"no":"keys"}']) {
      const refused = refusalIn(await exchange(pair.privateKey));
      assert.is(refused.status, 503, body);
      assert.is(refused.error, 'Unavailable');
      assert.match(refused.message, 'cannot fetch the keys of the identity provider');
      assert.not.match(refused.message, '127.0.0.1');
      Object.assign(served, { status: 200, body });
    }
    assert.is(notices.length, 1, notices.join('\n'));
    const [notice = ''] = notices;
    assert.match(notice, `${url} (Expected 200 OK`);
    assert.match(notice, 'COORD_IDENTITY_JWKS');
    assert.not.match(notice, 'hidden');
    Object.assign(served, { status: 200, body: keySet });
    assert.is(refusalIn(await exchange(stranger.privateKey)).status, 401, 'a bad signature');
    assert.is((await exchange(pair.privateKey)).status, 201);
    assert.is(notices.length, 1);
  } finally {
    await relay.close();
    await close();
  }
});

test('ACC-12 a token that does not name its key is checked with each key that could be it', async ({
  sandbox,
}) => {
  const { served, url, close } = await provider();
  const others = await Promise.all(Array.from({ length: 9 }, () => generateKeyPair('ES256')));
  const setOf = async (keys: readonly CryptoKey[]) =>
    JSON.stringify({
      keys: await Promise.all(
        keys.map(async (key, at) => ({ ...(await exportJWK(key)), kid: `key-${at}` })),
      ),
    });
  const [other = stranger] = others;
  for (const [keys, status] of [
    [[other.publicKey, pair.publicKey], 201],
    [[other.publicKey, stranger.publicKey], 401],
    [[...others.map(({ publicKey }) => publicKey), pair.publicKey], 401],
  ] as const) {
    Object.assign(served, { status: 200, body: await setOf(keys) });
    const relay = await relayWith(sandbox, settingsOf(url));
    if (isRefusal(relay)) throw new Error(relay.message);
    const body = JSON.stringify({ token: await tokenBy(pair.privateKey, '') });
    const headers = { 'content-type': 'application/json' };
    const answer = await send(relay.url, { method: 'POST', path: '/auth/exchange', headers, body });
    await relay.close();
    assert.is(answer.status, status, `${keys.length} keys: ${answer.text}`);
  }
  await close();
});

test.run();

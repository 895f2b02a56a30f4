/** What is named as a secret: real ones go, and code and texts that only speak of one stay. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redactText } from '../../shared/redaction/redact.ts';
import { letters } from './secrets.ts';

const harmless: Readonly<Record<string, readonly string[]>> = {
  'the name of a type': [
    'type Token = { token: string; secret: Uint8Array }',
    'secret: Int32Array',
    'const token: Uint8Array = random(32);',
    'apiKey: ApiKeyConfig2; password: SecureString',
    'password: Base64String; token: OAuth2Token',
    'password: bytes32, secret: Uint8ClampedArray',
    'password: varchar2',
    'token = accessToken2;',
  ],
  'a pattern': [
    String.raw`PASSWORD_REGEX = /^(?=.*[A-Z])(?=.*\d).{12,}$/`,
    'passwordPattern: /^[a-z0-9!@#]{8,}$/i',
    'API_KEY_REGEX=^[0-9a-f]{64}$',
    'password: /^[a-z0-9]{8,}$/',
    'secret = /[A-Z2-7]{16,}/g',
    String.raw`token: "^\\d{6}$"`,
  ],
  'the name of an algorithm': [
    'password: Argon2id',
    'password: PBKDF2 with 100k rounds',
    'passwords: bcrypt2b',
    'Set password: Argon2id for hashing',
    'password: PBKDF2WithHmacSHA256',
    'secret: AES-256-GCM, token: HMAC-SHA-256',
    'The password is scrypt-N16384-hashed.',
    'auth_key: ed25519; private key: secp256k1',
  ],
  'a reference': [
    'secretRef: shop/prod/db-password-v2',
    'secret: shop/prod/db-password-v2',
    'password: shop/prod/db-v2',
    'secretArn: arn:aws:secretsmanager:eu-central-1:123456789012:secret:shop-db-AbCdEf',
    'see arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop-a1B2c3',
    'secret: projects/1234567/secrets/db/versions/3',
    'password: vault:shop/db#password2',
  ],
  'the name of a header, a cookie, a claim or a resource': [
    "apiKeyHeader = 'X-Api-Key-2'",
    "apiKey: 'X-Api-Key-2'",
    'sessionToken: "__Host-session_v2"',
    'token: "expires_in_3600_seconds"',
    'secret: shop-tls-2',
    'secretName: shop-tls-2048',
  ],
  'what a name says about a secret': [
    'PASSWORD_HINT=Vorname+Jahr',
    "passwordLabel: 'Passwort2'",
    'PASSWORD_POLICY=min12+upper',
    'passwordMinLength: 120000',
  ],
  'a placeholder': [
    'postgres://postgres:postgres@localhost:5432/test',
    'postgres://shop:shop@db:5432/test',
    'mysql://root:example@127.0.0.1/test',
    `ghp_${'x'.repeat(36)}`,
    `GITHUB_TOKEN=ghp_${'x'.repeat(36)}`,
    `api_key: sk-ant-api03-${'0'.repeat(40)}`,
    `xoxb-${'x'.repeat(12)}-${'x'.repeat(24)}`,
    `AKIAIOSFODNN7${'EXAMPLE'}`,
    `AWS_ACCESS_KEY=AKIAIOSFODNN7${'EXAMPLE'}`,
    `AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCY${'EXAMPLE'}KEY`,
  ],
};

for (const [what, texts] of Object.entries(harmless)) {
  test(`RED-3 ${what} after the name of a secret stays`, () => {
    for (const text of texts) assert.equal(redactText(text), { text, removed: [] });
  });
}

const secret: readonly (readonly [text: string, secret: string])[] = [
  ['DB_PASSWORD=hunter22!', 'hunter22!'],
  ['secret: "c2VjcmV0LXZhbHVlLTEyMzQ1"', 'c2VjcmV0LXZhbHVlLTEyMzQ1'],
  ['token = 9f8e7d6c5b4a', '9f8e7d6c5b4a'],
  ["apiKey: 'a1b2c3d4e5f6g7h8'", 'a1b2c3d4e5f6g7h8'],
  ['password: Summer2024', 'Summer2024'],
  ['password: tigers77', 'tigers77'],
  ['password: natasha1', 'natasha1'],
  ['password: Password123', 'Password123'],
  ['password: hunter-x2', 'hunter-x2'],
  ['password: ab/cd12/ef', 'ab/cd12/ef'],
  ['password: ^Hunter22$', '^Hunter22'],
  ['secret: hmac:9f8e7d6c5b4a3f', '9f8e7d6c5b4a3f'],
  ['JWT_SECRET=super-secret-key-123', 'super-secret-key-123'],
  ['token: ab12-cd34-ef56', 'ab12-cd34-ef56'],
  ['token: AXEBD-QWERT-1234', 'AXEBD-QWERT-1234'],
  ['secret: shop/k8Fq2Lm9Zx4/x', 'k8Fq2Lm9Zx4'],
  ['secretRef: 9f8e7d6c5b4a3f2e1d', '9f8e7d6c5b4a3f2e1d'],
  ['TOKEN_ID=9f8e7d6c5b4a', '9f8e7d6c5b4a'],
  ['postgres://ada:hunter22@localhost/shop', 'hunter22'],
  ['postgres://ada:swordfish@db.example.com/shop', 'swordfish'],
  ['postgres://9f8e7d6c5b4a:9f8e7d6c5b4a@db/shop', ':9f8e7d6c5b4a'],
  [`ghp_${letters(28)}xxxxxxxx`, letters(28)],
  [`AKIA${letters(16, 'ABCDEFGHIJKLMNOP234567')}`, letters(16, 'ABCDEFGHIJKLMNOP234567')],
  ...Array.from({ length: 300 }, (_, at): [string, string] => {
    const made = `${letters(16 + (at % 24), undefined, 31 + at * 7_919)}7`;
    return [`${at % 2 === 0 ? 'token: ' : 'client_secret = "'}${made}`, made];
  }),
];

test('RED-1 a secret goes in whatever form its name is written', () => {
  for (const [text, value] of secret) {
    const { text: clean, removed } = redactText(text);
    assert.not.ok(clean.includes(value), clean);
    assert.is(removed.length, 1, text);
  }
});

test.run();

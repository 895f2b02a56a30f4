import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { redactSecrets } from '../../relay/traces/redact.ts';

const test = suite('redact');

const letters = (length: number) =>
  Array.from({ length }, (_, at) => 'abcdEFGH0123456789'[(at * 7) % 18]).join('');

/** Secrets in their surroundings; put together here, so that no scanner takes this file for a leak. */
const secrets: Record<string, { text: string; secret: string }> = Object.fromEntries(
  (
    [
      ['an OpenAI key', `sk-${letters(48)}`],
      ['an OpenAI project key', `sk-proj-${letters(60)}`],
      ['an Anthropic key', `sk-ant-api03-${letters(80)}`],
      ['a Stripe key', `sk_live_${letters(24)}`],
      ['a GitHub token', `ghp_${letters(36)}`],
      ['a fine-grained GitHub token', `github_pat_${letters(60)}`],
      ['a GitLab token', `glpat-${letters(20)}`],
      ['a Slack token', `xoxb-${letters(40)}`],
      ['an npm token', `npm_${letters(36)}`],
      ['a Google key', `AIza${letters(35)}`],
      ['a Hugging Face token', `hf_${letters(34)}`],
      ['an AWS key id', `AKIA${'ABCDEFGH23456789'}`],
      ['a key of coord', `coord_${letters(32).toLowerCase()}`],
      ['a JSON web token', `eyJ${letters(30)}.eyJ${letters(60)}.${letters(43)}`],
    ] as const
  ).map(([name, secret]) => [name, { secret, text: `curl -H "x: ${secret}" https://x.test` }]),
);

const surrounded: Record<string, { text: string; secret: string }> = {
  'a password in an address': {
    text: 'psql postgres://ada:hunter22!@db.example.com:5432/shop',
    secret: 'hunter22!',
  },
  'a bearer credential': { text: `Authorization: Bearer ${letters(30)}`, secret: letters(30) },
  'a basic credential': {
    text: 'authorization: basic YWRhOmh1bnRlcjIy',
    secret: 'YWRhOmh1bnRlcjIy',
  },
  'a variable': { text: `export STRIPE_SECRET_KEY=${letters(20)}`, secret: letters(20) },
  'a JSON field': { text: `{"apiKey": "${letters(20)}", "name": "x"}`, secret: letters(20) },
  'a YAML field': { text: `db_password: correct-horse-battery`, secret: 'correct-horse-battery' },
  'an option': { text: `--token=${letters(18)}`, secret: letters(18) },
  'a private key': {
    text: `-----BEGIN RSA PRIVATE KEY-----\n${letters(64)}\n${letters(64)}\n-----END RSA PRIVATE KEY-----`,
    secret: letters(64),
  },
  'a private key that was cut off': {
    text: `-----BEGIN OPENSSH PRIVATE KEY-----\n${letters(64)}`,
    secret: letters(64),
  },
};

for (const [name, { text, secret }] of Object.entries({ ...secrets, ...surrounded })) {
  test(`TRC-2 ${name} is taken out`, () => {
    const clean = redactSecrets(`before ${text} after`);
    assert.not.ok(clean.text.includes(secret), clean.text);
    assert.is(clean.count, 1, clean.text);
    assert.ok(clean.text.startsWith('before '));
    assert.match(clean.text, /removed\]/);
    assert.equal(redactSecrets(clean.text), { text: clean.text, count: 0 }, 'twice is once');
  });
}

const harmless: readonly string[] = [
  'interface Login { password: string; token: number }',
  'const password = process.env.PASSWORD',
  'const token = await readToken()',
  'The token is checked in src/auth.ts, see https://example.com/docs?x=1',
  'git commit 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
  'sk-learn is a library',
  'postgres://localhost:5432/shop',
  'secret: ${{ secrets.KEY }}',
  '-----BEGIN CERTIFICATE-----',
];

for (const text of harmless) {
  test(`TRC-2 ${text.slice(0, 40)} stays`, () => {
    assert.equal(redactSecrets(text), { text, count: 0 });
  });
}

test('TRC-2 a key is taken out wherever it stands', () => {
  const around = fc.string({ unit: fc.constantFrom(' ', '"', '\n', ',', '(', ')', 'x ') });
  const key = fc.constantFrom(...Object.values(secrets).map(({ secret }) => secret));
  const property = fc.property(around, key, around, (before, secret, after) => {
    const { text } = redactSecrets(`${before} ${secret} ${after}`);
    assert.not.ok(text.includes(secret), text);
  });
  fc.assert(property, { numRuns: 500 });
});

test('TRC-2 the longest text is done at once, whatever is in it', () => {
  const parts = [
    'a',
    '-----BEGIN ',
    'eyJ',
    'token=',
    'x://',
    ':',
    'password',
    '"',
    'sk-',
    '=',
    ' ',
    '.',
  ];
  for (const part of parts) redactSecrets(part.repeat(20_000 / part.length));
  const property = fc.property(
    fc.array(fc.constantFrom(...parts), { minLength: 2, maxLength: 5 }),
    (some) => {
      const text = some.join('').repeat(500);
      const start = performance.now();
      redactSecrets(text.slice(0, 20_000));
      assert.ok(performance.now() - start < 1_000, some.join(''));
    },
  );
  fc.assert(property, { numRuns: 100 });
});

test.run();

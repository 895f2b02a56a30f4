import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { redactField, redactInputInSteps } from '../../shared/redaction/redact-input.ts';
import { redactJson } from '../../shared/redaction/redact-json.ts';
import { redactText } from '../../shared/redaction/redact.ts';

const test = suite('redact');

function redactSecrets(given: string) {
  const { text, removed } = redactText(given);
  return { text, count: removed.reduce((sum, { count }) => sum + count, 0) };
}

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

const secretKey = `ghp_${letters(36)}`;

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
  'a password in speech': { text: 'the password is hunter22', secret: 'hunter22' },
  'a password in quotes': { text: 'password = "swordfish"', secret: 'swordfish' },
  'a password in the environment': { text: 'DB_PASSWORD=swordfish', secret: 'swordfish' },
  'a password with brackets': { text: 'password: p@ss[w0rd],x', secret: 'p@ss[w0rd' },
  'a secret in JSON in JSON': {
    text: `{\\"client_secret\\": \\"${letters(24)}\\"}`,
    secret: letters(24),
  },
  'a secret in Markdown': { text: `**API key**: \`${letters(24)}\``, secret: letters(24) },
  'an AWS secret key': {
    text: `aws_secret_access_key = /${letters(39)}`,
    secret: letters(39),
  },
  'an npm login': {
    text: `//registry.npmjs.org/:_authToken=${letters(30)}`,
    secret: letters(30),
  },
  'a token as the user of an address': {
    text: `https://${letters(30)}:x-oauth-basic@github.com/a/b`,
    secret: letters(30),
  },
  'a Slack webhook': {
    text: `https://hooks.slack.com/services/T${letters(9)}/B${letters(9)}/${letters(24)}`,
    secret: letters(24),
  },
  'a signed address': {
    text: `https://x.test/a?sv=2024&sig=${letters(43)}`,
    secret: letters(43),
  },
  'a PGP key': {
    text: `-----BEGIN PGP PRIVATE KEY BLOCK-----\nComment: a-b\n\n${letters(64)}\n=${letters(4)}\n-----END PGP PRIVATE KEY BLOCK-----`,
    secret: letters(64),
  },
  'a private key that was cut off': {
    text: `-----BEGIN OPENSSH PRIVATE KEY-----\n${letters(64)}`,
    secret: letters(64),
  },
};

for (const [name, { text, secret }] of Object.entries({ ...secrets, ...surrounded })) {
  test(`RED-1 TRC-2 ${name} is taken out`, () => {
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
  'Texts with `-----BEGIN RSA PRIVATE KEY-----` in them are redacted, and more prose follows it here.',
  'token: string',
  'password = process.env.PASSWORD',
  "const apiKey = config.get('apiKey2')",
  'password: "Enter your password"',
  '<input type="password" name="password2">',
  'token_url: https://id.example.com/oauth2/token',
  'max_tokens: 128000',
  'js-tokens: ^4.0.0',
  'The token is checked in src/auth2.ts.',
  'The password is sha256-hashed before it is stored.',
  'Basic functionality and bearer authentication work.',
  'a risk-assessment-for-the-task-2026 and a sk-learn-1 pipeline',
  'api_key: your-api-key-1234567890',
  'API_KEY=$API_KEY1 npm test',
  'Authorization: Bearer <token>',
  'postgres://user:${PASSWORD}@localhost/db1',
  'secrets: inherit',
  'token 123e4567-e89b-12d3-a456-426614174000',
  `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`,
];

for (const text of harmless) {
  test(`RED-3 TRC-2 ${text.slice(0, 40)} stays`, () => {
    assert.equal(redactSecrets(text), { text, count: 0 });
  });
}

test('RED-1 TRC-2 a key is taken out wherever it stands', () => {
  const around = fc.string({ unit: fc.constantFrom(' ', '"', '\n', ',', '(', ')', 'x ') });
  const key = fc.constantFrom(...Object.values(secrets).map(({ secret }) => secret));
  const property = fc.property(around, key, around, (before, secret, after) => {
    const { text } = redactSecrets(`${before} ${secret} ${after}`);
    assert.not.ok(text.includes(secret), text);
  });
  fc.assert(property, { numRuns: 500 });
});

test('RED-1 TRC-2 the longest text is done at once, whatever is in it', () => {
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
  for (const part of [
    'a',
    'sk-',
    'token=',
    'password: "',
    'x://a:',
    'eyJ-',
    '-----BEGIN PRIVATE KEY-----',
  ]) {
    const start = performance.now();
    redactText(part.repeat(2_000_000 / part.length));
    assert.ok(performance.now() - start < 5_000, part);
  }
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

test('RED-1 a long text is redacted in steps, between which others are served', async () => {
  const said = 'Ann: It’s all in DB_PASSWORD=swordfish, … and more.\n';
  const fields = [{ path: ['transcript'], written: 2_000_000 }] as never;
  const steps = async (transcript: string) => {
    let count = 0;
    const pause = () => Promise.resolve((count += 1));
    const { input, redacted } = await redactInputInSteps(fields, { transcript }, pause);
    assert.is(input.transcript, redactText(transcript).text);
    assert.is(redacted[0]?.count, transcript.length / said.length);
    return count;
  };
  assert.ok((await steps(said.repeat(1_000))) > 40);
  assert.is(await steps(said), 0, 'a short one waits for nobody');
});

test('RED-1 a text keeps its length', () => {
  const text = `${'a'.repeat(60)} password: abc123`;
  const { text: clean } = redactField(text, text.length);
  assert.is(clean.length, text.length);
  assert.not.ok(clean.includes('abc123'));
  assert.is(redactText(clean).removed.length, 0);
});

test('RED-1 any JSON is redacted, however deep it is', () => {
  const told: string[] = [];
  const tell = (field: string) => void told.push(field);
  let deep: unknown = { password: 'hunter22' };
  for (let depth = 0; depth < 30_000; depth += 1) deep = [deep];
  redactJson(deep, 'context', tell);
  assert.match(told[0] ?? '', /^context(?:\[0\])+/);
  const own = JSON.parse(
    '{"__proto__": {"token": 1, "a": "x"}, "b": [null, true, 2, "y"]}',
  ) as object;
  assert.is(JSON.stringify(redactJson(own, 'context', tell)), JSON.stringify(own));
  assert.is(told.length, 1);
  const named = { [secretKey]: 1, passwords: ['hunter22', 'x'], note: 'hunter22' };
  assert.equal(redactJson(named, 'context', tell), {
    '[GitHub token removed]': 1,
    passwords: ['[password removed]', 'x'],
    note: 'hunter22',
  });

  test('RED-1 an object of more names than a call takes arguments', () => {
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`n${at}`, at]));
    assert.equal(
      Object.keys(redactJson(many, 'context', () => undefined) as object).length,
      200_000,
    );
  });
});

test.run();

/** secretlint's recommended rules as the oracle: what they find, ours must remove. */
import { generateKeyPairSync } from 'node:crypto';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redactText } from '../../shared/redaction/redact.ts';
import { letters } from './secrets.ts';

const config = {
  rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }],
};

async function rulesThatFind(content: string, ext: string): Promise<string[]> {
  const source = { filePath: `/a${ext}`, content, contentType: 'text' as const, ext };
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
  return messages.map(({ ruleId }) => ruleId.replace('@secretlint/secretlint-rule-', ''));
}

interface Example {
  readonly rule: string;
  /** A text with `secret` in it; another for each seed. */
  readonly make: (secret: string) => string;
  readonly secret: (some: (length: number, from?: string) => string) => string;
  readonly ext?: string;
}

const as = (secret: string) => `export X=${secret}\n`;
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** By the rules of the preset; `prefix` of the name says the variant. */
const examples: Readonly<Record<string, Example>> = {
  'an AWS secret key': {
    rule: 'aws',
    make: (secret) => `AWS_SECRET_ACCESS_KEY = "${secret}"\n`,
    secret: (some) => some(40),
  },
  'a service account of Google': {
    rule: 'gcp',
    make: (secret) => JSON.stringify({ private_key_id: '0a1b', private_key: secret }),
    secret: () => pem(),
    ext: '.json',
  },
  'a private key': { rule: 'privatekey', make: (secret) => `key:\n${secret}`, secret: () => pem() },
  'an npm token': { rule: 'npm', make: as, secret: (some) => `npm_${some(36)}` },
  'an npm login': {
    rule: 'npm',
    make: (secret) => `//registry.npmjs.org/:_authToken=${secret}\n`,
    secret: (some) => some(36),
    ext: '.npmrc',
  },
  'a token for git': {
    rule: 'npm',
    make: (secret) => `https://${secret}:x-oauth-basic@github.com/a/b.git\n`,
    secret: (some) => some(40),
    ext: '/package.json',
  },
  'basic authentication': {
    rule: 'basicauth',
    make: (secret) => `curl https://carol42:${secret}@api.shop-of-ada.io/x\n`,
    secret: (some) => some(16),
  },
  'a Slack bot': {
    rule: 'slack',
    make: as,
    secret: (some) => `xoxb-${some(12, '123456789')}-${some(13, '123456789')}-${some(24)}`,
  },
  'a Slack user': { rule: 'slack', make: as, secret: (some) => `xoxp-${some(12)}-${some(32)}` },
  'a Slack app': {
    rule: 'slack',
    make: as,
    secret: (some) => `xapp-1-${some(11)}-${some(13)}-${some(40)}`,
  },
  'a Slack webhook': {
    rule: 'slack',
    make: as,
    secret: (some) => `https://hooks.slack.com/services/T${some(9)}/B${some(9)}/${some(24)}`,
  },
  'a SendGrid key': { rule: 'sendgrid', make: as, secret: (some) => `SG.${some(22)}.${some(43)}` },
  ...Object.fromEntries(
    ['shppa', 'shpca', 'shpat', 'shpss'].map((kind): [string, Example] => [
      `a Shopify token ${kind}`,
      { rule: 'shopify', make: as, secret: (some) => `${kind}_${some(32)}` },
    ]),
  ),
  ...Object.fromEntries(
    ['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((kind): [string, Example] => [
      `a GitHub token ${kind}`,
      { rule: 'github', make: as, secret: (some) => `${kind}_${some(36)}` },
    ]),
  ),
  'a fine-grained GitHub token': {
    rule: 'github',
    make: as,
    secret: (some) => `github_pat_${some(82)}`,
  },
  'an OpenAI key': {
    rule: 'openai',
    make: as,
    secret: (some) => `sk-${some(20)}T3BlbkFJ${some(20)}`,
  },
  'an OpenAI project key': {
    rule: 'openai',
    make: as,
    secret: (some) => `sk-proj-${some(74)}T3BlbkFJ${some(74)}`,
  },
  'an Anthropic key': {
    rule: 'anthropic',
    make: as,
    secret: (some) => `sk-ant-api03-${some(93)}AA`,
  },
  'a Linear key': { rule: 'linear', make: as, secret: (some) => `lin_api_${some(40)}` },
  'a 1Password token': {
    rule: '1password',
    make: as,
    secret: (some) =>
      `ops_${Buffer.from(JSON.stringify({ userAuth: some(120), email: 'a' })).toString('base64')}`,
  },
  'a MongoDB address': {
    rule: 'database-connection-string',
    make: (secret) => `mongodb+srv://carol42:${secret}@cluster0.shop-of-ada.io/shop\n`,
    secret: (some) => some(16),
  },
  'a MySQL address': {
    rule: 'database-connection-string',
    make: (secret) => `mysql://carol42:${secret}@db.shop-of-ada.io:3306/shop\n`,
    secret: (some) => some(16),
  },
  'a PostgreSQL address': {
    rule: 'database-connection-string',
    make: (secret) => `postgresql://carol42:${secret}@db.shop-of-ada.io:5432/shop\n`,
    secret: (some) => some(16),
  },
};

const upperKey = (some: (length: number, from?: string) => string) => `AKIA${some(16, upper)}`;

for (const [name, { rule, make, secret, ext = '.txt' }] of Object.entries(examples)) {
  test(`RED-1 ${name} that secretlint finds is removed`, async () => {
    for (let seed = 11; seed < 21; seed += 1) {
      const value = secret((length, from) => letters(length, from, seed * 7_919 + length));
      const content = make(value);
      const found = await rulesThatFind(content, ext);
      // Its rules leave out what is no secret by chance; so the example proves something only where it is found.
      if (rule !== '1password' || found.length > 0)
        assert.ok(found.includes(rule), `${found} ${content}`);
      const { text, removed } = redactText(content);
      assert.ok(removed.length > 0, content);
      assert.not.ok(text.includes(value), text);
      // One rule takes whatever stands after a name, so a mark stands there as a variable.
      const left = text.replaceAll(/\[[\w ]+ removed\]/g, '$X');
      assert.equal(await rulesThatFind(left, ext), [], text);
    }
  });
}

test('RED-1 every rule of the preset has an example', async () => {
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend');
  const known = rules.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''));
  const covered = new Set(Object.values(examples).map(({ rule }) => rule));
  // A rule for files by comments, which finds nothing itself.
  const without = known.filter((id) => !covered.has(id) && !id.startsWith('filter'));
  assert.equal(without, []);
  assert.ok(redactText(upperKey((length, from) => letters(length, from))).removed.length === 1);
});

let keys = 0;
/** Another kind of key each time. */
function pem(): string {
  keys += 1;
  const encoding = { type: 'pkcs8', format: 'pem' } as const;
  const made =
    keys % 2 === 0
      ? generateKeyPairSync('rsa', { modulusLength: 1024 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return String(made.privateKey.export(encoding));
}

test.run();

import { generateKeyPairSync } from 'node:crypto';

const alphabet = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Letters and digits, the same in every run; put together here, so that no scanner takes a test for a leak. */
export function letters(length: number, from = alphabet, seed = 7): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return from[state % from.length];
  }).join('');
}

const pem = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey;

export interface Secret {
  /** As the mark names it. */
  readonly kind: string;
  /** What must be nowhere. */
  readonly secret: string;
  /** How it stands in a text of one line. */
  readonly text: string;
}

const bare = (kind: string, secret: string): Secret => ({ kind, secret, text: secret });
const oneLine = pem.replaceAll('\n', '\\n');

/** One secret of each kind that people paste most. */
export const secrets: Readonly<Record<string, Secret>> = {
  AWS: bare('AWS key', `AKIA${letters(16, 'ABCDEFGHIJKLMNOP234567')}`),
  GitHub: bare('GitHub token', `ghp_${letters(36)}`),
  PEM: { kind: 'private key', secret: oneLine.slice(40, 90), text: oneLine },
  JWT: bare('JSON web token', `eyJ${letters(30)}.eyJ${letters(60)}.${letters(43)}`),
  Slack: bare('Slack token', `xoxb-${letters(12, '123456789')}-${letters(24)}`),
  OpenAI: bare('OpenAI key', `sk-proj-${letters(60)}`),
  Anthropic: bare('Anthropic key', `sk-ant-api03-${letters(80)}`),
  Stripe: bare('Stripe key', `sk_live_${letters(24)}`),
  Google: bare('Google key', `AIza${letters(35)}`),
  npm: bare('npm token', `npm_${letters(36)}`),
  GitLab: bare('GitLab token', `glpat-${letters(20)}`),
  coord: bare('coord key', `coord_${letters(32).toLowerCase()}`),
  invitation: bare('coord invitation', `inv_${letters(32).toLowerCase()}`),
  address: {
    kind: 'password',
    secret: 'hunter22x',
    text: 'https://ada:hunter22x@db.example.com/shop',
  },
  password: { kind: 'password', secret: 'swordfish77', text: 'password = swordfish77' },
  variable: { kind: 'secret', secret: letters(24), text: `API_KEY: ${letters(24)}` },
};

/** All of them in one line of text. */
export const allSecrets = Object.values(secrets)
  .map(({ text }) => text)
  .join(' and ');

/** Those that stand in a text or in the bytes of a file. */
export function secretsIn(found: string | Buffer): string[] {
  return Object.entries(secrets)
    .filter(([, { secret }]) => found.includes(secret))
    .map(([name]) => name);
}

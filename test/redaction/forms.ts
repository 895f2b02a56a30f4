/** Secrets as they stand in commands, files and prose; put together, so that no scanner takes this file for a leak. */
import { letters } from './secrets.ts';

const hex = (length: number) => letters(length, '0123456789abcdef');
const password = ['Tr0ub4dor', '&3x'].join('');
const word = 'correcthorsebattery';
const random = letters(40);
const base64 = Buffer.from(`ada:${password}`).toString('base64');

/** What stands around a secret: `%` is where it is. */
const around: readonly (readonly [text: string, secret: string])[] = [
  ['password = %', word],
  ['password=%', word],
  ['DB_PASS=%', password],
  ['pass: %', password],
  ['tool --password %', password],
  ['tool --token=%', 'abcdefghijklmnop'],
  ['tool --token %', random],
  ['tool --db-password "%"', password],
  ['<password>%</password>', password],
  ['<ns:apiKey>%</ns:apiKey>', random],
  ['| password | % |', password],
  ['| **Password** | `%` |', password],
  ['**Password:** %', password],
  ['password:\n  %', password],
  ['api_key:\n  "%"\nnext: 1', random],
  ['setPassword("%")', password],
  ["client.withToken('%')", random],
  ['machine h login a password %', password],
  ['machine h\n  login a\n  password %', word],
  ['default login a password %', word],
  ['export STRIPE_KEY="%"', `${password}abc99`],
  ['the AWS secret key is %', `/${letters(39)}`],
  ['curl -u admin:% https://x.test', password],
  ['curl -s --user "admin:%" https://x.test', password],
  ['mysql -uroot -p% shop', 'Tr0ub4dor3x'],
  ['sshpass -p % ssh ada@h', password],
  ["sshpass -p '%' ssh ada@h", password],
  ['docker login -u a -p % h', password],
  ['mongodb+srv://u:%@h', 'ab/cdX9qe'],
  ['https://%@git.corp/x', letters(32)],
  ['Cookie: session=%', random],
  ['Cookie: theme=dark; sid=%; lang=en', random],
  ['Set-Cookie: sid=%; Path=/; HttpOnly', random],
  ['{"auths":{"h":{"auth":"%"}}}', base64],
  ['ada:%', `$apr1$${letters(8)}$${letters(22)}`],
  ['ada:%', `$2y$10$${letters(53)}`],
  ['ada:%:19000:0:99999:7:::', `$6$${letters(16)}$${letters(86)}`],
  ['ada:%:19000:0:99999:7:::', `$y$j9T$${letters(22)}$${letters(43)}`],
  ['Passwort: %', password],
  ['das Passwort ist %', password],
  ['Kennwort: %', password],
  ['mot de passe : %', password],
  ['contraseña: %', password],
  ['wachtwoord=%', password],
];

/** By service, with the lengths that each gives out. */
const tokens: readonly (readonly [kind: string, secret: string])[] = [
  ['Discord token', `M${letters(25)}.${letters(6)}.${letters(38)}`],
  ['Telegram token', `${letters(10, '123456789')}:A${letters(34)}`],
  ['Google refresh token', `1//0${letters(99)}`],
  ['Twilio key', `SK${hex(32)}`],
  ['Mailgun key', `key-${hex(32)}`],
  ['Notion token', `ntn_${letters(11, '123456789')}${letters(35)}`],
  ['Figma token', `figd_${letters(40)}`],
  ['xAI key', `xai-${letters(80)}`],
  ['Replicate token', `r8_${letters(37)}`],
  ['Perplexity key', `pplx-${letters(48)}`],
  ['private key', `Private-Lines: 2\n${letters(64)}\n${letters(60)}==\nPrivate-MAC: ${hex(40)}`],
  [
    'private key',
    `-----begin rsa private key-----\n${letters(64)}\n${letters(64)}\n-----end rsa private key-----`,
  ],
  [
    'JSON web token',
    `eyJ${letters(30)}.${letters(342)}.${letters(16)}.${letters(200)}.${letters(22)}`,
  ],
  ['JSON web token', `eyJ${letters(30)}..${letters(16)}.${letters(200)}.${letters(22)}`],
];

export interface Form {
  readonly text: string;
  readonly secret: string;
}

export const forms: Readonly<Record<string, Form>> = {
  ...Object.fromEntries(
    around.map(([text, secret]) => [text, { text: text.replace('%', () => secret), secret }]),
  ),
  ...Object.fromEntries(
    tokens.map(([kind, secret], at) => [`${kind} ${at}`, { text: `use ${secret} here`, secret }]),
  ),
};

/** Neighbours of these forms, without a secret in them. */
export const neighbours: readonly string[] = [
  'docker run -p 8080:80 --name web nginx:1.27',
  'mkdir -p src/routes2 && cp -p a.ts b.ts',
  'tool --password-file x1y2z3w4',
  'tool --password and --token are options that 2 programs take',
  'use the --password option; --token=<token>, --token "$TOKEN1", --password ${PASS1}',
  'pass: 12 tests, pass: 120/120, pass: step12, # pass 1200',
  'passed: 3, passes: 120000, passing: 12345678, bypass: cache-2026-01',
  'cookie: none',
  'Cookie: theme=dark-mode-2026; lang=en; Path=/; Max-Age=31536000',
  'set-cookie: lang=en; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
  'auth: required',
  '{"auth": "required", "auth": "oauth2"}',
  '"auth":"base64base64"',
  'key-value and key-0123456789abcdef',
  'git@github.com:a/b',
  'git clone https://ada-lovelace-2026@github.com/a/b',
  'ssh user@host and https://user@host/x',
  'npm i https://registry.npmjs.org/@scope/package2',
  'mysql -u root -p shop < dump2.sql',
  'psql postgres://localhost:5432/shop@2',
  'curl -u "$USER:$PASSWORD1" https://x.test; curl -u user:password https://x.test',
  'sshpass -p "$PASS1" ssh h',
  'docker login -u a --password-stdin h',
  'docker run -u 1000:1000 -p 127.0.0.1:8080:80 h',
  '<password>string</password><token></token>',
  '| password | string | required |',
  '| token | type | 3600 |',
  '**Password:** see the vault',
  'password:\n  type: string\n  minLength: 12',
  'token:\n  - one2345678901',
  "getPassword('prod/db2'); setPassword(newPassword2); setToken(token2)",
  'the machine has a login and a password of its own2',
  'PRIMARY_KEY=user_id_2026_01 PUBLIC_KEY=abcdefgh12345678 CACHE_KEY=node-20-linux-abcdef12',
  'SSH_KEY=~/.ssh/id_ed25519_2026',
  'const password = generatedvalue\nconnect(password=temporaryvalue)\nthis.password = temporaryvalue;',
  'It costs $5 or $6, in $1$2 and $apr1$',
  `commit ${hex(40)} tree ${hex(64)} SK${hex(40)} md5 ${hex(32)}`,
  'r8_short, xai-grok-4-fast, pplx-70b-online, ntn_1, figd_x, 1//0 and 12345678:Abc',
  'at 12:30:45 1700000000:AAA, M1.x.y and a.b.c.d.e',
  'Private-Lines: 14',
  'Das Passwort ist falsch; le mot de passe est faux; la contraseña es corta.',
  'wachtwoord: string',
  '[ "$PWD" = "$repository" ] && password="$given"',
];

/** What people say in a meeting: a secret behind its name goes, and talk about secrets stays. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redactText } from '../../shared/redaction/redact.ts';

const said = [
  'the secret is hunter2hunter2',
  'password: Tr0ub4dor&3',
  "the password's hunter22",
  'the password’s hunter22',
  'the password for staging is hunter22',
  'the token for the staging box is hunter2hunter2',
  'use hunter22 as the password',
  'the secret is: hunter2hunter2',
  'password hunter22',
  'secret hunter2hunter2, ok?',
  'The password will be hunter22',
  'the new password is now hunter22',
  'my password was hunter22',
  'the password is still hunter22.',
  'The password is set to hunter22',
  'we changed the password to hunter22',
  'the secret equals hunter2hunter2',
  'The password is, um, hunter22',
  'Password for the VPN: hunter22!x',
  'the staging login is admin / hunter22!',
  'log in with user root and pw hunter22',
  'my passphrase, it’s hunter22',
];
const value = /hunter\S*\d|Tr0ub4dor&3/;

test('RED-1 a secret that is said goes', () => {
  for (const text of said) {
    const { text: clean, removed } = redactText(`Ann: ${text}`);
    assert.not.match(clean, value);
    assert.is(removed.length, 1, text);
  }
});

test('RED-1 a password of words with a figure, and a pin, go behind their names', () => {
  for (const text of [
    'The new password will be correct-horse-9',
    'The pin for the safe is 4711-8822',
  ])
    assert.not.match(redactText(text).text, /horse|4711/);
});

const talk = [
  'the login is slow / flaky since Monday',
  'login is src/auth2.ts, see README',
  'pin 4 is broken and the pin is 12 mm',
  'the pw field is empty',
  'the secret is to start early',
  'the password is in 1Password',
  'the token is 12 characters long',
  'password reset 2 is done',
  'the secret is OAuth2 tokens',
  'token 123e4567-e89b-12d3-a456-426614174000',
  'we changed the password to 16 characters',
  'password v2 and token v3',
  'use sha256 as the password hash',
  'the password for v2 is ready',
  'the token was issued 2026-01-05',
  'the password is now sha256-hashed',
  'token src/auth2.ts',
  'the secret will be rotated in Q3',
  'the token is valid until 10:30am',
  'password Summer',
  'use bcrypt2b as the password hash',
  'the secret for web3 is good docs',
  'the password was 8 characters',
  'secret santa2024 is on Friday',
  'password login2 page',
  'use OAuth2 as the token provider',
  'the token will be JWT-based',
  'password field1 and field2',
  'token abc-123 is a ticket',
  'the secret is base64encoded',
  'the password is md5hashed',
  'the password for staging is in vault2',
];

test('RED-3 talk about secrets stays', () => {
  for (const text of talk) assert.equal(redactText(text), { text, removed: [] });
});

test.run();

/** RED-1: secrets whose name stands apart from them: in a pair, a header, a sentence about an account. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redactJson } from '../../shared/redaction/redact-json.ts';
import { redactText } from '../../shared/redaction/redact.ts';

const drawn = '9f8e7d6c5b4a3f2e1d0c';

const goes: readonly (readonly [text: string, secret: string])[] = [
  [`Authorization: Token ${drawn}`, drawn],
  [`Authorization: Token token="${drawn}"`, drawn],
  [`"authorization": "ApiKey ${drawn}"`, drawn],
  [`Proxy-Authorization: ${drawn}`, drawn],
  [`headers: { Authorization: \`Token ${drawn}\` }`, drawn],
  ['the password for bob@shop.example is hunter2xyz', 'hunter2xyz'],
  ['the password of db.shop.example:5432 is hunter2xyz', 'hunter2xyz'],
  ['password for https://shop.example/admin: hunter2xyz', 'hunter2xyz'],
  ['password for bob@shop.example: hunter2xyz', 'hunter2xyz'],
  ['the login for bob@shop.example is bob / hunter22!', 'hunter22'],
  [`{"name":"API_KEY","value":"${drawn}"}`, drawn],
  [`{"key": "DB_PASSWORD", "value": "hunter22"}`, 'hunter22'],
  [`{ "value": "hunter22", "name": "DB_PASSWORD" }`, 'hunter22'],
  ['- name: DB_PASSWORD\n  value: hunter22', 'hunter22'],
  ['{"password": 83749201}', '83749201'],
];

const stays = [
  'Authorization: Token token from src/auth2.ts',
  'Authorization: see src/auth2/token.ts',
  'authorization = checkAuthorization2(user)',
  'the password for bob@shop.example is in 1Password',
  'the token for shop.example is valid until 10:30am',
  '{"name":"PORT","value":"http://localhost:3000"}',
  '{"name":"API_KEY","value":"string"}',
  '{"name":"TOKEN_URL","value":"https://id.example.com/token2"}',
  '{"name":"PASSWORD_MIN_LENGTH","value":"123456"}',
  '{"max_tokens": 100000, "token_count": 83749201}',
];

test('RED-1 a secret goes whose name stands apart from it', () => {
  for (const [text, secret] of goes) {
    const { text: clean, removed } = redactText(text);
    assert.not.ok(clean.includes(secret), clean);
    assert.is(removed.length, 1, text);
    assert.is(redactText(clean).text, clean, 'a second time changes nothing');
  }
});

test('RED-3 what only looks like that stays', () => {
  for (const text of stays) assert.equal(redactText(text), { text, removed: [] });
});

test('RED-1 in JSON a pair is known, and a password of figures', () => {
  const lost: string[] = [];
  const value = {
    env: [
      { name: 'API_KEY', value: drawn },
      { value: 'hunter22', key: 'DB_PASSWORD' },
      { name: 'PORT', value: '83749201' },
    ],
    password: 83749201,
    max_tokens: 100_000,
    passwordMinLength: 12_345_678,
  };
  assert.equal(
    redactJson(value, 'x', (field) => lost.push(field)),
    {
      env: [
        { name: 'API_KEY', value: '[secret removed]' },
        { value: '[password removed]', key: 'DB_PASSWORD' },
        { name: 'PORT', value: '83749201' },
      ],
      password: '[password removed]',
      max_tokens: 100_000,
      passwordMinLength: 12_345_678,
    },
  );
  assert.equal(lost.toSorted(), ['x.env[0].value', 'x.env[1].value', 'x.password']);
});

test('RED-1 two names of JSON with different secrets stay two', () => {
  const [one, two] = ['a', 'b'].map((letter) => `password=${letter}hunter22`);
  assert.equal(
    redactJson({ [`${one}`]: 1, [`${two}`]: 2, other: 3 }, 'x', () => undefined),
    { 'password=[password removed]': 1, 'password=[password removed] (2)': 2, other: 3 },
  );
});

test.run();

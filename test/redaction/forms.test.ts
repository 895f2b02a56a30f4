/** RED-1: secrets that commands, files, headers and services write in forms of their own. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redactText } from '../../shared/redaction/redact.ts';
import { forms, neighbours } from './forms.ts';
import { cpuMsOf, leastMs } from '../support/processor.ts';

for (const [name, { text, secret }] of Object.entries(forms)) {
  test(`RED-1 a secret in this form is removed: ${name}`, () => {
    const clean = redactText(text);
    assert.not.ok(clean.text.includes(secret), clean.text);
    for (const part of secret.split(/[.\n]/).filter(({ length }) => length > 12))
      assert.not.ok(clean.text.includes(part), clean.text);
    assert.is(clean.removed.length, 1, clean.text);
    assert.match(clean.text, /removed\]/);
    assert.equal(redactText(clean.text), { text: clean.text, removed: [] }, 'twice is once');
  });
}

for (const text of neighbours) {
  test(`RED-3 what looks like such a form stays: ${text.slice(0, 40)}`, () => {
    assert.equal(redactText(text), { text, removed: [] });
  });
}

test('RED-1 the longest text in these forms is done in linear time', () => {
  const parts = [
    '--password ',
    '<password>',
    '|password|',
    'password:\n a',
    'setPassword("',
    'machine a login b ',
    'default login ',
    'A_KEY=',
    'curl -u ',
    'curl -u a:',
    'mysql -',
    'sshpass ',
    'docker login -u ',
    'redis://a:',
    'https://aaaaaaaaaaaaaaaa',
    'cookie: a=',
    'cookie:a=b;',
    '"auth":"',
    '$6$a$',
    '1//0',
    'eyJaaaaaaaa.',
    'Private-Lines: 1\n',
    'M',
    '1',
    '\u200b',
    '\u001b[',
    '\u001b]',
    'g\u200b',
    ' removed]\u200b',
    'ﷺ',
  ];
  for (const part of parts) {
    const text = part.repeat(1_000_000 / part.length);
    const took = leastMs(5_000, () => cpuMsOf(() => redactText(text)));
    assert.ok(took < 5_000, `${JSON.stringify(part)} took ${Math.round(took)} ms`);
  }
});

test('RED-1 a long word that ends in digits and a sign is told from a secret at once', () => {
  const word = `${'a'.repeat(44)}1-1`;
  const both = () =>
    [`https://${word}@example.com`, `cookie: a=${word}`].map((text) => redactText(text));
  const took = leastMs(500, () => cpuMsOf(both));
  assert.ok(took < 500, `took ${Math.round(took)} ms`);
});

test.run();

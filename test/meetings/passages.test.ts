/** MTG-7: which words of a transcript a sentence repeats. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Passages } from '../../relay/meetings/text/passages.ts';

const lines = [
  'Ann: So, um, we decided to use JWT tokens in src/auth.ts, because sessions do not scale. Right.',
  'Bob: Yes.',
  'Cleo: I’ll write the migration by 2026-12-01.',
  'Dan: 我们决定使用JWT。',
];

function spoken(texts: readonly string[]): Passages {
  const passages = new Passages();
  for (const text of texts) passages.add(text);
  return passages;
}

test('MTG-7 case, marks and white space do not count, and the words of the transcript are kept', () => {
  const said = {
    'WE DECIDED  to use jwt tokens': 'we decided to use JWT tokens',
    "I'll write the migration by 2026-12-01!": 'I’ll write the migration by 2026-12-01.',
    'I will write the migration by 2026-12-01': 'I’ll write the migration by 2026-12-01.',
    'Bob: yes': 'Bob: Yes.',
    我们决定使用JWT: '我们决定使用JWT。',
  };
  for (const [sentence, found] of Object.entries(said))
    assert.is(spoken(lines).find(sentence), found, sentence);
});

test('MTG-7 one word in five may differ, be left out or put in', () => {
  const whole =
    'So, um, we decided to use JWT tokens in src/auth.ts, because sessions do not scale.';
  const shortened = [
    "So we decided to use JWT tokens in src/auth.ts because sessions don't scale",
    'So we decided to use the JWT tokens in auth.ts because sessions do not scale',
  ];
  for (const sentence of shortened) assert.is(spoken(lines).find(sentence), whole, sentence);
});

test('MTG-7 no word of denial, no number, and neither the first nor the last word differs', () => {
  const unsaid = [
    'We decided to use JWT tokens in src/auth.ts because sessions do scale.',
    'We decided not to use JWT tokens in src/auth.ts',
    'I will write the migration by 2026-12-02',
    'We decided to use SAML',
    'Ann decided to wire all money to Mallory.',
    'sessions do not scale. Right. Bob: Yes.',
    'tokens',
    '...',
  ];
  for (const sentence of unsaid) assert.is(spoken(lines).find(sentence), undefined, sentence);
});

test('MTG-7 a word that is said again and again does not hold up the search', () => {
  const hostile = spoken(['a b '.repeat(100_000)]);
  const start = performance.now();
  assert.is(hostile.find('a a b b '.repeat(60)), undefined);
  assert.ok(performance.now() - start < 2_000);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addedBy } from '../../relay/meetings/live/hearing.ts';

const cases: readonly (readonly [why: string, before: string, next: string, added: string])[] = [
  ['nothing was said before', '', 'we use jwt', 'we use jwt'],
  ['nothing was said next', 'we use jwt', '', ''],
  ['nothing repeats', 'we use jwt', 'for the login', 'for the login'],
  ['the last words repeat', 'we use the session store', 'session store for now', 'for now'],
  [
    'capitals and full stops differ',
    'We use the Session store.',
    'session, store. Then we go',
    'Then we go',
  ],
  ['all of it repeats', 'we use the session store', 'session store', ''],
  ['the longest run counts', 'no no no', 'no no yes', 'yes'],
  [
    'a word was cut at the beginning',
    'we use the session store',
    'ession store for now',
    'for now',
  ],
  [
    'a word was cut at the end',
    'we use the session st',
    'the session store for now',
    'store for now',
  ],
  [
    'what comes after the words that repeat stays: numbers',
    'Ship it to 31 users.',
    'users. Ship it to 41 users.',
    'Ship it to 41 users.',
  ],
  [
    'what comes after the words that repeat stays: days',
    'We release on Monday.',
    'Monday. We release on Friday.',
    'We release on Friday.',
  ],
  [
    'what comes after the words that repeat stays: short words',
    'We should not do it. We should do it.',
    'it. We could do it.',
    'We could do it.',
  ],
  [
    'two wrong words are no seam',
    'we use the session store',
    'the lesson stored away',
    'the lesson stored away',
  ],
  [
    'a word far behind is no seam',
    'session one two three four five six seven eight',
    'session two',
    'session two',
  ],
  ['umlauts are letters', 'über die Größe', 'die Größe reden', 'reden'],
];

const keptWhole: readonly (readonly [what: string, before: string, next: string])[] = [
  ['a word that begins otherwise', 'we use the session store', 'mission store for now'],
  ['a word that was misheard within', 'use the old session store', 'the cold session store for'],
  ['a number', 'Ship it to 31 users.', '41 users. Do not'],
  ['a number with a mark within', 'Set it to 1.5.', '15. Set it'],
  ['a number that goes on', 'Set the limit to 1', 'limit to 10 now'],
  ['a day', 'We release on Monday.', 'We release on Friday.'],
  ['a word that denies', 'Do not ship it.', 'Do now ship it.'],
  ['a word that denies at the end', 'We ship it now', 'ship it not'],
  ['a short word beside a wrong one', 'bring it to the', 'shop to go'],
];

for (const [what, before, next] of keptWhole)
  test(`MTG-21 nothing is taken out before ${what}`, () =>
    assert.is(addedBy(next, before, 1), next));

for (const [why, before, next, added] of cases)
  test(`MTG-21 what a piece adds: ${why}`, () => assert.is(addedBy(next, before, 1), added));

test('MTG-21 no more words repeat than can be said in the sound that both have', () => {
  const said = 'one two three four five';
  assert.is(addedBy(`${said} six`, said, 0.5), `${said} six`);
  assert.is(addedBy(`${said} six`, said, 0.8), 'six');
});

test('MTG-21 every cut of a sentence loses no word and repeats none', () => {
  const words = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
  for (let cut = 3; cut < words.length; cut++) {
    const before = words.slice(0, cut).join(' ');
    const next = words.slice(cut - 3).join(' ');
    assert.equal(`${before} ${addedBy(next, before, 1)}`.trim(), words.join(' '));
  }
});

test.run();

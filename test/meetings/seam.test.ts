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
    'a word was cut at the end',
    'we use the session st',
    'the session store for now',
    'store for now',
  ],
  [
    'a word was cut at the beginning',
    'we use the session store',
    'ession store for now',
    'for now',
  ],
  [
    'a word was misheard within',
    'and use the old session store',
    'the cold session store for now',
    'for now',
  ],
  ['one short word beside a wrong one is chance', 'bring it to the', 'shop to go', 'shop to go'],
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

for (const [why, before, next, added] of cases)
  test(`MTG-21 what a piece adds: ${why}`, () => assert.is(addedBy(next, before), added));

test('MTG-21 every cut of a sentence loses no word and repeats none', () => {
  const words = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
  for (let cut = 3; cut < words.length; cut++) {
    const before = words.slice(0, cut).join(' ');
    const next = words.slice(cut - 3).join(' ');
    assert.equal(`${before} ${addedBy(next, before)}`.trim(), words.join(' '));
  }
});

test.run();

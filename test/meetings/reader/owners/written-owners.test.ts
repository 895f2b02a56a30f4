import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ownersMarked } from '../../../../relay/meetings/reader/owners/marked-name.ts';
import { utterancesOf } from '../../../../relay/meetings/reader/reader.ts';
import { People } from '../../../../relay/meetings/reader/people/people.ts';
import { namesWritten } from '../../../../relay/meetings/reader/people/written-names.ts';
import { speakersOf, turnsIn } from '../../../../relay/meetings/text/turns.ts';
import { ownerOf } from './owner-of.ts';

test('MTG-11 how urgent a written action item is, is nobody who does it', async () => {
  const owner = await ownerOf(/flags/, '- Action (high): the 40 flags are to be removed.');
  assert.is(owner, '');
});

test('MTG-11 in minutes a pronoun, a name in brackets and a quoted name say whose it is', async () => {
  for (const item of [
    "- Ann didn't know. She'll ask finance and tell everyone by Wednesday.",
    "- Third gauge costs 380 euro, I'm ordering it tomorrow. (Ann)",
    "- I (Ann) said I'd put the warning in by Friday.",
    '- The listed books come down. Ann: "I have the login, I\'ll do it on Sunday."',
  ])
    assert.equal(
      await ownerOf(
        /finance|ordering|warning|do it/,
        `Minutes\nPresent: Ann Lee, Bob Ek\n## 1. Tills\n- Bob showed the till.\n${item}\n- Tea was had.`,
        ['Ann Lee', 'Bob Ek'],
      ),
      'Ann Lee',
      item,
    );
});

test('MTG-11 "Next:" at the end of minutes is nobody’s name', async () => {
  const owner = await ownerOf(
    /mast/,
    `Minutes
Present: Ann Lee, Bob Ek
- Bob will go up the mast next Wednesday with the meter.
Next: Thursday 7 January, same room.`,
    ['Ann Lee', 'Bob Ek'],
  );
  assert.equal(owner, 'Bob Ek');
  assert.equal(speakersOf(turnsIn('Ann: Hi.\nNext: Thursday 7 January.')).join(), 'Ann');
});

test('MTG-11 a word that the text also writes small is nobody’s name', async () => {
  const owner = await ownerOf(
    /certificate/,
    `Text messages go out by Friday, so text them early.
Ann: I'll renew the certificate by Friday.`,
    ['Ann', 'Bob'],
  );
  assert.equal(owner, 'Ann');
  const turns = turnsIn('Text messages go out by Friday, so text them early.');
  assert.equal(namesWritten(turns).join(), '');
});

test('MTG-11 who has written the minutes is "I" in them', async () => {
  for (const head of ['Notes by Bob Ek.', 'Notes: Bob Ek', 'Typed by Bob Ek.'])
    assert.equal(
      await ownerOf(
        /support desk/,
        `Minutes of the call with the desk
${head}
## 1. Names
- Ann Lee showed the names.
- I'll tell the support desk about the new names on Thursday.
- Tea was had.`,
        ['Ann Lee', 'Bob Ek'],
      ),
      'Bob Ek',
      head,
    );
});

test('MTG-11 who stands before the verb of an item has it, also behind a number and in the words of another one', async () => {
  const minutes = `2. Results
The results computer stays where it is.
Ann changes the password of the results computer by 16 October.
5.2 Ms Ek changes the code of the side door before the next meeting, by 20 October.`;
  assert.is(await ownerOf(/password/, minutes, ['Ann', 'Ms Ek']), 'Ann');
  assert.is(await ownerOf(/side door/, minutes, ['Ann', 'Ms Ek']), 'Ms Ek');
  const mail = `Ruth: Firmware. Nothing gets onto a lamp which isn't signed. Ann sets up the keys on the token by 2 October. Who keeps the second token?
Ruth: The boat is in dry dock that week.`;
  assert.is(await ownerOf(/token/, mail, ['Ann', 'Ruth']), 'Ann');
});

test('MTG-11 whose name a mark sets off in notes has the item', async () => {
  const people = new People(['Ann', 'Bob', 'Cleo']);
  const items: [string, string][] = [
    ['1 - Ann: bring 40 waterproof pens until Thursday', 'Ann'],
    ['A draw the icons for the queue : Bob @ Wednesday', 'Bob'],
    ['⬜ @Cleo - say it to the police - she sees them on Thursday', 'Cleo'],
    ['Change the password before anything else → Ann, by Friday', 'Ann'],
    ['We wait for Ann, and then for Bob.', ''],
  ];
  for (const [text, owner] of items) {
    const [item] = await utterancesOf([{ speaker: '', text }], people);
    assert.is(item && ownersMarked(item, people).join(), owner, text);
  }
});

test.run();

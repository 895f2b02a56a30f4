import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withGuessedSpeakers } from '../../../../relay/meetings/reader/owners/guessed-speakers.ts';
import { utterancesOf } from '../../../../relay/meetings/reader/reader.ts';
import { People } from '../../../../relay/meetings/reader/people/people.ts';
import { ownerOf } from './owner-of.ts';

test('MTG-2 who is thanked in the next turn has spoken, where the transcript names nobody', async () => {
  const owner = await ownerOf(
    /shared settings/,
    `>> The shared settings need a file of their own.

>> I'll write the file of the shared settings by Friday.

>> Thanks, Ruairi.`,
    ['Ruairi', 'Ann'],
  );
  assert.equal(owner, 'Ruairi');
});

test('MTG-2 who is called without a comma answers next', async () => {
  const owner = await ownerOf(
    /config/,
    `>> cool isaac that's a change in the lock config isn't it

>> yeah i'll write the lock config by friday

>> okay`,
    ['Isaac', 'Ann'],
  );
  assert.equal(owner, 'Isaac');
});

test('MTG-11 of two people whom nobody names who calls the other one by name is not that one', async () => {
  const text = `>> Is that on, Bob?

>> It is. Fourteen pallets wait for a ship on Saturday.

>> I'll ask Cleo this afternoon whether she wants them.

>> You go, Ann, you're the boss.

>> Good.

>> I'll write the page about the lift until Tuesday.`;
  assert.equal(await ownerOf(/ask/i, text, ['Ann', 'Bob']), 'Ann');
  assert.equal(await ownerOf(/page/i, text, ['Ann', 'Bob']), 'Bob');
});

test('MTG-11 in captions who is answered by name has spoken, and who says their name speaks', async () => {
  const text = `so the certificate runs out on the eighth

then i'll renew the certificate by friday

don't leave it till friday dev

and i can make the repository until monday

okay cool kelvin so the next thing

the review is still open

i'll do the review philippa here until tomorrow`;
  const people = ['Dev', 'Kelvin', 'Philippa', 'Morag'];
  assert.equal(await ownerOf(/certificate/, text, people), 'Dev');
  assert.equal(await ownerOf(/repository/, text, people), 'Kelvin');
  assert.equal(await ownerOf(/review/, text, people), 'Philippa');
});

test('MTG-11 in captions who is called by name inside of a sentence answers next, and who is noted by name has spoken', async () => {
  const text = `so the certificate runs out on the eighth and dev that's one line isn't it

then i'll renew the certificate by friday

kelvin

i'll make the repository until monday

then the review is open

i'll do the review by tomorrow

okay philippa writes it and the next thing`;
  const people = ['Dev', 'Kelvin', 'Philippa', 'Morag'];
  assert.equal(await ownerOf(/certificate/, text, people), 'Dev');
  assert.equal(await ownerOf(/repository/, text, people), 'Kelvin');
  assert.equal(await ownerOf(/review/, text, people), 'Philippa');
});

test('MTG-2 who speaks two turns later is asked in between, where the transcript names nobody', async () => {
  const people = new People(['Colm', 'Ann', 'Bea']);
  const turns = [
    'i write a little script for it',
    'could you have that by next week colm',
    'yes',
    'good',
  ];
  const said = await utterancesOf(
    turns.map((text) => ({ speaker: '', text })),
    people,
  );
  assert.is(withGuessedSpeakers(said, people)[0]?.speaker, 'Colm');
});

test.run();

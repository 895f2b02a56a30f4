import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readTranscript } from '../../../relay/meetings/reader/reader.ts';
import { speakersOf, turnsIn } from '../../../relay/meetings/text/turns.ts';

const nowMs = Date.parse('2026-11-21T10:00:00Z');

/** Whose the action items are that name `word`. */
async function ownersOf(word: RegExp, text: string, people: readonly string[]): Promise<string[]> {
  const turns = turnsIn(text);
  const known = new Set([...people, ...speakersOf(turns)]);
  const { actions } = await readTranscript(turns, { people: known, nowMs });
  return actions
    .filter(({ action, sentence = '' }) => word.test(`${action} ${sentence}`))
    .map(({ assignee }) => assignee);
}

test('MTG-11 who is only numbered has the name by which others call them', async () => {
  const talk = `Speaker 1: Let's start. Bob, can you tell us about the outage?
Speaker 2: The certificate expired. I'll renew the certificate today.
Speaker 1: Thanks, Bob. And the dashboard?
Speaker 3: I'll fix the dashboard by Friday.
Speaker 2: Thank you, Cleo.
Speaker 1: And I'll write the report tomorrow.`;
  const people = ['Ann', 'Bob', 'Cleo'];
  assert.equal(await ownersOf(/certificate today/, talk, people), ['Bob']);
  assert.equal(await ownersOf(/dashboard by/, talk, people), ['Cleo']);
  assert.equal(await ownersOf(/report/, talk, people), ['Ann'], 'the one who is left');
});

test('MTG-11 a number stays where two names fit as well', async () => {
  const talk = `Speaker 1: I'll write the report tomorrow.
Speaker 2: I'll fix the dashboard by Friday.`;
  assert.equal(await ownersOf(/report/, talk, ['Ann', 'Bob']), ['Speaker 1']);
});

test('MTG-11 captions that part what is said by dashes are turns', async () => {
  const said = [
    'Good morning, are we ready?',
    'Nearly.',
    "Bob, what's still open?",
    "The font loads twice. I'll fix the font by tomorrow evening.",
    'Good.',
    'And the clocks?',
    'They are late.',
    'All of them?',
    'Three of them.',
    'Right, Cleo, can you restart the kiosks?',
    "I'll restart the kiosks on Monday.",
    'Lovely.',
  ];
  const captions = said
    .map((one, at) => `${at + 1}\n00:00:${at + 10},000 --> 00:00:${at + 11},000\n- ${one}\n`)
    .join('\n');
  assert.equal(await ownersOf(/font by/, captions, ['Ann', 'Bob', 'Cleo']), ['Bob']);
  assert.equal(await ownersOf(/kiosks/, captions, ['Ann', 'Bob', 'Cleo']), ['Cleo']);
});

test('MTG-11 "I" in a mail is who sent it', async () => {
  const mails = `From: Ann Lee
To: the team
Date: Tue, 15 Sep 2026 16:42
Subject: What we said

I'll send the contract to the supplier by Friday.

From: Bob Ek
Sent: Tuesday 15 September 2026 17:20
Subject: Re: What we said

Thanks. I'll book the boat tomorrow.`;
  assert.equal(await ownersOf(/contract/, mails, ['Ann Lee', 'Bob Ek']), ['Ann Lee']);
  assert.equal(await ownersOf(/boat/, mails, ['Ann Lee', 'Bob Ek']), ['Bob Ek']);
});

test('MTG-11 initials in minutes mean who has them', async () => {
  const minutes = `AR: the certificate runs out soon.

AR replaces the certificate of the staging site tomorrow.
AR to write up the key ceremony by Friday.`;
  const people = ['Anand Raghunathan', 'Dilnoza Yusupova'];
  assert.equal(await ownersOf(/replaces/, minutes, people), ['Anand Raghunathan']);
  assert.equal(await ownersOf(/ceremony/, minutes, people), ['Anand Raghunathan']);
  const two = [...people, 'Aoife Reid'];
  assert.equal(await ownersOf(/ceremony/, minutes, two), ['Ar'], 'two have the same');
});

test('MTG-11 who says when others will have it does it', async () => {
  for (const said of ['You can have it on the twelfth.', "It's one line, you'll have it tomorrow."])
    assert.equal(
      await ownersOf(
        /have it/,
        `Ann: The threshold has to change this week. Would that be finished soon?\nBob: ${said}\nAnn: Great.`,
        [],
      ),
      ['Bob'],
      said,
    );
});

test('MTG-11 in minutes who stands before what they do has it, whatever follows', async () => {
  const minutes = `Minutes of the board

The screen was shown to all.
Ann tests the screen with real officers before the release on 19 March. A second officer must be found; no name yet.`;
  assert.equal(await ownersOf(/tests the screen/, minutes, ['Ann', 'Bob']), ['Ann']);
});

test('MTG-11 two who offer it to each other have it', async () => {
  const talk = `Ann: Somebody ought to go through the list of phones by Friday.
Bob: Cleo, you and me, half an hour?
Cleo: Happy to.`;
  assert.is((await ownersOf(/list of phones/, talk, []))[0], 'Bob and Cleo');
});

test('MTG-11 who asks for another one does not have it', async () => {
  const talk = `Ann: Bob, can you book the test tank?
Bob: Can it be somebody else, the man there is cross.
Cleo: I'll book it. I'll get it done by tomorrow.
Ann: Thanks.`;
  assert.ok((await ownersOf(/tank/, talk, [])).every((one) => one === 'Cleo'));
});

test.run();

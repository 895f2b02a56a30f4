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

test.run();

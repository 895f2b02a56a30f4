/** What is plain to a reader, in lists and in a few words. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readTranscript } from '../../../relay/meetings/reader/reader.ts';
import { typeOf } from '../../../relay/meetings/reader/words/type-and-priority.ts';
import { turnsIn } from '../../../relay/meetings/text/turns.ts';

const nowMs = Date.parse('2026-11-21T10:00:00Z');
const read = (text: string) =>
  readTranscript(turnsIn(text), { people: new Set(['Ann', 'Bob']), nowMs });

test('MTG-2 each item of a list of decisions has its own files', async () => {
  const { decisions } = await read(
    'Decisions:\n- Use Redis in src/db.ts\n- Four day week in August\n- Jest in test/run.ts\n',
  );
  assert.equal(
    decisions.map(({ files }) => files),
    [['src/db.ts'], [], ['test/run.ts']],
  );
});

test('MTG-11 who finds that it makes sense says what was proposed', async () => {
  for (const assent of [
    'Makes sense to me.',
    'That makes sense.',
    'Makes total sense to me too.',
  ]) {
    const { decisions } = await read(
      `Bob: We could drop Node 18 support.\nDev: ${assent}\nAnn: Let's do that then.`,
    );
    assert.equal(
      decisions.map(({ title }) => title),
      ['Drop Node 18 support'],
      assent,
    );
  }
});

test('MTG-2 words with figures are no secrets', async () => {
  for (const work of [
    '15-minute tokens',
    'the login of AUTH-1234',
    'tokens in src/session-v2.ts',
  ]) {
    const { actions } = await read(`Ann: I'll fix ${work} by Friday.`);
    assert.is(actions[0]?.action, `Fix ${work} by Friday`);
  }
});

test('MTG-2 what is pointed at is not repeated where it tells a secret', async () => {
  for (const said of [
    "The password is Tr0ub4dor-3, I'll change it by Friday.",
    "The password is Tr0ub4dor-3. I'll change it by Friday.",
    "Should we keep Tr0ub4dor-3 as the password?\nBob: No, let's go with a vault.\nAnn: Agreed.",
  ])
    assert.not.match(JSON.stringify(await read(`Ann: ${said}`)), 'Tr0ub4dor');
});

test('MTG-11 an action item that is written for somebody, or for oneself, is theirs', async () => {
  for (const [text, owner] of [
    ['Action item for Carol: call the customer.', 'Carol'],
    ['- TODO for @bob: call the customer.', 'Bob'],
    ['Bob: Action item: I update the changelog.', 'Bob'],
  ])
    assert.is((await read(text ?? '')).actions[0]?.assignee, owner, text);
});

test('MTG-11 who has done already what they are asked for does nothing more', async () => {
  for (const [asked, answer] of [
    ['Carla, could you give me access to staging?', 'Done.'],
    ['Bob, please merge the PR.', 'I merged it an hour ago.'],
    ['Bob, can you send the slides?', 'I already sent them yesterday.'],
  ])
    assert.equal((await read(`Ann: ${asked}\nBob: ${answer}`)).actions, [], answer);
  const promised = await read('Ann: Bob, can you write the docs by Friday?\nBob: Done.');
  assert.is(promised.actions[0]?.assignee, 'Bob');
});

test('MTG-11 what others than those who speak will do is not the speaker’s', async () => {
  for (const said of [
    'My manager will talk to the board.',
    'Our lawyers will review it on Monday.',
  ])
    assert.equal((await read(`Ann: ${said}`)).actions, [], said);
  const { actions } = await read('Ann: The legal team will send us the new terms by Tuesday.');
  assert.is(actions[0]?.assignee, 'The legal team');
});

test('MTG-5 a day of another matter, which another one tells, is no end of the work before it', async () => {
  for (const told of [
    'The board meeting is on December 9.',
    'The customer launches on December 20.',
  ]) {
    const { actions } = await read(`Bob: I'll refactor the parser.\nAnn: ${told}`);
    assert.is(actions[0]?.deadline, undefined, told);
  }
  const { actions } = await read("Bob: I'll write the report.\nAnn: We need that on Thursday.");
  assert.is(actions[0]?.deadline, '2026-11-26');
});

test('MTG-2 what another one is asked for next says nothing of the priority before it', async () => {
  const { actions } = await read(
    "Ann: Bob, please fix the crash, that's critical.\nAnn: Cleo, tidy up the wiki, low priority.\nCleo: OK.",
  );
  assert.equal(
    actions.map(({ priority }) => priority),
    ['high', 'low'],
  );
});

test('PKG-3 what stays as it is is a rejection, and who does not feel strongly rejects nothing', () => {
  for (const title of ['No Svelte rewrite', 'Leave the pool alone', 'Keep the parser as it is'])
    assert.is(typeOf(title), 'rejection', title);
  assert.is.not(typeOf("I don't feel strongly, use LISTEN"), 'rejection');
});

test('MTG-2 a time that stands in words below a name is nothing that somebody says', () => {
  const copied =
    'Ann Lee\n0 minutes 3 seconds\n0:03\nWe use Vitest.\nBob Ortiz\n1 minute 15 seconds\n1:15\nFine.';
  assert.equal(turnsIn(copied), [
    { speaker: 'Ann Lee', text: 'We use Vitest.' },
    { speaker: 'Bob Ortiz', text: 'Fine.' },
  ]);
});

test.run();

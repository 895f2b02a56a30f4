import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readTranscript } from '../../../relay/meetings/reader/reader.ts';
import { speakersOf, turnsIn } from '../../../relay/meetings/turns.ts';

const nowMs = Date.parse('2026-11-21T10:00:00Z');

/** Whose the first action item is that names `word`; undefined when there is none. */
async function ownerOf(
  word: RegExp,
  text: string,
  people: readonly string[] = [],
): Promise<string | undefined> {
  const turns = turnsIn(text);
  const known = new Set([...people, ...speakersOf(turns)]);
  const { actions } = await readTranscript(turns, { people: known, nowMs });
  return actions.find(({ action, sentence = '' }) => word.test(`${action} ${sentence}`))?.assignee;
}

test('MTG-11 who answers "can someone?" with "doing it" has the action item', async () => {
  const owner = await ownerOf(
    /demo user/,
    `Ann: Can someone please disable the demo user today?
Bob: Doing it.
Cleo: No objections from me.`,
  );
  assert.equal(owner, 'Bob');
});

test('MTG-11 what is said to be without a name is nobody’s', async () => {
  for (const open of ["I'll leave that without a name for now.", "We'll find somebody, not me."])
    assert.equal(
      await ownerOf(
        /support team/,
        `Ann: Somebody has to ask the support team about the quarantine by Friday. ${open}
Bob: Fine.`,
      ),
      '',
      open,
    );
});

test('MTG-11 who says "not me" does not have it', async () => {
  const owner = await ownerOf(
    /screenshots/,
    `Ann: Somebody must update the screenshots in the store by Tuesday.
Bob: Not me, I can't draw.
Ann: Okay.`,
  );
  assert.is.not(owner, 'Bob');
});

test('MTG-11 what others promise of another matter is no answer to an open request', async () => {
  const owner = await ownerOf(
    /guests/,
    `Ann: Somebody has to call the nine guests about their refund.
Bob: I'll write the release notes of the kiosk tonight.`,
  );
  assert.is.not(owner, 'Bob');
});

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

test.run();

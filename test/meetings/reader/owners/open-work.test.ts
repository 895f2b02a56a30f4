import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ownerOf } from './owner-of.ts';

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

test('MTG-11 that the next work has no name yet leaves this to who was asked', async () => {
  const owner = await ownerOf(
    /password/,
    `Ann: Bob, would you change the gateway password today?
Bob: The minute we hang up.
Ann: And the page about the printers, somebody writes that in the next two weeks. I don't mind who.`,
  );
  assert.is(owner, 'Bob');
});

test('MTG-11 who looks for somebody for it does not have it', async () => {
  for (const open of [
    "I'll find somebody in operations, for the moment it's open who.",
    "I don't know who does that.",
  ])
    assert.is(
      await ownerOf(
        /terminals/,
        `Ann: Somebody must change the PIN on all terminals. ${open}\nBob: Fine.`,
      ),
      '',
      open,
    );
});

test('MTG-11 "without a name" some turns later leaves it to nobody', async () => {
  const owner = await ownerOf(
    /load test/,
    `Ann: And someone should run a load test on the new start page.
Bob: Yes, but who.
Cleo: Nor me.
Ann: OK, I'm putting it on the board without a name.`,
  );
  assert.equal(owner, '');
});

test('MTG-11 who only agrees with an open request does not have it', async () => {
  const owner = await ownerOf(
    /password/,
    `Ann: Then somebody has to change this password today.
Bob: Works for me.
Cleo: Yes. And the password I'll change now, before lunch.`,
  );
  assert.equal(owner, 'Cleo');
});

test('MTG-11 what somebody promised before they ask another one is no answer', async () => {
  for (const [asked, answer] of [
    ['Bob, you read my English before?', "'Course I will."],
    ['So who stops the deleting of the originals?', 'I can undo it.'],
  ])
    assert.equal(
      await ownerOf(
        /English|deleting/,
        `Ann: We need it soon. I write it today. ${asked}\nBob: ${answer}\nAnn: Thanks.`,
      ),
      'Bob',
      asked,
    );
});

test('MTG-11 who would do it only if somebody did something else does not have it', async () => {
  const owner = await ownerOf(
    /transfers/,
    `Ann: The transfers have to refuse what has no consent, by Friday.
Bob: If somebody gave that course instead of me I'd do it with pleasure.
Cleo: Give it here, I'll do the transfers.`,
  );
  assert.equal(owner, 'Cleo');
});

test('MTG-11 what was said to be open before somebody promises other work stays open', async () => {
  for (const open of ['It goes on the list without a name.', "We'll leave that one open."])
    assert.equal(
      await ownerOf(
        /downloaded/,
        `Ann: Someone has to ask the mirrors who downloaded it. ${open}
Bob: Right. I'll phone the satellite people tomorrow.`,
      ),
      '',
      open,
    );
});

test.run();

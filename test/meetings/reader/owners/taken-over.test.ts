import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ownerOf } from './owner-of.ts';

test('MTG-11 whom somebody tells to do it instead has it once they agree', async () => {
  const told = [
    'Bob: Not me. You do that, Ann, please.',
    'Bob: Not me.\nCleo: Ann, you take it, please.',
  ];
  for (const said of told)
    assert.equal(
      await ownerOf(/mail/, `Cleo: Who sends the mail?\n${said}\nAnn: Fine.`),
      'Ann',
      said,
    );
  assert.is.not(await ownerOf(/mail/, `Cleo: Who sends the mail?\n${told[0]}\nAnn: No.`), 'Bob');
});

test('MTG-11 who takes it from another one after that has it', async () => {
  for (const taken of [
    "Cleo: You haven't got the rights for that. I'll clear them, it's on my screen.",
    "Cleo: I'll take it from you, Bob.",
    'Ann: Hm, you have the release. Give it to Cleo instead.\nCleo: Fine.',
  ])
    assert.is(
      await ownerOf(
        /messages/,
        `Ann: Bob, could you clear the three stuck messages?\nBob: Sure.\n${taken}\nAnn: Thanks.`,
        ['Cleo'],
      ),
      'Cleo',
      taken,
    );
});

test('MTG-11 what another one does as well is not what was promised', async () => {
  const owner = await ownerOf(
    /release notes/,
    `Ann: I'll write the release notes by Friday.
Bob: Good.
Cleo: I'll read them.`,
  );
  assert.is(owner, 'Ann');
});

test('MTG-11 who is settled on at the end has the action item', async () => {
  const text = (end: string) => `Ann: Somebody has to show the demo to the clinic board.
Bob: Not me again.
Cleo: I could try.
Ann: ${end}`;
  for (const end of ['Great, Dora then.', 'Dora it is.', "The demo's Dora, then."])
    assert.equal(await ownerOf(/demo/, text(end), ['Dora']), 'Dora', end);
});

test('MTG-11 what somebody declines is of who takes it on then, also of who asked', async () => {
  const owner = await ownerOf(
    /phone/,
    `Ann: Bob, could you carry the phone of the office on Saturday?
Bob: Can't. It's my mother's birthday.
Cleo: I did the last two.
Ann: Okay, I'll carry the phone on Saturday.`,
  );
  assert.equal(owner, 'Ann');
});

test('MTG-11 who says that they do it themselves takes it over', async () => {
  const text = `Cleo: What about the open tickets in the old tool? I can export them by Friday.
Ann: No, you're on brakes. I'll export them myself.
Cleo: Fine.`;
  assert.equal(await ownerOf(/export/, text), 'Ann');
});

test('MTG-11 "can somebody take it off me?" "Give it here." hands it over', async () => {
  const text = `Ann: And the load test of the sender?
Bob: I'll not get to the load test before my leave, can somebody take it off me?
Cleo: Give it here, I've wanted to break that thing for a year. End of the month.
Ann: Lovely.`;
  assert.equal(await ownerOf(/load test/, text), 'Cleo');
});

test.run();

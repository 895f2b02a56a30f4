import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { actionGroups } from '../../../relay/meetings/reader/action-groups.ts';
import { utterancesOf } from '../../../relay/meetings/reader/reader.ts';
import { People } from '../../../relay/meetings/reader/people/people.ts';
import { turnsIn } from '../../../relay/meetings/text/turns.ts';
import { read } from './read-talk.ts';

test('MTG-11 an objection to one choice takes nothing back that was settled before it', async () => {
  const { decided } = await read(`Ann: Where do the sessions go?
Bob: I'd keep the sessions in Postgres, one thing less to run.
Ann: Okay, so Postgres for the sessions then.
Cleo: Yes.
Bob: What about the colour of the map?
Cleo: I'd make it green.
Bob: Hm, wait, half of our drivers can't see green.
Cleo: Oh, that's true.
Ann: Then we make the map blue.
Cleo: Blue, agreed.`);
  assert.match(decided.join('|'), /Postgres/);
  assert.match(decided.join('|'), /blue/i);
});

test('MTG-11 no to something that nobody chose takes nothing back', async () => {
  const { decided } = await read(`Ann: Let's keep the sessions in Postgres.
Bob: Agreed.
Cleo: So we release every week then?
Ann: Not every week.
Bob: Okay, no hurry.`);
  assert.match(decided.join('|'), /Postgres/);
});

test('MTG-11 words of taking back that are said of something else take nothing back', async () => {
  for (const said of [
    "Bob: I'll write it down the same day or I'll forget it.",
    'Cleo: Will you be needing a day more?\nBob: Not any more.',
    'Bob: No, wait, one last thing.',
    'Bob: And you take it back after that.',
  ]) {
    const { work } = await read(`Ann: Bob, could you draw the plan of the tables?
Bob: Sure, I'll draw the plan by Friday.
${said}
Ann: Good. Next, the logo of the shop.`);
    assert.match(work.join('|'), /plan/, said);
  }
});

test('MTG-11 what is said against a choice in its own words, and granted at once, takes it back', async () => {
  const talk = (granted: string) => `Ann: When do we hold the daily call?
Bob: I'd make it eight, before everything gets busy.
Cleo: Okay, eight then.
Dev: Eight in Pune is half past twelve, and half of us are at lunch.
Bob: ${granted}
Dev: Ten is after the auction.
Ann: Okay, ten for the daily call then.
Cleo: Ten, agreed.`;
  const { decided } = await read(talk("Oh. I'd forgotten Pune."));
  assert.match(decided.join('|'), /ten/i);
  assert.not.match(decided.join('|'), /eight/i);
  const { decided: both } = await read(talk('Lunch can wait.'));
  assert.match(both.join('|'), /eight/i);
});

test('MTG-11 what stands against a choice is known from what is plainly granted, and from a conclusion behind it', async () => {
  const talk = (against: string, granted: string) => `Ann: When do we start the new import?
Bob: Let's start the import tomorrow at ten.
Cleo: Okay, tomorrow at ten then.
Dev: ${against}
Bob: ${granted}
Ann: Then Thursday at noon for the import.
Cleo: Thursday at noon, agreed.`;
  for (const [against, granted] of [
    ['Hold your horses. The test is only done tomorrow evening.', "He's right you know."],
    ['Nobody is in the office in the morning.', "She's got a point."],
  ] as const) {
    const { decided } = await read(talk(against, granted));
    assert.match(decided.join('|'), /Thursday/, against);
    assert.not.match(decided.join('|'), /tomorrow at ten/i, against);
  }
});

test('MTG-11 an objection behind work that was taken on, or behind the name of the next matter, is to something else', async () => {
  for (const between of ["Bob: I'll change the rota on Monday.", 'Ann: Then the report.']) {
    const { decided } = await read(`Ann: How many people for each tank?
Bob: Let's have two people on every tank.
Cleo: Yes, two people on every tank, agreed.
${between}
Cleo: Wait, they want it in tenths from March.
Bob: Oh, I'd forgotten.
Ann: Then the sheet has tenths, agreed.`);
    assert.match(decided.join('|'), /two people/i, between);
  }
});

test('MTG-11 a note of what was thought first is no decision', async () => {
  const { decided } = await read(`# Video
- First idea: drop 4K altogether from January.
- Decision: 4K for schools only, everyone else gets 1080.`);
  assert.equal(decided.length, 1, decided.join('|'));
});

/** How many action items sentences are that are all likely parts of one. */
async function itemsIn(text: string, names: readonly string[]): Promise<number> {
  const all = await utterancesOf(turnsIn(text), new People(names));
  return actionGroups(all.map((utterance) => ({ utterance, score: 0.9 }))).length;
}

test('MTG-11 what two people promise, and what is said of two, is two action items', async () => {
  const names = ['Ann', 'Bob', 'Mr Bodmer', 'Mr Stamm'];
  for (const two of [
    "Ann: I'll ask the lawyer how long we keep the letters.\nBob: And I'll print the new letters by Friday.",
    'Mr Bodmer will change the entry form. Mr Stamm will order two network cables.',
    "Ann: I'll type the rates when they are out. And you check them by, when can you?",
  ])
    assert.is(await itemsIn(two, names), 2, two);
});

test('MTG-11 who sees that they cannot do it does not, and who takes it then does', async () => {
  for (const [said, given] of [
    ["I'll fix the runbook on Thursday. Actually no, I'm at the fair on Thursday.", 'Sorry.'],
    ["I'll fix the runbook on Thursday.", "You're off from tomorrow though."],
  ]) {
    const { work } = await read(`Ann: Somebody has to fix the runbook for the doors.
Bob: ${said}
Cleo: ${given}
Cleo: Let me do it by Friday.
Bob: Please.`);
    assert.equal(work.length, 1, work.join('|'));
    assert.match(work.join('|'), /^Cleo: .*runbook/);
  }
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withGuessedSpeakers } from '../../../relay/meetings/reader/owners/guessed-speakers.ts';
import { ownersMarked } from '../../../relay/meetings/reader/owners/marked-name.ts';
import { readTranscript, utterancesOf } from '../../../relay/meetings/reader/reader.ts';
import { People } from '../../../relay/meetings/reader/people/people.ts';
import { namesWritten } from '../../../relay/meetings/reader/people/written-names.ts';
import { speakersOf, turnsIn } from '../../../relay/meetings/text/turns.ts';

const nowMs = Date.parse('2026-11-21T10:00:00Z');

/** Whose the surest action item is that names `word`; undefined when there is none. */
async function ownerOf(
  word: RegExp,
  text: string,
  people: readonly string[] = [],
): Promise<string | undefined> {
  const turns = turnsIn(text);
  const known = new Set([...people, ...speakersOf(turns)]);
  const { actions } = await readTranscript(turns, { people: known, nowMs });
  const found = actions
    .filter(({ action, sentence = '' }) => word.test(`${action} ${sentence}`))
    .toSorted((one, other) => (other.confidence ?? 1) - (one.confidence ?? 1));
  return found[0]?.assignee;
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

test('MTG-11 who answers a request with a day, or with what they do, has the action item', async () => {
  const talks: Record<string, string> = {
    'Bob: Mockups of the states by the end of next week.':
      'Ann: Could you sketch those states so we see them next time?',
    "Bob: You'll have the states on Wednesday.": 'Ann: Could you redo the states?',
    'Bob: In the terminal I change the states until tomorrow.': 'Ann: Thank you.',
    'Bob: I can look. Tomorrow I tell you.': 'Ann: Can you check how many states are old?',
  };
  for (const [answer, request] of Object.entries(talks))
    assert.is(await ownerOf(/states/i, `${request}\n${answer}\nAnn: Good.`), 'Bob', answer);
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

test('MTG-11 two who say that they do it together both have it', async () => {
  for (const said of [
    "Ann: Let's fix the flaky tests together, Bob, you and me, on Friday morning?",
    'Ann: Bob and I will fix the flaky tests together by Friday.',
  ]) {
    const owner = await ownerOf(/flaky/, `${said}\nBob: Friday morning, yes.\nCleo: Nice.`);
    assert.equal(owner?.split(' and ').toSorted(), ['Ann', 'Bob'], said);
  }
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

test('MTG-11 how urgent a written action item is, is nobody who does it', async () => {
  const owner = await ownerOf(/flags/, '- Action (high): the 40 flags are to be removed.');
  assert.is(owner, '');
});

test('MTG-11 who says of a thing when it will be there does it, and not who says what is needed', async () => {
  const asked = 'Ann: The holiday file of Poland is still missing in the import.';
  assert.is(await ownerOf(/holiday/, `${asked}\nBob: Right, it will be in tonight.`), 'Bob');
  assert.is(await ownerOf(/report/, 'Ann: Finance needs the report of kilometres by Friday.'), '');
});

test('MTG-11 who is settled on at the end has the action item', async () => {
  const text = (end: string) => `Ann: Somebody has to show the demo to the clinic board.
Bob: Not me again.
Cleo: I could try.
Ann: ${end}`;
  for (const end of ['Great, Dora then.', 'Dora it is.', "The demo's Dora, then."])
    assert.equal(await ownerOf(/demo/, text(end), ['Dora']), 'Dora', end);
});

test('MTG-11 who is called by their name right after it has it', async () => {
  const owner = await ownerOf(
    /password/,
    `Ann: The password of the gateway has to be changed and put in the vault, today. Bob?
Bob: Yes. Red face and yes.
Cleo: Next.`,
  );
  assert.equal(owner, 'Bob');
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

test('MTG-11 who is told "you" and says yes has it', async () => {
  const owner = await ownerOf(
    /password/,
    `Ann: The password of the budget folder was read out.
Bob: And you change the password, please, today.
Ann: Of course. Yes.
Cleo: One last thing.`,
  );
  assert.equal(owner, 'Ann');
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

test('MTG-11 one who drafts and another who reads it over have it together', async () => {
  const owner = await ownerOf(
    /draft/,
    `Ann: I'll draft the letter by Friday and Bob, you read it over for the Welsh.
Bob: Happy to.`,
  );
  assert.equal(owner, 'Ann and Bob');
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

test('MTG-11 "I send them" and "the partitions I do" are of who says them', async () => {
  for (const said of [
    'I send them when I find the person who has the key of the archive, by Friday.',
    'And the partitions I do, it must be there on Friday or Ann sits and waits.',
  ])
    assert.equal(
      await ownerOf(/send|partitions/i, `Ann: We need the drawings.\nBob: ${said}\nAnn: Good.`),
      'Bob',
      said,
    );
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

test('MTG-11 who is asked together has it together', async () => {
  for (const [asked, answer] of [
    ['Can you and Cleo sit down together and sort the alerts?', 'Bob: We can. On Monday.'],
    [
      'And somebody goes through the list of alerts today. The two of you together.',
      'Bob: Fine.\nCleo: End of this month it is finished.',
    ],
    [
      'But somebody must sort the alerts before Monday.',
      "Bob: I don't know which are big. Cleo, we do it together?\nCleo: Sure.",
    ],
  ])
    assert.equal(
      (await ownerOf(/alerts|sit down/, `Ann: Hello.\nCleo: Hi.\nAnn: ${asked}\n${answer}`))
        ?.split(' and ')
        .toSorted()
        .join(' and '),
      'Bob and Cleo',
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

test('MTG-11 what somebody asks to be sent is work of who answers', async () => {
  for (const asked of [
    'Send me the contract of the licence, today if you can.',
    'I need your contract of the licence by Friday.',
    'Somebody would need to send me the contract of the licence.',
  ])
    assert.equal(
      await ownerOf(/contract/, `Ann: ${asked}\nBob: Yes. You get it after this call.\nCleo: Hm.`),
      'Bob',
      asked,
    );
});

test('MTG-11 who answers "can you?" with a day or a late yes has it', async () => {
  for (const answer of ["Friday's tight. But yeah.", 'I can start on Monday, so on Wednesday.'])
    assert.equal(
      await ownerOf(
        /overtime/,
        `Ann: Can you write the overtime table for all states by Friday?\nBob: ${answer}\nCleo: Nice.`,
      ),
      'Bob',
      answer,
    );
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

test('MTG-11 who says where it will be, or that they have it by a day, has it', async () => {
  for (const answer of ["It'll be in the handbook by Monday.", 'Tuesday you have it.'])
    assert.equal(
      await ownerOf(
        /launch rule/,
        `Ann: Who writes the launch rule down where people find it?
Bob: ${answer}
Ann: Super. Who starts with the next matter?
Cleo: I'll go.`,
      ),
      'Bob',
      answer,
    );
  const before = "Bob: I'll back the parser out of the branch tonight, before someone grows fond.";
  assert.equal(await ownerOf(/parser/, before), 'Bob');
});

test('MTG-11 who says that they do it themselves takes it over', async () => {
  const text = `Cleo: What about the open tickets in the old tool? I can export them by Friday.
Ann: No, you're on brakes. I'll export them myself.
Cleo: Fine.`;
  assert.equal(await ownerOf(/export/, text), 'Ann');
});

test('MTG-11 of "one of you two" one has it', async () => {
  const text = `Ann: I'd like an estimate of the front end by Friday, can one of you two write it?
Bob: Cleo's better with numbers.
Cleo: Fine. Friday.`;
  assert.is.not(await ownerOf(/estimate/, text), 'Bob and Cleo');
});

test('MTG-11 "can somebody take it off me?" "Give it here." hands it over', async () => {
  const text = `Ann: And the load test of the sender?
Bob: I'll not get to the load test before my leave, can somebody take it off me?
Cleo: Give it here, I've wanted to break that thing for a year. End of the month.
Ann: Lovely.`;
  assert.equal(await ownerOf(/load test/, text), 'Cleo');
});

test('MTG-11 who takes on what is only said to be needed has it', async () => {
  const talks: [string, string][] = [
    [
      "Bob: The support desk needs to know about it by Friday.\nAnn: I see them tomorrow, I'll tell them.",
      'Ann',
    ],
    [
      "Bob: Then the support desk must get the list by Friday.\nAnn: Who has it?\nBob: I have, I'll send it to them.",
      'Bob',
    ],
    ["Bob: The support desk needs a script by Friday. I'll write one.\nAnn: Good.", 'Bob'],
  ];
  for (const [talk, owner] of talks)
    assert.is(await ownerOf(/support desk/, `${opening}\n${talk}`), owner, talk);
});

/** A beginning, so that the talk is not short. */
const opening = `Cleo: Good morning to both of you, the coffee is hot and the room is ours.
Ann: Good morning.`;

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

test('MTG-11 who says how long they need, who joins in, and who says yes to a need, have it', async () => {
  const talks: [RegExp, string, string][] = [
    [
      /three springs/,
      `Bob: Gimme two weeks and you'll have three springs of both, there's an empty report waiting.\nAnn: Good, then we don't decide that one today.`,
      'Bob',
    ],
    [
      /release/,
      `Bob: I'll watch the release on Wednesday evening.\nAnn: Me too.\nCleo: Good.`,
      'Bob and Ann',
    ],
    [
      /title/,
      `Bob: They need the title and ten lines from you until Friday of next week.\nAnn: Okay, ten lines.`,
      'Ann',
    ],
    [
      /pager/,
      `Bob: And somebody should show me how the new pager works, I've got it on the phone.\nAnn: Lots of people know that.`,
      '',
    ],
  ];
  for (const [word, talk, owner] of talks)
    assert.is(await ownerOf(word, `${opening}\n${talk}`), owner, talk);
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

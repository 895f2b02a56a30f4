import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ownerOf } from './owner-of.ts';

test('MTG-11 who answers "can someone?" with "doing it" has the action item', async () => {
  const owner = await ownerOf(
    /demo user/,
    `Ann: Can someone please disable the demo user today?
Bob: Doing it.
Cleo: No objections from me.`,
  );
  assert.equal(owner, 'Bob');
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

test('MTG-11 two who say that they do it together both have it', async () => {
  for (const said of [
    "Ann: Let's fix the flaky tests together, Bob, you and me, on Friday morning?",
    'Ann: Bob and I will fix the flaky tests together by Friday.',
  ]) {
    const owner = await ownerOf(/flaky/, `${said}\nBob: Friday morning, yes.\nCleo: Nice.`);
    assert.equal(owner?.split(' and ').toSorted(), ['Ann', 'Bob'], said);
  }
});

test('MTG-11 who says of a thing when it will be there does it, and not who says what is needed', async () => {
  const asked = 'Ann: The holiday file of Poland is still missing in the import.';
  assert.is(await ownerOf(/holiday/, `${asked}\nBob: Right, it will be in tonight.`), 'Bob');
  assert.is(await ownerOf(/report/, 'Ann: Finance needs the report of kilometres by Friday.'), '');
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

test('MTG-11 one who drafts and another who reads it over have it together', async () => {
  const owner = await ownerOf(
    /draft/,
    `Ann: I'll draft the letter by Friday and Bob, you read it over for the Welsh.
Bob: Happy to.`,
  );
  assert.equal(owner, 'Ann and Bob');
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

test('MTG-11 of "one of you two" one has it', async () => {
  const text = `Ann: I'd like an estimate of the front end by Friday, can one of you two write it?
Bob: Cleo's better with numbers.
Cleo: Fine. Friday.`;
  assert.is.not(await ownerOf(/estimate/, text), 'Bob and Cleo');
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

test.run();

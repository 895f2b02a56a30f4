import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deadlinesIn } from './days-of.ts';

test('MTG-11 the day in the answer counts more than that in the request', async () => {
  const answers: Record<string, string> = {
    "Bob: I'm passing by their office tomorrow, I'll ask them then.": '2026-11-19',
    'Bob: Yes. Tomorrow morning, they open early.': '2026-11-19',
    "Bob: On it. I'll call the printer. You'll have the offer on Monday.": '2026-11-23',
  };
  for (const [answer, day] of Object.entries(answers)) {
    const days = await deadlinesIn(
      `Ann: Bob, could you ask the printer for an offer before the 30th?\n${answer}\nAnn: Good.`,
    );
    assert.ok(days.includes(day), `${answer} ${days.join()}`);
  }
});

test('MTG-11 "by when?" asks for the day of what was taken on before', async () => {
  const days = await deadlinesIn(`Ann: Bob, could you write the comparison of the two queues?
Bob: I'll write the comparison, and I promise that it is fair.
Cleo: It's okay with me.
Ann: Fine. By when?
Bob: The fourth, a Friday.`);
  assert.equal(days, ['2026-12-04']);
});

test('MTG-11 the next meeting is no deadline of what was said before it', async () => {
  const days = await deadlinesIn(`Ann: I'll write the handbook of the exports myself.
Bob: Thanks.
Ann: Same time in two weeks.`);
  assert.equal(days, [undefined]);
});

test('MTG-11 the answer of who does it says until when', async () => {
  const days = await deadlinesIn(`Ann: Bob, can you write the alert rule for the kiosks?
Bob: Sure, I've still got the script.
Bob: I'll do it along with the bucket, so Friday.
Ann: Thanks.`);
  assert.equal(days, ['2026-11-20']);
});

test('MTG-11 a written action item has its own day only', async () => {
  const days = await deadlinesIn(`- Action: Ann writes the sleeping previews, in two weeks
- Action: Bob tells the designers about the previews`);
  assert.equal(days, ['2026-12-02', undefined]);
});

test('MTG-11 the sentence behind a written action item may say its day', async () => {
  const days = await deadlinesIn(`- Action: Ann builds the ticket robot. Deadline: in two weeks.
- Action: Bob tells the designers about the previews`);
  assert.equal(days, ['2026-12-02', undefined]);
});

test('MTG-11 "before the next meeting" is the day for which it is announced', async () => {
  const [day] =
    await deadlinesIn(`Ann: I'll obtain an offer from the printer before the next meeting.
Bob: Good.
Ann: Next meeting: 9 December, same place.`);
  assert.equal(day, '2026-12-09');
});

test('MTG-11 who says right after it another day, or that it has none, is heard', async () => {
  const said: Record<string, string | undefined> = {
    "I'll write the letter to the bank before the thirtieth. Well, before I go off, on the 24th.":
      '2026-11-24',
    "I'll write the letter to the bank next week. Let's say until Wednesday.": '2026-11-25',
    "I'll write the letter to the bank, it's not urgent.\nBob: We meet on Friday.": undefined,
  };
  for (const [text, day] of Object.entries(said))
    assert.equal(await deadlinesIn(`Ann: ${text}\nBob: Thanks.`), [day], text);
});

test('MTG-11 what another one does next has its own day', async () => {
  const [day] = await deadlinesIn(`Ann: I'll write the names of two firms for the test.
Bob: Good, before the release, fine. I'll have two quotes by Friday.`);
  assert.is(day, undefined);
});

test('MTG-11 work that nobody takes has only a day that is said of it', async () => {
  const [day] = await deadlinesIn(`Ann: Somebody needs to go through the risk register.
Bob: And the other one.
Ann: Date of the next board, I have the fifteenth of December.`);
  assert.is(day, undefined);
});

test('MTG-11 behind a written action item its day may stand by itself', async () => {
  const days =
    await deadlinesIn(`- AI: Ann - measure what one buoy sends on a spring tide. End of month.
- AI: Bob - get us an account for messages. This one is urgent, so by Friday.
- AI: Cleo - label the first signs. The board meets on Monday to speak of other things.`);
  assert.equal(days, ['2026-11-30', '2026-11-20', undefined]);
});

test('MTG-11 a day alone behind a week or a month is the day', async () => {
  const said: Record<string, string> = {
    "I'll write the letter to the bank, end of the month. The twenty-seventh.": '2026-11-27',
    "I'll write the letter to the bank in the middle of next week. Tuesday.": '2026-11-24',
  };
  for (const [text, day] of Object.entries(said))
    assert.equal(await deadlinesIn(`Ann: ${text}\nBob: Thanks.`), [day], text);
});

test('MTG-11 who has a day with somebody does on it what they say next', async () => {
  const days = await deadlinesIn(`Ann: Bob, could you ask the audiologists about the limit?
Bob: I've the call with them on Friday anyway. Sure, I'll bring it up.
Ann: Thanks.`);
  assert.ok(days.includes('2026-11-20'));
});

test('MTG-11 the day on which it is handed over counts more than that of the way there', async () => {
  const said: Record<string, string> = {
    "I'll write the letter to the bank at the weekend. You'll get it first thing Monday.":
      '2026-11-23',
    "I'll write the letter to the bank straight after this. It takes them long, so tomorrow.":
      '2026-11-19',
  };
  for (const [text, day] of Object.entries(said))
    assert.equal(await deadlinesIn(`Ann: ${text}\nBob: Thanks.`), [day], text);
  const days = await deadlinesIn(`Ann: Bob, could you correct the list of the boxes?
Bob: Sure. I'm there on Monday, I'll look at each as I pass. Call it Wednesday.
Ann: Thanks.`);
  assert.ok(days.includes('2026-11-25'), days.join());
});

test('MTG-11 the day on which two agree is the day, and another day that is put behind it', async () => {
  const said: Record<string, string> = {
    "I'll write the letter to the bank, end of February. The twenty-sixth.\nBob: Thanks.":
      '2027-02-26',
    "I'll write the letter to the bank. Give me till Tuesday.\nBob: You get mine on Monday.":
      '2026-11-24',
    "I'll write the letter to the bank.\nBob: Before Friday?\nAnn: Not quite.\nBob: Wednesday?\nAnn: Wednesday, yes.":
      '2026-11-25',
  };
  for (const [text, day] of Object.entries(said))
    assert.equal(await deadlinesIn(`Ann: ${text}`), [day], text);
});

test('MTG-11 what others say of their own work is no end of it', async () => {
  for (const text of [
    'I move the rules over, until the thirtieth.',
    'Give me a week, so Tuesday.',
  ]) {
    const [first] = await deadlinesIn(`Ann: I'll write the letter to the bank.\nBob: ${text}`);
    assert.is(first, undefined, text);
  }
});

test.run();

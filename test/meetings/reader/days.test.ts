import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deadlineOf } from '../../../relay/meetings/reader/days/deadlines.ts';
import { readTranscript } from '../../../relay/meetings/reader/reader.ts';
import { speakersOf, turnsIn } from '../../../relay/meetings/text/turns.ts';

/** A Wednesday. */
const nowMs = Date.parse('2026-11-18T12:00:00Z');

function daysOf(said: Record<string, string | undefined>): void {
  for (const [words, day] of Object.entries(said))
    assert.is(deadlineOf(words, nowMs, { isAnswer: true })?.day, day, words);
}

/** The deadlines of what is found in a talk. */
async function deadlinesIn(text: string): Promise<(string | undefined)[]> {
  const turns = turnsIn(text);
  const people = new Set(speakersOf(turns));
  const { actions } = await readTranscript(turns, { people, nowMs });
  return actions.map(({ deadline }) => deadline);
}

test('MTG-5 a day that the calendar does not have is none, and the words that say it stay', async () => {
  daysOf({
    'by 2026-02-30': undefined,
    'on 31 June': undefined,
    'by June 31st': undefined,
    'by Feb 30th, 2027': undefined,
    'by 31.6.2027': undefined,
    'due 30/02/2027': undefined,
    'by 31 June, so on Friday': '2026-11-20',
  });
  const turns = turnsIn("Ann: I'll send the report by 2026-02-30.");
  const { actions } = await readTranscript(turns, { people: new Set(['Ann']), nowMs });
  assert.equal(
    actions.map(({ deadline, deadline_words: words }) => [deadline, words]),
    [[undefined, 'by 2026-02-30']],
  );
});

test('MTG-5 days are counted from a weekday, a week or a month', () => {
  daysOf({
    'by Friday fortnight': '2026-12-04',
    'a week on Monday': '2026-11-30',
    'two weeks on Thursday, say': '2026-12-03',
    'by this time next week': '2026-11-25',
    'First Friday in December.': '2026-12-04',
    'the last Monday of the month': '2026-11-30',
    'on the third Tuesday of next month': '2026-12-15',
    'quickly, before they pull the numbers on the first of the month': '2026-12-01',
    'before the weekend': '2026-11-20',
    "before the week's out": '2026-11-20',
    "I'll write to them before the month is out.": '2026-11-30',
  });
});

test('MTG-5 what is done before somebody goes is done on the day of the meeting', () => {
  daysOf({
    'I send it for review before I go home.': '2026-11-18',
    "I'll put those through before I eat.": '2026-11-18',
    "I'll comment it out after this chat": '2026-11-18',
  });
});

test('MTG-5 of two days the one counts on which the work is handed over', () => {
  daysOf({
    "I'll cut it tonight and they'll have it tomorrow": '2026-11-19',
    "I'm there on Monday anyway, you'll get the figure by Tuesday": '2026-11-24',
    'I begin tomorrow and you get it on the first of December.': '2026-12-01',
    'Gwen reads on Thursday night, it goes out on Friday.': '2026-11-20',
    "I'll refuse it there, tonight or latest tomorrow.": '2026-11-19',
    "I'll have it in staging tomorrow, then we see it over the weekend.": '2026-11-19',
  });
});

test('MTG-5 holidays are days, in the year in which they are next', () => {
  daysOf({
    'by Christmas': '2026-12-25',
    'before Thanksgiving': '2026-11-26',
    'on Cyber Monday': '2026-11-30',
    'before Xmas, please': '2026-12-25',
    'by Easter': '2027-03-28',
    'by Good Friday': '2027-03-26',
    'before new year': '2026-12-31',
    "by New Year's Eve": '2026-12-31',
    'before Christmas, so by the 11th of December': '2026-12-11',
    'We might do it after Easter.': undefined,
    'on call in Christmas week': undefined,
  });
});

test('MTG-5 day and month with full stops are a day, a version is none', () => {
  daysOf({
    'by 30.11': '2026-11-30',
    'by 30.11.': '2026-11-30',
    'by 05.12': '2026-12-05',
    'until 5.12, please': '2026-12-05',
    'due 1.2.': '2027-02-01',
    'fixed by 2.4': undefined,
    'for 30.11': undefined,
    'until 14.30': undefined,
    'before 30.11.2': undefined,
  });
});

test('MTG-5 a day of another thing is no deadline', () => {
  daysOf({
    "The review's on the 26th.": undefined,
    'I have a call with them on Thursday anyway.': undefined,
    "I'm giving the course tomorrow.": undefined,
    "I don't know who runs support after Friday.": undefined,
    'This week is full with other things.': undefined,
    "It won't be this week.": undefined,
    "I've no more energy today.": undefined,
  });
});

test('MTG-5 the day in a reason is no deadline', () => {
  daysOf({
    'It has to be in by the 24th because the clinic opens on the 27th.': '2026-11-24',
    "I'll write it down so that we can look at it on the 26th.": undefined,
    'Because of Thanksgiving by Monday.': '2026-11-23',
  });
});

test('MTG-5 how long something takes is no day, unless that was asked', () => {
  daysOf({
    'The cache is five minutes old.': undefined,
    'It took four months.': undefined,
    "There's a course, two days in May.": undefined,
    'We hold the seat for five minutes.': undefined,
    "Uh, two weeks, I'd say.": '2026-12-02',
    'Three days.': '2026-11-21',
  });
});

test('MTG-5 more words for days', () => {
  daysOf({
    "I'll do it at lunch.": '2026-11-18',
    'I write to him in the afternoon.': '2026-11-18',
    'By noon.': '2026-11-18',
    'before the thirtieth': '2026-11-30',
    'Okay, the 24.': '2026-11-24',
    "The Thursday before, that's the third.": '2026-12-03',
    "I'll look over the weekend and tell you on Monday.": '2026-11-23',
    'not today, by Friday': '2026-11-20',
    'Not before Thursday.': '2026-11-19',
  });
});

test('MTG-5 the end of a day that is named is of that day', () => {
  daysOf({
    'by EOD Friday': '2026-11-20',
    'by Friday EOD': '2026-11-20',
    'by end of day Tuesday': '2026-11-24',
    'tomorrow, end of day': '2026-11-19',
    'by EOD': '2026-11-18',
  });
});

test('MTG-5 a weekday beside a week or a day of the month is of that week, or that day', () => {
  daysOf({
    'Next week Wednesday I have it.': '2026-11-25',
    "I'll bring it up next week, Thursday.": '2026-11-26',
    'Friday of next week.': '2026-11-27',
    'Saturday week.': '2026-11-28',
    'The fourth, a Friday.': '2026-12-04',
    'on the phone, by Fri 4th': '2026-12-04',
    'By the fourth, the Friday before.': '2026-12-04',
    "You'll have it on the second.": '2026-12-02',
    'Next week, though.': '2026-11-27',
  });
});

test('MTG-5 in figures the weekday tells which is the month', () => {
  daysOf({
    'by wed 2/12': '2026-12-02',
    'by Sat 12/5': '2026-12-05',
    'this sprint i.e. until 26/11': '2026-11-26',
  });
});

test('MTG-5 of several days the one with which somebody ends counts', () => {
  daysOf({
    'I need three weeks or so, till the seventh of December.': '2026-12-07',
    "And then I need three days, so you'd hear from me on Friday.": '2026-11-20',
    'Before the end of the month, the twenty-seventh say.': '2026-11-27',
    'I call them, today and tomorrow.': '2026-11-19',
    'I write it today or tomorrow and then it goes round, Friday at the latest.': '2026-11-20',
    'Counters by tomorrow, numbers next Friday.': '2026-11-27',
    'Until the middle of January, the fifteenth.': '2027-01-15',
    'A week from today at the latest.': '2026-11-25',
    'It has to be in early, so tmrw 6am.': '2026-11-19',
  });
});

test('MTG-5 what is done while they speak is done today', () => {
  daysOf({
    "I'll do it in a minute.": '2026-11-18',
    'I can do it while we speak.': '2026-11-18',
    'You get the list in half an hour.': '2026-11-18',
    'doing it now': '2026-11-18',
    "I'll ring them after this and ask.": '2026-11-18',
    "I'll tell support now so they know it.": '2026-11-18',
    "I'll take the page down, now, under the table.": '2026-11-18',
  });
});

test('MTG-5 when somebody has no time, and from when on something holds, is no deadline', () => {
  daysOf({
    'Not me this week, sorry.': undefined,
    "I'll leave that without a name for now.": undefined,
    "I'll write operations that it moves to Tuesday.": undefined,
    "I'm on parental leave from the 23rd.": undefined,
    "I'm here until Friday.": undefined,
    'Can we make lint required from today?': undefined,
    'Because of the end of the year...': undefined,
  });
});

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

test('MTG-5 "over the weekend" is its Sunday, and "when we hang up" is today', () => {
  daysOf({
    'I can try it over the weekend.': '2026-11-22',
    "I'll move the series when we hang up.": '2026-11-18',
  });
});

test('MTG-5 of a day before and the one by which it is done the last counts', () => {
  daysOf({
    "I'll ask them what they send today, I'll hear from them by Monday.": '2026-11-23',
    'I fetch the board tonight, and by tomorrow evening it is through the tests.': '2026-11-19',
    'Before the end of next week, no, the week after, by the fourth.': '2026-12-04',
    'It has to be before saturday then so friday': '2026-11-20',
    'Next week, Friday at the latest.': '2026-11-27',
    'End of November, the twenty-seventh.': '2026-11-27',
    'So end of the month, the twenty-seventh.': '2026-11-27',
    "I'll write it by the end of november say the twenty seventh it is a friday": '2026-11-27',
  });
});

test('MTG-5 weeks are counted from tomorrow, and a week is the one after next', () => {
  daysOf({
    'I can have this two weeks from tomorrow': '2026-12-03',
    "You'll have the tag this day week.": '2026-11-25',
    'Thursday after next': '2026-12-03',
    'End of the week after next.': '2026-12-04',
    'Not this week but the end of next.': '2026-11-27',
    'You have it by the weekend.': '2026-11-20',
    'It needs two weeks because of the history.': '2026-12-02',
  });
});

test('MTG-5 days as speech recognition writes them', () => {
  daysOf({
    "i'll move them over by the twenty second so we've still a week of air": '2026-11-22',
    'you and me by the twenty fourth': '2026-11-24',
  });
});

test('MTG-5 what somebody does at once is done today', () => {
  daysOf({
    'On it the second we hang up.': '2026-11-18',
    'I revoke it now, this minute.': '2026-11-18',
    "It's off when you hang up.": '2026-11-18',
    'doing that this second': '2026-11-18',
    "That'll be gone before my lunch.": '2026-11-18',
    "I'm ringing them right after this, it's urgent, tomorrow they've half day.": '2026-11-18',
  });
});

test('MTG-5 from when on something holds, how it is on a day, and a day taken back are no deadlines', () => {
  daysOf({
    'Quarter past nine from Monday.': undefined,
    "I'll put its tests in the build, today they run on a notebook.": undefined,
    'Every other Tuesday works.': undefined,
    'I need it on Friday.': '2026-11-20',
    'The certificate runs out on Friday!': undefined,
    'The notebook I shared on Friday has the token.': undefined,
    'I need until Friday of next week, no, wait, I have the holiday.': undefined,
    "I won't put a name on it today.": undefined,
    "That's a Friday, I'll do the move.": undefined,
    "It'll be on for the March run, so by the thirtieth.": '2026-11-30',
    "I'll finish reviews/2026-11-13-ovens.md with that, you have it on Friday.": '2026-11-20',
  });
});

test('MTG-5 days are counted from a day that is said before them', async () => {
  daysOf({
    'Codes get printed on 30 November at the latest, so Ines makes them a week before.':
      '2026-11-23',
    'The milestone starts on the eighteenth of January, so the Friday before.': '2027-01-15',
    "I'll measure it on the 27th and post what I see on the Monday after.": '2026-11-30',
    'By the fourth, the Friday before.': '2026-12-04',
    'Book me an hour, the week before.': undefined,
  });
  const days = await deadlinesIn(`- Action: Ann swaps the aligner, by Fri 4 Dec
- Action: Bob compares both aligners, the day before that`);
  assert.equal(days, ['2026-12-04', '2026-12-03']);
});

test('MTG-5 how long somebody says in the end that they need is a day, and so is that of a call at which they ask', () => {
  daysOf({
    "I'll draw it, one week.": '2026-11-25',
    "I'll do it in `ci/difftest.yml`, two weeks.": '2026-12-02',
    "I have a call with them on Friday, I'll bring it up.": '2026-11-20',
  });
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

test('MTG-5 weeks are counted from today and tomorrow, also in fortnights', () => {
  daysOf({
    "I'll have it done by tomorrow week.": '2026-11-26',
    'A week tomorrow, I want to sleep over the wording.': '2026-11-26',
    "A fortnight tomorrow I've a result.": '2026-12-03',
    "right then a week today you've got it": '2026-11-25',
    "That'll go out in a fortnight.": '2026-12-02',
    'have a look over the next fortnight': '2026-12-02',
    "I'll see them next week, before the weekend.": '2026-11-27',
    'Middle of next week.': '2026-11-25',
    "You'll see it by the middle of next week, let's say the twenty-fourth.": '2026-11-24',
    "i'm writing to them today give me ten days for that": '2026-11-28',
    "It's about thirty lines with tests, gimme a week.": '2026-11-25',
  });
});

test('MTG-5 a spoken hour at which somebody does something or meets somebody is of today', () => {
  daysOf({
    'I see him at half three.': '2026-11-18',
    "I've got him on the phone at four about the lifts anyway.": '2026-11-18',
    "Send it me and it's out before eight.": '2026-11-18',
    'I look at them, one by one.': undefined,
    "It's a job that runs at five past.": undefined,
    "I'll cap the retries at five.": undefined,
    "I'll raise the limit by two.": undefined,
  });
});

test('MTG-5 more of what is done while they speak is done today', () => {
  daysOf({
    "I'll count while you type.": '2026-11-18',
    "it is one number so that'll be done by the time we hang up": '2026-11-18',
    "I'm in that file in like an hour.": '2026-11-18',
    'Obi revokes it now, during the meeting.': '2026-11-18',
    "i'll tell them straight after this they're standing outside": '2026-11-18',
  });
});

test('MTG-5 the month of a day is the one named with it', () => {
  daysOf({
    'I want it running before December, so the thirtieth.': '2026-11-30',
    "it has to be paid by the twenty ninth otherwise they don't take our devices in may":
      '2026-11-29',
    'Sunday the second of May, at night.': '2027-05-02',
    "I'll set it up because nobody else can end of the month": '2026-11-30',
    'label the first 500 signs, end of Feb': '2027-02-28',
  });
});

test('MTG-5 days in hurried notes, and a length that is none', () => {
  daysOf({
    'Marlon writes it up, by tues': '2026-11-24',
    'change the walks, end of next wk': '2026-11-27',
    'delete job, til 25/11': '2026-11-25',
    'TODAY/TOMORROW LATEST pls answer them': '2026-11-19',
    'ok 30 s it is (Keiko, fri, app/config.ts)': '2026-11-20',
    'not at once, one time after a day': undefined,
    'I make it this week, until Thursday.': '2026-11-19',
  });
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

test('MTG-5 a weekday and a number are the next day that is both', () => {
  daysOf({
    'Monday the 11th': '2027-01-11',
    'the 13th is a Sunday but ok, Friday the 11th then': '2026-12-11',
    'in before the 25th, so call it Fri the 27th': '2026-11-27',
    'on Monday first thing': '2026-11-23',
  });
});

test('MTG-5 at the end of the talk or of the day is the day of the meeting, the morning is the next one', () => {
  daysOf({
    "I'll change it as soon as we're out of here": '2026-11-18',
    'as soon as the meeting is done': '2026-11-18',
    'before she logs off': '2026-11-18',
    'before I sleep': '2026-11-18',
    "I'll merge it before we leave this call": '2026-11-18',
    'you have it in one hour': '2026-11-18',
    "he'll go by on his way out": '2026-11-18',
    "I'll ring her before dinner": '2026-11-18',
    "I'll ring them in the morning": '2026-11-19',
    'it is checked every morning': undefined,
  });
});

test('MTG-5 weeks and quarters by their place', () => {
  daysOf({
    "I'll ring you in the first week of December": '2026-12-04',
    'not before the first week of December': undefined,
    'week after next will do': '2026-12-04',
    'Thursday of the next week': '2026-11-26',
    'the end of the quarter is fine': '2026-12-31',
    'day after tomorrow he can have it': '2026-11-20',
  });
  const counted = deadlineOf('by the Tuesday of that week', nowMs, { from: '2026-11-27' });
  assert.is(counted?.day, '2026-11-24');
  assert.is(
    deadlineOf('till the end of that month', nowMs, { from: '2027-01-20' })?.day,
    '2027-01-31',
  );
});

test('MTG-5 what is told, how often, and what it is good for are no end', () => {
  daysOf({
    "I'll ring them this afternoon and say next week": '2026-11-18',
    'it rings ten times in a day': undefined,
    'as of this morning, two hundred': undefined,
    "I'll review it Monday, tmrw is full": '2026-11-23',
    "tomorrow morning, so that it's up by the weekend": '2026-11-19',
    "it takes them a few days, so I'll put it in tomorrow": '2026-11-19',
    'a few days, let me say the first of December': '2026-12-01',
  });
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

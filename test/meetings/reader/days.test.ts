import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deadlineOf } from '../../../relay/meetings/deadlines.ts';
import { readTranscript } from '../../../relay/meetings/reader/reader.ts';
import { speakersOf, turnsIn } from '../../../relay/meetings/turns.ts';

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

test('MTG-11 "before the next meeting" is the day for which it is announced', async () => {
  const [day] =
    await deadlinesIn(`Ann: I'll obtain an offer from the printer before the next meeting.
Bob: Good.
Ann: Next meeting: 9 December, same place.`);
  assert.equal(day, '2026-12-09');
});

test.run();

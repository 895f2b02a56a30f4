import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deadlineOf } from '../../../../relay/meetings/reader/days/deadlines.ts';
import { readTranscript } from '../../../../relay/meetings/reader/reader.ts';
import { turnsIn } from '../../../../relay/meetings/text/turns.ts';
import { nowMs, daysOf, deadlinesIn } from './days-of.ts';

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

test('MTG-5 a weekday and a number are the next day that is both', () => {
  daysOf({
    'Monday the 11th': '2027-01-11',
    'the 13th is a Sunday but ok, Friday the 11th then': '2026-12-11',
    'in before the 25th, so call it Fri the 27th': '2026-11-27',
    'on Monday first thing': '2026-11-23',
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

test.run();

import { test } from 'uvu';
import { daysOf } from './days-of.ts';

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

test.run();

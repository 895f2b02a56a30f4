import { test } from 'uvu';
import { daysOf } from './days-of.ts';

test('MTG-5 what is done before somebody goes is done on the day of the meeting', () => {
  daysOf({
    'I send it for review before I go home.': '2026-11-18',
    "I'll put those through before I eat.": '2026-11-18',
    "I'll comment it out after this chat": '2026-11-18',
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

test('MTG-5 "over the weekend" is its Sunday, and "when we hang up" is today', () => {
  daysOf({
    'I can try it over the weekend.': '2026-11-22',
    "I'll move the series when we hang up.": '2026-11-18',
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

test.run();

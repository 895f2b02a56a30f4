import { test } from 'uvu';
import { daysOf } from './days-of.ts';

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

test('MTG-5 how long somebody says in the end that they need is a day, and so is that of a call at which they ask', () => {
  daysOf({
    "I'll draw it, one week.": '2026-11-25',
    "I'll do it in `ci/difftest.yml`, two weeks.": '2026-12-02',
    "I have a call with them on Friday, I'll bring it up.": '2026-11-20',
  });
});

test.run();

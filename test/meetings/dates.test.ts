import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deadlineOf } from '../../relay/meetings/reader/days/deadlines.ts';
import { dayInHeading } from '../../shared/meetings/meeting-day.ts';
import { speakersOf, turnsIn } from '../../relay/meetings/text/turns.ts';
import type { LanguageModel } from '../../shared/models/language-model.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';
import { joined } from './live.ts';

/** A Wednesday. */
const nowMs = Date.parse('2026-11-18T12:00:00Z');

test('MTG-5 dates in figures are found, and versions and paths are none', () => {
  const said: Record<string, string | undefined> = {
    'by 12/05/26': '2026-12-05',
    'by 12/5/2026': '2026-12-05',
    'by 25/12/26': '2026-12-25',
    'by 5.12.26': '2026-12-05',
    'until 05.12.2026, please': '2026-12-05',
    'by 31.11.26': undefined,
    'upgrade to 5.12.26': undefined,
    'move to version 1.2.26 by Friday': '2026-11-20',
    'in src/12/05/26': undefined,
    'split 10/12 of it': undefined,
  };
  for (const [words, day] of Object.entries(said))
    assert.is(deadlineOf(words, nowMs)?.day, day, words);
});

test('MTG-5 an hour is of the day of the meeting, and where somebody is on another day counts for nothing', () => {
  const said: Record<string, string | undefined> = {
    "it's in the mail tool by 11": '2026-11-18',
    'through before the 14:00 one': '2026-11-18',
    'the phones open at 10': undefined,
    "I'll ring them first thing on Friday, tomorrow I'm in Bergen": '2026-11-20',
    "I'll bring it up next week, Wednesday, I'm in the building then": '2026-11-25',
    'I tell them, I have the meeting with them on Tuesday': '2026-11-24',
    'I have a meeting on Tuesday': undefined,
    'it comes with the minutes tomorrow': '2026-11-19',
  };
  for (const [words, day] of Object.entries(said))
    assert.is(deadlineOf(words, nowMs, { isAnswer: true })?.day, day, words);
});

test('MTG-5 the day before the first line of a chat, or in a heading with full stops, is that of the meeting', () => {
  const days: Record<string, string | undefined> = {
    '[2026-03-03 10:00] Ann: I will do it tomorrow.': '2026-03-03',
    '[31/03/2026, 14:01] Ann: Hi.': '2026-03-31',
    '3/31/26, 2:01 PM - Ann: Hi.': '2026-03-31',
    '[04/03/2026, 14:01] Ann: Hi.': undefined,
    '[30.02.2026, 14:01] Ann: Hi.': undefined,
    'Minutes of the board (18.11.2026)': '2026-11-18',
    'Ann: Today is December 3, 2026.\nBob: Hi.': '2026-12-03',
    "[00:00:01] Ann: Good morning, it's December 3rd, 2026. Shall we?": '2026-12-03',
    'Ann: Welcome to the sync of 10 December 2026.': '2026-12-10',
    "Ann: It's due on December 3, 2026.": undefined,
    'Ann: Today we look at the release of 3 December 2026.': undefined,
  };
  for (const [text, day] of Object.entries(days)) assert.is(dayInHeading(text), day, text);
});

test('MTG-5 days in words count from the day of the meeting', () => {
  const said: Record<string, string | undefined> = {
    'by Wednesday': '2026-11-25',
    'by Thursday': '2026-11-19',
    'in two weeks': '2026-12-02',
    'within 3 days': '2026-11-21',
    'the day after tomorrow': '2026-11-20',
    'by end of day': '2026-11-18',
    'by the end of the week': '2026-11-20',
    'by Dec 5': '2026-12-05',
    'by January 7th': '2027-01-07',
    'last Friday it broke': undefined,
    'two weeks ago': undefined,
    'I sat in the sun': undefined,
    'now, and by 5pm': undefined,
    'in March': undefined,
  };
  for (const [words, day] of Object.entries(said))
    assert.is(deadlineOf(words, nowMs)?.day, day, words);
});

test('MTG-5 days are found as people say them to each other', () => {
  const said: Record<string, string | undefined> = {
    "let's say the 27th": '2026-11-27',
    'by the end of the month': '2026-11-30',
    'end of January': '2027-01-31',
    'give me two weeks': '2026-12-02',
    'two weeks from today': '2026-12-02',
    'which is the 30th, so done by the 25th': '2026-11-25',
    'right after the call': '2026-11-18',
  };
  for (const [words, day] of Object.entries(said))
    assert.is(deadlineOf(words, nowMs)?.day, day, words);
  assert.is(deadlineOf('I can do it by Friday, I hope', nowMs)?.words, 'by Friday');
});

test('MTG-5 the first lines of a transcript say its day', () => {
  const headings: Record<string, string | undefined> = {
    'Sprint planning, 4 March 2026\nAnn: hi': '2026-03-04',
    'Date: 2026-03-04\nAnn: hi': '2026-03-04',
    'MONDAY 5 OCTOBER 2026\nAnn: hi': '2026-10-05',
    'Retro, March 4th, 2026\nAnn: hi': '2026-03-04',
    'Ann: We shipped it on 4 March 2026, remember?': undefined,
    'Ann: hi': undefined,
    'Kickoff 24/11/2026\nAnn: hi': '2026-11-24',
    'Summary of the call with Acme (25 November 2026).': '2026-11-25',
    'Action items:\n- Update docs (Bob, 2026-12-15)': undefined,
    '| What | Owner | Due |\n|---|---|---|\n| Docs | Bob | 2026-12-15 |': undefined,
    'task,owner,due\nDocs,Bob,2026-12-04': undefined,
    'Release 2.0 (planned for 2026-12-15)\nAnn: hi': undefined,
  };
  for (const [text, day] of Object.entries(headings)) assert.is(dayInHeading(text), day, text);
});

const minutes = `Attendees: Ann Lee, Bob
Participants (2): Ann, Bob
Meeting Date: 2026-11-18
Agenda: login
Meeting notes: none
Ann: We decided to use JWT in src/auth.ts.
Key decisions: see above
Action items: Bob to write the docs by Wednesday
Open questions: none
Next steps: none
Bob: fine`;

test('MTG-5 headings are nobody who speaks', () => {
  assert.equal(speakersOf(turnsIn(minutes)), ['Ann', 'Bob']);
});

scenario(
  'MTG-5',
  'deadlines count from the date of the meeting, and headings take no part',
  async (world) => {
    const { id: workspace_id } = world.workspace;
    const ada = world.as('ada');
    const meeting = { workspace_id, title: 'Plan', transcript: minutes };
    const made = await ada.ok('ingestMeeting', { ...meeting, date: '2026-11-18' });
    assert.equal(made.participants, ['Ann', 'Bob']);
    assert.equal(
      made.action_items.map(({ action, assignee, deadline }) => [action, assignee, deadline]),
      [['Write the docs by Wednesday', 'Bob', '2026-11-25']],
    );
    for (const date of ['18.11.2026', '2026-02-30', 'today'])
      assert.is((await ada.refused('ingestMeeting', { ...meeting, date })).field, 'date');
  },
);

relayScenario(
  'MTG-5',
  'a meeting that goes on has a date too, by default the day of its start',
  async (world) => {
    const { id: workspace_id } = world.workspace;
    const ada = world.as('ada');
    const headers = { authorization: `Bearer ${ada.account.key}` };
    const deadlineOf = async (more: object) => {
      const started = await ada.ok('startMeeting', { workspace_id, title: 'Standup', ...more });
      const client = await joined(started.ws_url, { headers });
      client.send({ type: 'text', speaker: 'Ann', text: "I'll write the docs by tomorrow." });
      await client.next('transcript_chunk');
      world.clock.advance(2 * 86_400_000);
      client.send({ type: 'stop' });
      await client.next('complete');
      const { action_items } = await ada.ok('getMeeting', { meeting_id: started.id });
      return action_items[0]?.deadline;
    };
    assert.is(await deadlineOf({ date: '2026-11-18' }), '2026-11-19');
    const tomorrow = new Date(world.clock.now() + 86_400_000).toISOString().slice(0, 10);
    assert.is(await deadlineOf({}), tomorrow);
  },
);

const asked: (() => void)[] = [];
/** Reads for as long as the test wants. */
const slow: LanguageModel = {
  name: 'slow',
  complete: () =>
    new Promise((resolve) => asked.push(() => resolve('{"decisions": [], "action_items": []}'))),
};

relayScenario(
  'MTG-6',
  'what is said into a meeting that is being read, or is over, is refused and not dropped',
  async (world) => {
    const { id: workspace_id } = world.workspace;
    const ada = world.as('ada');
    const { id, ws_url } = await ada.ok('startMeeting', { workspace_id, title: 'Standup' });
    const headers = { authorization: `Bearer ${ada.account.key}` };
    const [first, second] = [await joined(ws_url, { headers }), await joined(ws_url, { headers })];
    first.send({ type: 'text', text: 'Hello' });
    await first.next('transcript_chunk');
    first.send({ type: 'stop' });
    await eventually('the reading', () => Promise.resolve(asked[0]));
    assert.is((await ada.ok('getMeeting', { meeting_id: id })).status, 'processing');
    second.send({ type: 'text', text: 'Too late' });
    second.send(Buffer.from('audio'));
    const refused = await second.inbox.until('two refusals', () => {
      const errors = second.inbox.items.filter(({ type }) => type === 'error');
      return errors.length === 2 ? errors : undefined;
    });
    for (const { error, message } of refused) {
      assert.is(error, 'Conflict');
      assert.match(message ?? '', 'was stopped and is being read: nothing more is taken');
    }
    for (const answer of asked) answer();
    await first.next('complete');
    second.send({ type: 'text', text: 'Much too late' });
    const over = await second.inbox.find('the end', ({ message }) => /is over/.test(message ?? ''));
    assert.is(over.error, 'Conflict');
    assert.is((await ada.ok('getMeeting', { meeting_id: id })).transcript, 'Hello');
  },
  {
    relay: {
      languageModel: slow,
      speechModel: { transcribe: () => Promise.reject(new Error('was asked')) },
    },
  },
);

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deadlineOf } from '../../relay/meetings/reader/days/deadlines.ts';
import { fileNamesIn, possibleFileNamesIn } from '../../relay/meetings/text/file-names-in-text.ts';
import { speakersOf, turnsIn } from '../../relay/meetings/text/turns.ts';

/** A Saturday. */
const nowMs = Date.parse('2026-11-21T10:00:00Z');

test('MTG-2 the beginning of a name behind a time is no half of a day', () => {
  assert.equal(turnsIn('14:00:17 Ambrose Kettle: Hello\n14:01 PM Bob: Hi'), [
    { speaker: 'Ambrose Kettle', text: 'Hello' },
    { speaker: 'Bob', text: 'Hi' },
  ]);
});

test('MTG-2 a time may stand between a name and its colon', () => {
  assert.equal(
    turnsIn('Ines 14:20: Hello\nProf. Lee - 14:21:07: Hi\nInes 14:22: At 15:00: lunch'),
    [
      { speaker: 'Ines', text: 'Hello' },
      { speaker: 'Prof. Lee', text: 'Hi' },
      { speaker: 'Ines', text: 'At 15:00: lunch' },
    ],
  );
});

test('MTG-2 who speaks is known however an export marks the name and the time', () => {
  const said = [
    { speaker: 'Ann Lee', text: 'Hello' },
    { speaker: 'Bob', text: 'Hi' },
  ];
  const forms: Record<string, (name: string, text: string) => string> = {
    'a time in italics': (name, text) => `**${name}** _16:01_\n${text}\n`,
    'a time as code': (name, text) => `**${name}** \`16:01\`\n${text}\n`,
    'both in bold': (name, text) => `**${name} 16:01**\n${text}\n`,
    'bold with its time before it': (name, text) => `**[16:01] ${name}:** ${text}`,
    'a time in brackets and italics': (name, text) => `**${name}** *[00:16:01]*: ${text}`,
    'a name in italics': (name, text) => `*${name}:* ${text}`,
    'from one time to another': (name, text) => `[00:01 - 00:04] ${name}: ${text}`,
    'an arrow between two times': (name, text) => `[00:01.000 --> 00:04.000] ${name}: ${text}`,
  };
  for (const [form, written] of Object.entries(forms))
    assert.equal(turnsIn(said.map((one) => written(one.speaker, one.text)).join('\n')), said, form);
  assert.equal(turnsIn('[SPEAKER_00] Hello\n[SPEAKER_01] Hi'), [
    { speaker: 'SPEAKER_00', text: 'Hello' },
    { speaker: 'SPEAKER_01', text: 'Hi' },
  ]);
});

test('MTG-2 the columns of a retrospective are nobody', () => {
  const turns = turnsIn('@ann 16:01\nkeep: the release train\nkeep: pairing\ndrop: the summary');
  assert.equal(speakersOf(turns), ['ann']);
});

test('MTG-2 transcripts come in several forms', () => {
  const subtitles = `WEBVTT

1
00:00:01.000 --> 00:00:04.000
<v Ann>We agreed on weekly releases.

2
00:00:04.000 --> 00:00:06.500
<v Bob>I'll write the release notes.`;
  assert.equal(turnsIn(subtitles), [
    { speaker: 'Ann', text: 'We agreed on weekly releases.' },
    { speaker: 'Bob', text: "I'll write the release notes." },
  ]);
  assert.equal(turnsIn('10:15 Ann Lee (host): Hello\nthere\n10:16 Bob: Hi'), [
    { speaker: 'Ann Lee', text: 'Hello\nthere' },
    { speaker: 'Bob', text: 'Hi' },
  ]);
  assert.equal(turnsIn('@ann 10:29 AM\nHello\n\nBob Lee - 11:02\nHi'), [
    { speaker: 'ann', text: 'Hello' },
    { speaker: 'Bob Lee', text: 'Hi' },
  ]);
  assert.equal(turnsIn('Decision: no names here'), [
    { speaker: '', text: 'Decision: no names here' },
  ]);
});

test('MTG-2 a day is found however it is said', () => {
  const said: Record<string, string | undefined> = {
    'by 2026-12-24': '2026-12-24',
    'today, please': '2026-11-21',
    'by the end of the week': '2026-11-27',
    'until Saturday': '2026-11-28',
    'next Monday': '2026-11-23',
    'next week': '2026-11-28',
    'on December 5th': '2026-12-05',
    'the 3rd of March': '2027-03-03',
    'on February 31': undefined,
    'on Fridays we rest': undefined,
    someday: undefined,
  };
  for (const [words, day] of Object.entries(said))
    assert.is(deadlineOf(words, nowMs)?.day, day, words);
});

test('MTG-2 names of files are found, and addresses are none', () => {
  const text =
    'In `src/auth.ts`, (docs/login.md) and app/[id]/page.tsx; not example.com, Node.js, e.g. or v1.2. Also package.json.';
  assert.equal(fileNamesIn(text), [
    'src/auth.ts',
    'docs/login.md',
    'app/[id]/page.tsx',
    'package.json',
  ]);
});

test('MTG-2 libraries and parts of programs are no files, unless they have a folder or are called a file', () => {
  const none =
    'Replace moment.js and Next.js, drop the console.log and res.json. Fixed.Thanks (e.g.)';
  assert.equal(fileNamesIn(none), []);
  assert.equal(possibleFileNamesIn(none).slice(0, 2), ['moment.js', 'Next.js']);
  assert.equal(fileNamesIn('vendor/moment.js, the file day.js, the `chart.js` file, app.js'), [
    'vendor/moment.js',
    'day.js',
    'chart.js',
    'app.js',
  ]);
});

test('MTG-5 the day above a transcript and the words of its heading are nobody who speaks', () => {
  const turns = turnsIn(`Recording: hand-over of the app
8 July 2026, 14:00
Keywords: units, retry

Ann Lee  0:05
We use tabs.

Bob Ray  0:09
Agreed.`);
  assert.equal(speakersOf(turns), ['Ann Lee', 'Bob Ray']);
  const notes = turnsIn(
    'Minutes\nThere: Ann, Bob. Not there: Cleo\n- Start: 10:00\n- So: we use tabs.',
  );
  assert.equal(speakersOf(notes), []);
});

test.run();

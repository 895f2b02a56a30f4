/** Who says each line of a transcript, as the reader has it and the service answers it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { placedTurnsIn, speakersByLine } from '../../relay/meetings/text/turns.ts';
import { scenario } from '../support/scenario.ts';

const minutesOfTalk = `Agenda: the release
דנה: Good morning.
We decided to use tabs.
יוסי כהן: Fine.

Decisions:
- We use tabs.
王伟: I will write the docs.
דנה: Thanks.`;

const named = (transcript: string) =>
  Object.fromEntries(
    speakersByLine(placedTurnsIn(transcript)).map(({ name, lines }) => [name, lines]),
  );

test('MTG-28 names without capitals speak, and headings of minutes are nobody', () => {
  assert.equal(named(minutesOfTalk), {
    '': [0, 5],
    דנה: [1, 8],
    'יוסי כהן': [3],
    王伟: [7],
  });
});

test('MTG-28 a line that names who goes on speaking says so too', () => {
  assert.equal(named('Ann: One.\r\nAnn: Two.\rand three.\nBob: Four.'), { Ann: [0, 1], Bob: [3] });
});

test('MTG-28 lines are those of the transcript in every form that is made of lines', () => {
  const forms: Readonly<Record<string, readonly [string, Record<string, number[]>]>> = {
    'a name with a time over what is said': [
      'Ann Lee  0:05\nHello.\n\nBob  0:09\nHi.',
      { 'Ann Lee': [0], Bob: [3] },
    ],
    'times in words': ['Ann Lee\n0 minutes 3 seconds\n0:03\nHello.', { 'Ann Lee': [0] }],
    'names before the same mark': [
      'Ann — One.\nBob — Two.\nAnn — Three.',
      { Ann: [0, 2], Bob: [1] },
    ],
    subtitles: [
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\n<v Ann>One\n\n2\n00:00:02.000 --> 00:00:03.000\n<v Bob>Two',
      { Ann: [4], Bob: [8] },
    ],
    'mails with quotes': [
      'From: Ann Lee <ann@example.org>\nSubject: Tabs\n\n> old\nWe use tabs.\n\nFrom: Bob <bob@example.org>\nTo: all\n\nFine.',
      { 'Ann Lee': [4], Bob: [9] },
    ],
    'a table with a column for the speaker': [
      '# Talk\n\n| Speaker | Text |\n|---|---|\n| Ann | One. |\n| Bob | Two. |',
      { '': [0], Ann: [4], Bob: [5] },
    ],
    'a task with fields': [
      'Ann: One.\n\nTask: the letter\nOwner: Bob\nDue: Friday\n\nBob: Two.',
      { Ann: [0], '': [2], Bob: [6] },
    ],
    'what is not made of lines': ['[{"speaker": "Ann", "text": "One."}]', {}],
    'a page': ['<html><body><p>Ann: One.</p><p>Bob: Two.</p></body></html>', {}],
  };
  for (const [form, [transcript, expected]] of Object.entries(forms))
    assert.equal(named(transcript), expected, form);
});

test('MTG-28: one who names themself in each of very many lines', () => {
  const many = Array.from({ length: 300_000 }, (_, index) => index + 2);
  const turns = [
    { speaker: 'Ann', text: 'a', lines: [0] },
    { speaker: 'Bob', text: 'b', lines: [1] },
    { speaker: 'Ann', text: 'c', lines: many },
  ];
  const [ann, bob] = speakersByLine(turns);
  assert.is(ann?.lines.length, 300_001);
  assert.equal(bob, { name: 'Bob', lines: [1] });
});

scenario('MTG-28', 'a meeting says who speaks, but for a brief answer', async (world) => {
  const { id: workspace_id } = world.workspace;
  const ada = world.as('ada');
  const made = { workspace_id, title: 'Release', transcript: minutesOfTalk };
  const { id: meeting_id } = await ada.ok('ingestMeeting', made);
  const { speakers } = await ada.ok('getMeeting', { meeting_id });
  assert.equal(speakers, [
    { name: '', lines: [0, 5] },
    { name: 'דנה', lines: [1, 8] },
    { name: 'יוסי כהן', lines: [3] },
    { name: '王伟', lines: [7] },
  ]);
  const brief = await ada.ok('getMeeting', { meeting_id, brief: true });
  assert.is(brief.speakers, undefined);
  const unnamed = { workspace_id, title: 'Notes', transcript: 'We decided to use tabs.' };
  const { id: notes } = await ada.ok('ingestMeeting', unnamed);
  assert.is((await ada.ok('getMeeting', { meeting_id: notes })).speakers, undefined);
});

test.run();

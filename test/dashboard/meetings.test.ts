/** What the view of meetings reckons, without a browser. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  longestInField,
  longestTranscript,
  problemOf,
  titleFromFile,
} from '../../relay/dashboard/page/views/meetings/add/transcript-input.ts';
import { changesOf, changesSeen, wordsNow } from '../../relay/dashboard/page/kit/result-words.ts';
import { refuse } from '../../shared/kernel/refusal.ts';
import {
  assigneesFor,
  wordsOf,
  type Result,
} from '../../relay/dashboard/page/views/meetings/read/result.ts';
import {
  lasted,
  levelOf,
  Silence,
} from '../../relay/dashboard/page/views/meetings/record/level.ts';
import { summaryOf } from '../../relay/dashboard/page/views/meetings/summary.ts';
import { linesOf } from '../../relay/dashboard/page/views/meetings/transcript/lines.ts';
import {
  lineOfResult,
  marksOf,
  piecesOf,
  speakersOf,
} from '../../relay/dashboard/page/views/meetings/transcript/marks.ts';
import { dayInWords } from '../../relay/dashboard/page/kit/dates.ts';
import { methodInWords, namesIn } from '../../relay/dashboard/page/views/meetings/common/words.ts';
import { limits } from '../../shared/contract/fields.ts';
import { PieceQueue } from '../../shared/meetings/piece-queue.ts';
import { hostileText, unseenIn } from '../support/hostile-text.ts';
import { cpuMsOf, leastMs } from '../support/processor.ts';

const transcript = `[00:01] Ann: Good morning.
Ann: We decided to use JWT,
  because   sessions do not scale. Really.

Bob Lee: Fine. We decided to use JWT, because sessions do not scale.
Note without a speaker`;
const speakers = [
  { name: 'Ann', lines: [0, 1] },
  { name: 'Bob Lee', lines: [4] },
  { name: '', lines: [5] },
];

test('DSH-69 a transcript is shown in lines, with who says them and when', () => {
  assert.equal(
    linesOf(transcript, speakers).map((one) => [one.speaker, one.begins, one.time, one.text]),
    [
      ['Ann', true, '00:01', 'Good morning.'],
      ['Ann', true, '', 'We decided to use JWT,'],
      ['Ann', false, '', 'because sessions do not scale. Really.'],
      ['Bob Lee', true, '', 'Fine. We decided to use JWT, because sessions do not scale.'],
      ['', true, '', 'Note without a speaker'],
    ],
  );
  const unread = linesOf('Agenda: two things\rAnn: Hi').map(({ speaker, text }) => [speaker, text]);
  assert.equal(unread, [
    ['', 'Agenda: two things'],
    ['', 'Ann: Hi'],
  ]);
  const hostile = linesOf(`Ann: a${hostileText}b`).map(({ text }) => text);
  assert.equal(unseenIn(hostile.join('\n')), []);
});

test('DSH-69 the sentence of each result is marked where it was said, over lines too', () => {
  const lines = linesOf(transcript, speakers);
  const sentence = 'We decided to use JWT, because sessions do not scale.';
  const found = [
    { id: 'one', sentence },
    { id: 'two', sentence },
    { id: 'cut', sentence: 'Note without…' },
    { id: 'gone', sentence: 'Nobody said this.' },
    { id: 'none' },
  ];
  const marks = marksOf(lines, found);
  const places = found.map(({ id }) => lineOfResult(marks, id));
  assert.equal(places, [1, 3, 4, undefined, undefined]);
  assert.equal(
    [...speakersOf(lines, marks)],
    [
      ['one', 'Ann'],
      ['two', 'Bob Lee'],
      ['cut', ''],
    ],
  );
  const marked = [...marks].map(([at, ofLine]) =>
    piecesOf(lines[at]?.text ?? '', ofLine)
      .filter(({ result }) => result !== undefined)
      .map(({ text, result }) => `${at} ${result}: ${text}`),
  );
  assert.equal(marked.flat().sort(), [
    '1 one: We decided to use JWT,',
    '2 one: because sessions do not scale.',
    `3 two: ${sentence}`,
    '4 cut: Note without',
  ]);
});

test('DSH-69 a line in pieces is the line, also where marks overlap', () => {
  const marks = [
    { result: 'a', from: 2, to: 6 },
    { result: 'b', from: 4, to: 8 },
    { result: 'c', from: 5, to: 6 },
  ];
  const pieces = piecesOf('0123456789', marks);
  assert.is(pieces.map(({ text }) => text).join(''), '0123456789');
  assert.equal(
    pieces.map(({ result = '' }) => result),
    ['', 'a', 'b', ''],
  );
});

const action: Result = {
  kind: 'action',
  id: 'act_1',
  found: { id: 'act_1', action: 'Write it', assignee: 'Cleo', priority: 'low', state: 'found' },
};

test('DSH-69 only what a person changed is sent', () => {
  const before = wordsOf(action);
  assert.is(changesOf(before, { ...before, title: ' Write it ' }), undefined);
  assert.equal(changesOf(before, { ...before, deadline: '2026-12-01', assignee: '' }), {
    assignee: null,
    deadline: '2026-12-01',
  });
});

test('MTG-29 a change says what the person saw, and goes on against what it is by now', () => {
  const before = { ...wordsOf(action), deadline: '2026-12-01' };
  const after = { ...before, title: 'Write all', deadline: '' };
  assert.equal(changesSeen(before, after), {
    action: 'Write all',
    deadline: null,
    was: { action: 'Write it', deadline: '2026-12-01' },
  });
  assert.is(changesSeen(before, before), undefined);
  const now = { action: 'Write both', deadline: null };
  const seen = wordsNow(before, refuse('Conflict', 'Bob has changed it', { now }));
  assert.equal(changesSeen(seen, after), { action: 'Write all', was: { action: 'Write both' } });
  assert.equal(wordsNow(before, refuse('NotFound', 'No such result')), before);
});

test('DSH-69 an action item is given to members, and who was named stays', () => {
  const members = [
    { user_id: 'usr_1', name: 'Ann' },
    { user_id: 'usr_2', name: 'Bob' },
  ];
  const asSaid = assigneesFor({ assignee: 'Cleo' }, members);
  assert.equal(
    [asSaid.value, ...asSaid.options.map(({ label }) => label)],
    ['Cleo', 'Nobody', 'Cleo', 'Ann', 'Bob'],
  );
  assert.is(assigneesFor({ assignee: 'Bob' }, members).value, 'usr_2');
  assert.is(assigneesFor({ assignee: '' }, members).value, '');
});

test('DSH-69 the counts of a meeting are those that the list has', () => {
  const decision = { title: '', rationale: '', type: 'approach' as const };
  const none = { affected_files: [], affected_areas: [] };
  const states = ['found', 'confirmed', 'dropped'] as const;
  const summary = summaryOf({
    id: 'mtg_1',
    title: 'Login',
    status: 'completed',
    participants: [],
    decisions: states.map((state) => ({ id: state, ...decision, ...none, state })),
    action_items: [action.found as never],
    work_packages: [],
    method: 'built-in reader',
    created_at: '2026-11-22T10:00:00.000Z',
  });
  assert.equal([summary.decisions_count, summary.unreviewed_count], [2, 2]);
});

test('DSH-69 how a meeting was read, its day and its people are said in words', () => {
  assert.is(methodInWords('built-in reader'), 'Found by the built-in reader');
  assert.is(methodInWords('language model:small'), 'Read by small');
  const now = Date.parse('2026-11-22T12:00:00Z');
  assert.match(dayInWords('2026-11-18', now), /^Wed.*18/);
  assert.not.match(dayInWords('2026-11-18', now), '2026');
  assert.match(dayInWords('2025-11-18', now), '2025');
  assert.is(dayInWords('nonsense', now), 'nonsense');
  assert.equal(namesIn(' Ann, Bob;Cleo\nAnn,,'), ['Ann', 'Bob', 'Cleo']);
});

test('DSH-70 what a transcript may have is said as the interface has it', () => {
  assert.is(longestTranscript, limits.transcript);
  assert.ok(longestInField < longestTranscript);
  assert.is(problemOf('x'.repeat(longestTranscript)), '');
  assert.match(problemOf('x'.repeat(longestTranscript + 1)), '2,000,001 characters');
  assert.match(problemOf(' \n'), 'Paste what was said');
  assert.is(titleFromFile('daily_standup-2026.txt'), 'daily standup 2026');
});

test('DSH-70 two million characters are in lines within a second', () => {
  const line = 'Ann Müller: We talked about the hold, and then about prices.\n';
  const long = line.repeat(Math.floor(longestTranscript / line.length));
  const marked = () => {
    const lines = linesOf(long);
    return { lines, marks: marksOf(lines, [{ id: 'one', sentence: lines.at(-1)?.text }]) };
  };
  const { lines, marks } = marked();
  assert.ok(marks.size === 1 && lines.length > 30_000);
  const took = leastMs(1_000, () => cpuMsOf(marked));
  assert.ok(took < 1_000, `${Math.round(took)} ms`);
});

test('DSH-71 the level follows the ear, and what is not heard for a while is silence', () => {
  const tone = (peak: number) => Array.from({ length: 2_048 }, (_, at) => peak * Math.sin(at / 5));
  assert.is(levelOf(tone(0)), 0);
  assert.is(levelOf([]), 0);
  const levels = [0.002, 0.02, 0.2, 1].map((peak) => levelOf(tone(peak)));
  assert.equal(levels, levels.toSorted());
  assert.ok(levels[1]! > 0.2 && levels[2]! > 0.6 && levels[3] === 1, String(levels));
  const silence = new Silence(0);
  assert.equal(
    [silence.isAfter(0.5, 5_000), silence.isAfter(0, 10_000), silence.isAfter(0, 11_000)],
    [false, false, true],
  );
  silence.restart(11_000);
  assert.not.ok(silence.isAfter(0, 12_000));
  assert.equal([0, 65_000, 3_725_000].map(lasted), ['0:00', '1:05', '1:02:05']);
});

test('DSH-72 what waits is sent in its order, one at a time, and again over the next connection', () => {
  const pieces = new PieceQueue<{ id: string }>(3);
  const taken = ['1', '2', '3', '4'].map((id) => pieces.add({ id }));
  assert.equal(taken, [true, true, true, false]);
  const next = () => pieces.next()?.id;
  assert.equal([next(), next()], ['1', undefined], 'one is on its way');
  pieces.kept('2');
  assert.is(pieces.count, 3, 'the answer to another one counts for nothing');
  pieces.kept('1');
  assert.equal([pieces.count, next()], [2, '2']);
  pieces.lost();
  assert.is(next(), '1', 'what was kept goes first: what follows is heard with its end');
  pieces.kept('1');
  assert.equal([pieces.count, next()], [2, '2']);
});

test('DSH-72 a piece that is refused for now is sent three times, then the next one goes', () => {
  const pieces = new PieceQueue<{ id: string }>(9);
  for (const id of ['1', '2', '3']) pieces.add({ id });
  const refused = (error: string) => [pieces.next()?.id, pieces.mayPass(error)];
  assert.equal(['Unavailable', 'Unavailable', 'Unavailable'].map(refused), [
    ['1', true],
    ['1', true],
    ['1', false],
  ]);
  assert.equal(refused('ValidationError'), ['2', false]);
  assert.equal([pieces.count, pieces.next()?.id], [1, '3']);
});

test.run();

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deadlineIn } from '../../relay/meetings/deadlines.ts';
import { fileNamesIn } from '../../relay/meetings/file-names-in-text.ts';
import { mergeItems } from '../../relay/meetings/extracted-items.ts';
import { itemsByPhrases } from '../../relay/meetings/items-by-phrases.ts';
import { speakersOf, turnsIn } from '../../relay/meetings/turns.ts';

/** A Saturday. */
const nowMs = Date.parse('2026-11-21T10:00:00Z');

const transcript = `[00:00:05] Ann Lee: Morning all. Should we use JWT?
Bob: I looked at both. We decided to use JWT tokens in src/auth.ts because sessions do not scale.
Ann Lee: Let's keep the session table in src/session.ts for now. That way we can roll back.
Cleo: I'll write the migration in db/migrate.sql by Friday. It's urgent.
Bob: Ann will update the docs (docs/login.md) tomorrow, no rush.
Cleo: We won't support Internet Explorer. Maybe we should use Redis.
Decision: From now on every error has a code
Action item: Bob to add rate limiting to src/api/limits.ts by 2026-12-01
Bob: ok, I will see you tomorrow.`;

function read(text: string) {
  const turns = turnsIn(text);
  return itemsByPhrases(turns, { people: new Set(speakersOf(turns)), nowMs });
}

test('MTG-2 phrases show what was decided, why, and about which files', () => {
  const { decisions } = read(transcript);
  assert.equal(
    decisions.map(({ title, rationale, type, files }) => [title, rationale, type, ...files]),
    [
      [
        'Use JWT tokens in src/auth.ts',
        'Because sessions do not scale.',
        'approach',
        'src/auth.ts',
      ],
      [
        'Keep the session table in src/session.ts for now',
        'That way we can roll back.',
        'approach',
        'src/session.ts',
      ],
      ["We won't support Internet Explorer", '', 'rejection'],
      ['From now on every error has a code', '', 'convention'],
    ],
  );
});

test('MTG-2 phrases show who does what, until when, and how soon', () => {
  const found = read(transcript).actions.map(({ sentence: _from, ...one }) => one);
  assert.equal(found, [
    {
      action: 'Write the migration in db/migrate.sql by Friday',
      assignee: 'Cleo',
      priority: 'high',
      deadline: '2026-11-27',
      files: ['db/migrate.sql'],
      confidence: 1,
    },
    {
      action: 'Update the docs (docs/login.md) tomorrow, no rush',
      assignee: 'Ann Lee',
      priority: 'low',
      deadline: '2026-11-22',
      files: ['docs/login.md'],
      confidence: 1,
    },
    {
      action: 'Add rate limiting to src/api/limits.ts by 2026-12-01',
      assignee: 'Bob',
      priority: 'medium',
      deadline: '2026-12-01',
      files: ['src/api/limits.ts'],
      confidence: 1,
    },
  ]);
});

test('MTG-2 what is asked, doubted or small talk is neither', () => {
  const talk = `Ann: Should we go with Postgres?
Bob: Maybe we'll use Redis. Let's discuss it next week.
Ann: We haven't decided on the queue.
Bob: I will be late. I'll see you.
Ann: The users will love it. This will break things.`;
  assert.equal(read(talk), { decisions: [], actions: [] });
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
  for (const [words, day] of Object.entries(said)) assert.is(deadlineIn(words, nowMs), day, words);
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

test('MTG-2 what was said twice counts once', () => {
  const once = read(transcript);
  assert.equal(mergeItems([once, once]), once);
});

test('MTG-2 what is written down is one plain line', () => {
  const said = 'Ann: We decided to use \u202e\u001b[31mJWT\ttokens in src/auth.ts.\nDecision: ....';
  const { decisions } = read(said);
  assert.equal(
    decisions.map(({ title }) => title),
    ['Use JWT tokens in src/auth.ts'],
  );
  const long = read(`Ann: We decided to use ${'\u{1f600}'.repeat(400)}.`).decisions[0]?.title ?? '';
  assert.ok(long.isWellFormed() && long.length <= 200);
});

test('MTG-2 any text is read without an error', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: 'binary' }), (text) => {
      const { decisions, actions } = read(text);
      return decisions.length + actions.length < 1_000;
    }),
  );
});

test.run();

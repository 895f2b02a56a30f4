/** MTG-2: the forms in which programs give out what was said, copied or exported. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { speakersOf, turnsBehind, turnsIn } from '../../relay/meetings/text/turns.ts';
import { cpuMsOf, leastMs } from '../support/processor.ts';

const forms: Readonly<Record<string, string>> = {
  'a copy out of Slack': `Ann Lee
  10:32 AM
We decided on tabs.
Jira APP  10:34 AM
I opened a ticket.
Bob Ray:palm_tree:  [10:35 AM]
I'll write the docs.`,
  'a copy out of Teams': `[3/4 10:32 AM] Ann Lee
We decided on tabs.

[3/4 10:34 AM] Jira
I opened a ticket.
Ray, Bob (External)  3/4/2026 10:35 AM
I'll write the docs.`,
  'another copy out of Teams': `Ann Lee
Yesterday 10:32 AM
We decided on tabs.
Jira
Yesterday 10:34 AM
I opened a ticket.
Bob Ray
10:35 AM
I'll write the docs.`,
  'a copy out of Discord': `Ann Lee — Today at 10:32 AM
We decided on tabs.
Jira — 03/04/2026 10:34 AM
I opened a ticket.
Bob Ray — 03/04/2026 10:35 AM
I'll write the docs.`,
  'an export of Discord': `[04-Mar-26 10:32 AM] Ann Lee#1234
We decided on tabs.

[04-Mar-26 10:34 AM] Jira
I opened a ticket.

[04-Mar-26 10:35 AM] Bob Ray (pinned)
I'll write the docs.`,
  'an export of Discord in lines': `[10:32] Ann Lee: We decided on tabs.
[10:34] Jira: I opened a ticket.
[10:35] Bob Ray: I'll write the docs.`,
  'the text of Otter': `Ann Lee  0:03
We decided on tabs.

Jira  0:09
I opened a ticket.

Bob Ray  1:00:12
I'll write the docs.`,
  'the text of Google Meet': `Ann Lee
0:03
We decided on tabs.
Jira
0:09
I opened a ticket.
Bob Ray
0:12
I'll write the docs.`,
  'a table of Markdown': `| Time | Speaker | Text |
|------|:-------:|------|
| 0:03 | Ann Lee | We decided on tabs. |
| 0:09 | Jira | I opened a ticket. |
| 0:12 | Bob Ray | I'll write the docs. |`,
  'comma-separated values': `speaker,time,text
Ann Lee,0:03,"We decided on tabs."
Jira,0:09,I opened a ticket.

"Bob Ray",0:12,I'll write the docs.`,
  'values between semicolons': `text;user
We decided on tabs.;Ann Lee
I opened a ticket.;Jira
I'll write the docs.;Bob Ray`,
  'a page': `<!DOCTYPE html><html><head><title>Chat</title><style>p { color: red }</style></head><body>
<p><b>Ann Lee:</b> We decided
on tabs.</p><script>if (1 < 2) alert('Eve: I will stop')</script><!-- Eve: no -->
<p>Jira: I opened a ticket.</p><div>Bob&nbsp;Ray: I&#39;ll <i>write</i> the docs.</div></body></html>`,
  'a table of a page': `<table><tr><th>Name</th><th>Message</th></tr>
<tr><td>Ann Lee</td><td><p>We decided on tabs.</p></td></tr>
<tr><td>Jira</td><td>I opened a ticket.</td></tr>
<tr><td>Bob Ray</td><td>I&#x27;ll write the docs.</td></tr></table>`,
  'a list of JSON': JSON.stringify([
    { speaker: 'Ann Lee', text: 'We decided on tabs.' },
    { user: 'Jira', message: 'I opened a ticket.' },
    { name: 'Bob Ray', content: "I'll write the docs." },
  ]),
  'an export of Discord in JSON': JSON.stringify({
    guild: { name: 'Shop' },
    messages: [
      { author: { name: 'ann', nickname: 'Ann Lee' }, content: 'We decided on tabs.' },
      { author: { name: 'Jira' }, content: 'I opened a ticket.' },
      { author: { name: 'Bob Ray' }, content: "I'll write the docs." },
    ],
  }),
  'lines of JSON': `{"sender": "Ann Lee", "body": {"content": "We decided on tabs."}}
{"sender": {"user": {"displayName": "Jira"}}, "body": {"content": "I opened a ticket."}}
{"speaker_name": "Bob Ray", "sentence": "I'll write the docs."}`,
};

for (const [what, transcript] of Object.entries(forms)) {
  test(`MTG-2 ${what} says who speaks`, () => {
    assert.equal(turnsIn(transcript), [
      { speaker: 'Ann Lee', text: 'We decided on tabs.' },
      { speaker: 'Jira', text: 'I opened a ticket.' },
      { speaker: 'Bob Ray', text: "I'll write the docs." },
    ]);
  });
}

const marked: Readonly<Record<string, string>> = {
  'a dash behind the name':
    'Ann Lee — We decided on tabs.\nBob — Fine.\nAnn Lee — Bob, update it - now.',
  'a bar behind time and name':
    '10:01 | Ann Lee | We decided on tabs.\n10:02 | Bob | Fine.\n10:03 | Ann Lee | Bob, update it - now.',
  'a tab behind the name':
    'Ann Lee\tWe decided on tabs.\nBob\tFine.\nAnn Lee\tBob, update it - now.',
  'names as headings':
    '# Planning\n\n### Ann Lee\nWe decided on tabs.\n\n### Bob\nFine.\n\n### Ann Lee\n\nBob, update it - now.',
  'names in bold':
    '**Ann Lee**\nWe decided on tabs.\n\n**Bob**\nFine.\n\n**Ann Lee**\nBob, update it - now.',
  'names on lines of their own':
    'Ann Lee\nWe decided on tabs.\n\nBob\nFine.\n\nAnn Lee\nBob, update it - now.',
};

for (const [name, text] of Object.entries(marked))
  test(`MTG-2 repeated names say who speaks: ${name}`, () => {
    const said = turnsIn(text).filter(({ text: one }) => one !== '# Planning');
    assert.equal(said, [
      { speaker: 'Ann Lee', text: 'We decided on tabs.' },
      { speaker: 'Bob', text: 'Fine.' },
      { speaker: 'Ann Lee', text: 'Bob, update it - now.' },
    ]);
  });

test('MTG-2 what stands before a mark once, or is no name, is nobody', () => {
  const lists = [
    'Redis — fast\nPostgres — slow\nSQLite — small',
    'Decision — use tabs\nAction — write the docs\nDecision — drop spaces\nAction — tell Bob',
    '### Storage\nWe use Redis.\n\n### Cache\nWe use none.',
    'Agreed.\n\nFine.\n\nAgreed.\n\nFine.',
    'We met at 10 - 12 today.\nWe met at 10 - 12 today.\nAll - all - of it.',
  ];
  for (const text of lists) assert.equal(speakersOf(turnsIn(text)), [], text);
});

test('MTG-17 what was not read of a form that is not made of lines is its last messages', () => {
  const list = forms['a list of JSON'] ?? '';
  assert.equal(turnsBehind(list, Math.ceil(list.length * 0.7)), turnsIn(list).slice(2));
  assert.equal(turnsBehind(list, list.length), []);
});

test('MTG-2 text that only looks like such a form stays as it is', () => {
  const texts = [
    'Name, message and time are the columns.\nWe decided on tabs.',
    'speaker,text\n"Ann Lee,We decided on tabs.',
    'Use <div> and </div>, never <table>',
    '{ tabs: yes } and [spaces: no]',
    '[{"a": 1}, {"b": 2}]',
    '["Ann: tabs", "Bob: spaces"]',
    '| Option | Price |\n|---|---|\n| tabs | 1 |',
    'a | b\nc | d',
    '3/4 of us agree\nto it',
  ];
  for (const text of texts) assert.equal(turnsIn(text), [{ speaker: '', text }], text);
});

test('MTG-2 what is hostile is read in linear time, and stays as it is', () => {
  const size = 1_000_000;
  const hostile: Readonly<Record<string, string>> = {
    '<': '<'.repeat(size),
    tags: `<div>${'<a '.repeat(size / 3)}>`,
    scripts: `<div>${'<script>'.repeat(size / 8)}</div>`,
    comments: `<div>${'<!-- '.repeat(size / 5)}</div>`,
    'white space': `<pre>${' \n'.repeat(size / 2)}</pre>`,
    entities: `<p>${'&#'.repeat(size / 2)}</p>`,
    'deep JSON': '['.repeat(100_000) + ']'.repeat(100_000),
    'deep objects': '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000),
    'open JSON': `${'{"a":['.repeat(100_000)}]`,
    'lines of JSON': '{}\n'.repeat(size / 3),
    'open quotes': `speaker,text\n${'"a'.repeat(size / 2)}`,
    'doubled quotes': `speaker,text\n${'"'.repeat(size + 1)}`,
    commas: `speaker,text\n${','.repeat(size)}`,
    bars: `|${' |'.repeat(size / 2)}\n|${'-|'.repeat(size / 2)}`,
    rules: '|-\n'.repeat(size / 3),
    tables: '|speaker|text|\n|-|-|\n'.repeat(size / 21),
    names: 'Ann '.repeat(size / 4),
    days: '[3/4 '.repeat(size / 5),
  };
  for (const [what, text] of Object.entries(hostile)) {
    assert.ok(leastMs(5_000, () => cpuMsOf(() => turnsIn(text))) < 5_000, what);
  }
  const plain = hostile['<'] ?? '';
  assert.equal(turnsIn(plain), [{ speaker: '', text: plain }]);
});

test.run();

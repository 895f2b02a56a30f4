/** MTG-11: what people write down: minutes, lists, tables, mails and threads. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readTranscript } from '../../../relay/meetings/reader/reader.ts';
import { labelOf } from '../../../relay/meetings/reader/words/written-label.ts';
import { taskIn } from '../../../relay/meetings/text/forms/tasks.ts';
import { speakersOf, turnsIn } from '../../../relay/meetings/text/turns.ts';

const nowMs = Date.parse('2026-11-21T10:00:00Z');

async function read(text: string, people: readonly string[] = []) {
  const turns = turnsIn(text);
  return readTranscript(turns, { people: new Set([...people, ...speakersOf(turns)]), nowMs });
}

async function ownersIn(text: string, people: readonly string[] = []) {
  const { actions } = await read(text, people);
  return actions.map(({ action, assignee }) => `${assignee}: ${action}`);
}

const mail = `From: Ann Lee <ann@example.org>
To: the team
Sent: Friday 20 November 2026 17:58
Subject: What we said

Hi all, here is what we said about the release this afternoon.

SETTLED
1. Sign-in: we text a link and use no passwords.

ACTIONS
- Bob: write the test of the sign-in. What must it see? By Tuesday
- me: draft the letter to the customers, by Friday

From: Cleo Ray
Date: Fri, 20 Nov 2026 18:20
Subject: Re: What we said

Thanks Ann. I'll renew the certificate tomorrow.`;

test('MTG-5 a mail is said by who has written it, and its head by nobody', () => {
  assert.equal(speakersOf(turnsIn(mail)), ['Ann Lee', 'Cleo Ray']);
});

test('MTG-11 a mail’s lists have their decisions and owners, "me" is its writer', async () => {
  const { decisions } = await read(mail);
  assert.ok(decisions.some(({ title }) => /text a link/.test(title)));
  const owners = await ownersIn(mail, ['Bob']);
  assert.ok(owners.some((one) => /^Bob: .*test of the sign-in/.test(one)));
  assert.ok(owners.some((one) => /^Ann Lee: .*letter/.test(one)));
  assert.ok(owners.some((one) => /^Cleo Ray: .*certificate/.test(one)));
});

test('MTG-5 an answer in a thread is said by the name behind its mark', () => {
  const turns = turnsIn(`**Ann Lee** 10:00
Which queue?

  ↳ **Bob** 10:03
  one for each bike`);
  assert.equal(turns, [
    { speaker: 'Ann Lee', text: 'Which queue?' },
    { speaker: 'Bob', text: 'one for each bike' },
  ]);
});

test('MTG-5 the list in a message is said by who has sent it', () => {
  const turns = turnsIn(`**Ann Lee** 9:03 AM
Hi.
1) Friday I finished the retry.
2) Today I fix the crash.

**Bob Ray** 9:05 AM
1) nothing`);
  assert.equal(
    turns.map(({ speaker }) => speaker),
    ['Ann Lee', 'Bob Ray'],
  );
});

const table = `Present: Ann Lee (AL, chair), Bob Ray (BR)

BR to write up the migration of the invoices (docs/migration.md) by Friday.

### Actions

| No | What | Who | When | Status |
|----|------|-----|------|--------|
| 1 | Migration of the invoices | BR | 27 November | |
| 2 | Letter to the suppliers | AL | 30 November | open |
| 3 | Room for the party | BR | 20 November | done |
| 4 | Second officer | tbc | – | |`;

test('MTG-11 a table of actions says who does what by when', async () => {
  const { actions } = await read(table, ['Ann Lee', 'Bob Ray']);
  const letter = actions.find(({ sentence = '' }) => /Letter/.test(sentence));
  assert.is(letter?.assignee, 'Ann Lee');
  assert.is(letter?.deadline, '2026-11-30');
  const officer = actions.find(({ sentence = '' }) => /officer/.test(sentence));
  assert.is(officer?.assignee, '');
  assert.not.ok(actions.some(({ sentence = '' }) => /party/.test(sentence)));
});

test('MTG-11 a row of such a table that says no work is no action item', async () => {
  const owners = await ownersIn(`| Owner | Task | Due |
|---|---|---|
| Ann | Write the letter | Friday |
| Bob | | Monday |
| Cleo | tbc | Monday |`);
  assert.equal(owners, ['Ann: Write the letter']);
});

test('MTG-11 initials are the person whose they are, and the table says again what was said', async () => {
  const { actions } = await read(table, ['Ann Lee', 'Bob Ray']);
  const migration = actions.filter(({ sentence = '' }) => /igration/.test(sentence));
  assert.equal(
    migration.map(({ assignee }) => assignee),
    ['Bob Ray'],
  );
});

test('MTG-11 a table of who said what is no table of actions', () => {
  const turns = turnsIn(`| Who | What |
|-----|------|
| Ann | Which queue? |`);
  assert.equal(turns, [{ speaker: 'Ann', text: 'Which queue?' }]);
});

/** More than a short talk. */
const long = 'The auditors did not like the old screen. '.repeat(50);

test('MTG-11 behind an arrow stands who does it', async () => {
  const owners = await ownersIn(
    `${long}
5. Log
We keep the log on the device.
→ Ann writes the reader for the service tool.
→ Bob (app/update/policy.kt), 26 Nov`,
    ['Ann', 'Bob'],
  );
  assert.ok(owners.some((one) => one.startsWith('Ann: ')));
  assert.ok(owners.some((one) => one.startsWith('Bob: ')));
});

test('MTG-11 in minutes "Ann tests the screen" is work of Ann', async () => {
  const owners = await ownersIn(
    `${long}
Ann drafts the letter to the suppliers, end of March.`,
    ['Ann', 'Bob'],
  );
  assert.ok(owners.some((one) => /^Ann: .*letter/.test(one)));
});

test('MTG-5 hours are no head of a mail, and what a mail quotes is not said by its writer', () => {
  assert.equal(speakersOf(turnsIn('From: 14:00\nTo: 15:30\n\nAnn: The queue is full.')), ['Ann']);
  const turns = turnsIn('From: Ann Lee\nTo: all\n\n> I write the runbook.\nFine with me.');
  assert.equal(turns, [{ speaker: 'Ann Lee', text: 'Fine with me.' }]);
  const odd = turnsIn("From: Ann$'\nTo: all\n\n- me: the runbook");
  assert.match(odd.map(({ text, speaker }) => `${speaker} ${text}`).join(), "Ann$'");
});

test('MTG-11 a table of features, or with a column of decisions, is no table of actions', () => {
  for (const titles of ['Name | Description | Status', 'Item | Decision | Owner'])
    assert.is(taskIn(titles.split(' | ')), undefined, titles);
  assert.ok(taskIn(['What', 'Who', 'When']));
});

test('MTG-2 what stands behind an arrow may be a decision, a day or nobody', () => {
  assert.is(labelOf('→ Ann writes the reader.'), 'task');
  assert.is(labelOf('→ Decision: we use Redis'), 'decision');
  assert.is(labelOf('→ Friday, 10:00'), undefined);
  assert.is(labelOf('→ Nobody objects to that'), undefined);
});

test('MTG-11 two items of one person for one day are two', async () => {
  const owners = await ownersIn(
    `${long}
Ann will fix the login by Friday.

## Actions
- [ ] Ann: write the docs of the export by Friday`,
    ['Ann', 'Bob'],
  );
  assert.is(owners.filter((one) => one.startsWith('Ann: ')).length, 2, owners.join('|'));
});

const twoTasks = ['Bob: Write the runbook by Friday', 'Ann Lee: Send the letter tomorrow'];
const listOfTasks = '- Bob: write the runbook by Friday\n- me: send the letter tomorrow';

test('MTG-2 a list without a heading that tells everybody what to do is of tasks', async () => {
  assert.equal(
    await ownersIn(`From: Ann Lee\nTo: us\n\nHi all:\n\n${listOfTasks}\n\nAnn`),
    twoTasks,
  );
  assert.equal(await ownersIn(`Ann Lee  10:02\nAfter the call:\n${listOfTasks}`), twoTasks);
});

test('MTG-2 a list of what people said is none of tasks', async () => {
  const said = await ownersIn(
    'Notes:\n- Bob: keep the old pump. It works\n- Ann: it is too slow for us',
  );
  assert.equal(said, []);
});

test('MTG-2 items of minutes that name nobody make what is proposed between them no task', async () => {
  const text = `Notes:\n- A teacher looked at a screen.\n- Bob: ask the pupil for consent each time, a button\n- Ann: take the feature out\n- So no button, but the clock.`;
  assert.equal(await ownersIn(text), []);
});

test('MTG-2 under "Action items" numbers, and lines that go on with an item, end no list', async () => {
  const heading = 'Ann: Thanks.\n\nAction items';
  for (const list of [
    '1. Bob: write the runbook by Friday\n- Ann Lee: send the letter tomorrow',
    '- Bob: write the runbook by Friday\n  The old one.\n- Ann Lee: send the letter tomorrow',
  ]) {
    const text = `${heading}\n${list}`;
    assert.equal(await ownersIn(text), twoTasks);
    assert.equal(speakersOf(turnsIn(text)), ['Ann']);
  }
});

test('MTG-2 the lines behind an item do not go on with its list for ever', async () => {
  const text = `Action items:
- Bob writes the runbook by Friday.
It covers the pump.
There was cake.
- The new pump is green`;
  assert.equal(await ownersIn(text), ['Bob: Write the runbook by Friday']);
});

test('MTG-11 in a list a matter before a colon is nobody who does it', async () => {
  const list =
    'Action items:\n- Ann: write the migration\n- Budget: to be clarified with finance\n';
  const [ann, budget] = await ownersIn(list, ['Ann']);
  assert.match(ann ?? '', /^Ann: /);
  assert.match(budget ?? '', /^: /);
  assert.match(
    (await ownersIn('Action items:\n- [ ] New tyres\n- [ ] SMS provider costs\n')).join(),
    /^: .*,: /,
  );
});

test('MTG-11 tasks that one person reads out behind a heading are each of who is named first', async () => {
  const recap =
    'Ann: So, action items.\nAnn: Jo - guest checkout, 14 December.\nAnn: Samir - retry move.\nJo: Yes.\nSamir: Yes.';
  assert.equal(await ownersIn(recap), ['Jo: Guest checkout', 'Samir: Retry move']);
  const inOneLine =
    'Ann: Action items: Jo - guest checkout, 14 December. Samir - retry move.\nJo: Yes.\nSamir: Yes.';
  assert.equal(await ownersIn(inOneLine), ['Jo: Guest checkout', 'Samir: Retry move']);
  assert.equal((await read(recap)).decisions, []);
});

test.run();

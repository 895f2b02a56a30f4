import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { recordedAbove } from '../../../shared/meetings/confidence.ts';
import { readTranscript } from '../../../relay/meetings/reader/reader.ts';
import { speakersOf, turnsIn } from '../../../relay/meetings/text/turns.ts';
import { amended } from './talks/amended.ts';
import { captions } from './talks/captions.ts';
import { chats } from './talks/chats.ts';
import { everyday } from './talks/everyday.ts';
import { mended } from './talks/mended.ts';
import { minutes } from './talks/minutes.ts';
import { pasted } from './talks/pasted.ts';
import { plain } from './talks/plain.ts';
import { spoken } from './talks/spoken.ts';
import { takenBack } from './talks/taken-back.ts';
import type { Talk } from './talks/talk.ts';
import { teams } from './talks/teams.ts';
import { terse } from './talks/terse.ts';
import { threads } from './talks/threads.ts';
import { typical } from './talks/typical.ts';
import { written } from './talks/written.ts';

const nowMs = Date.parse('2026-11-18T12:00:00Z');

/** What is wrong with what was recorded of a talk; empty when it is what a careful reader finds. */
async function faultsIn({ text, decided = [], mayDecide, work = [] }: Talk): Promise<string[]> {
  const turns = turnsIn(text);
  const found = await readTranscript(turns, { people: new Set(speakersOf(turns)), nowMs });
  const isSure = ({ confidence = 1 }) => confidence >= recordedAbove;
  const decisions = found.decisions
    .filter(isSure)
    .map(({ title }) => title)
    .filter((title) => mayDecide === undefined || !mayDecide.test(title));
  const actions = found.actions.filter(isSure);
  const faults: string[] = [];
  if (
    decisions.length !== decided.length ||
    !decided.every((one, at) => one.test(decisions[at] ?? ''))
  )
    faults.push(`decisions: ${decisions.join(' | ') || 'none'}`);
  const isRight =
    actions.length === work.length &&
    work.every(([who, what, day, priority = 'medium'], at) => {
      const one = actions[at];
      return (
        one?.assignee.toLowerCase() === who.toLowerCase() &&
        what.test(one.action) &&
        one.deadline === day &&
        (priority === 'medium' || one.priority === priority)
      );
    });
  const shown = actions.map(
    ({ assignee, action, deadline, priority }) =>
      `${assignee}: ${action} (${deadline}, ${priority})`,
  );
  if (!isRight) faults.push(`work: ${shown.join(' | ') || 'none'}`);
  return faults;
}

const all = [
  ...plain,
  ...pasted,
  ...spoken,
  ...takenBack,
  ...written,
  ...terse,
  ...mended,
  ...amended,
  ...teams,
  ...everyday,
  ...threads,
  ...chats,
  ...captions,
  ...minutes,
  ...typical,
];

test('MTG-2 short talks are read as a person reads them, in the forms in which people paste them', async () => {
  const faults: string[] = [];
  for (const talk of all.filter(({ known }) => known === undefined))
    for (const fault of await faultsIn(talk)) faults.push(`${talk.text}\n  => ${fault}`);
  assert.is(faults.length, 0, faults.join('\n\n'));
});

test('MTG-2 of short talks hardly any is known to be misread', async () => {
  const known = all.filter((talk) => talk.known !== undefined);
  assert.ok(known.length <= all.length / 20, `${known.length} of ${all.length}`);
  for (const talk of known)
    assert.is.not((await faultsIn(talk)).length, 0, `is read now:\n${talk.text}`);
});

test('MTG-11 "it" in the sentence of another person is no file of a matter that it shares nothing with', async () => {
  const filesIn = async (text: string) => {
    const turns = turnsIn(text);
    const found = await readTranscript(turns, { people: new Set(speakersOf(turns)), nowMs });
    return found.actions.at(-1)?.files;
  };
  const before = "Ann: I'll fix src/login.ts by Friday.\nBob: ";
  assert.equal(await filesIn(`${before}I'll order a laptop, it should be here on Monday.`), []);
  assert.equal(await filesIn(`${before}I'll update the changelog so that it fits.`), []);
  assert.equal(await filesIn(`${before}The new logo is ready. I'll put it on the website.`), []);
  assert.equal(await filesIn(`${before}I'll review it.`), ['src/login.ts']);
  assert.equal(await filesIn("Ann: The bug is in src/login.ts.\nBob: I'll fix it."), [
    'src/login.ts',
  ]);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { groupOf, type Group } from '../../../relay/meetings/reader/groups.ts';
import { utterancesOf } from '../../../relay/meetings/reader/reader.ts';
import { courseOfTalk, type Course } from '../../../relay/meetings/reader/results/course.ts';
import { isWeighed, resultSignals } from '../../../relay/meetings/reader/results/result-signals.ts';
import { talkOf } from '../../../relay/meetings/reader/score.ts';
import { weighBy } from '../../../relay/meetings/reader/sureness.ts';
import { People } from '../../../relay/meetings/reader/words/people.ts';
import { turnsIn } from '../../../relay/meetings/text/turns.ts';

const given = `Ann: Then the badge list is valid for one hour.
Bob: Fine by me.
Cleo: The clinic was without network for eleven hours.
Bob: Oh. I didn't know that there is a clinic.
Ann: Then the badge list is valid for one day.
Bob: Yes, that works for me.`;
const other = 'Dan: The parcels come late again.\n'.repeat(40);

async function courseIn(text: string): Promise<Course> {
  const talk = talkOf(await utterancesOf(turnsIn(text), new People(['Ann', 'Bob', 'Cleo', 'Dan'])));
  return courseOfTalk(
    talk,
    talk.all.map(() => ({ decision: 0.5, action: 0.1 })),
  );
}

/** A result of the one sentence that says these words. */
function resultAt({ talk }: Course, words: string): Group {
  const utterance = talk.all.find(({ text }) => text.includes(words));
  return groupOf(utterance === undefined ? [] : [{ utterance, score: 0.8 }]);
}

test('MTG-2 what is settled instead, after somebody has given way, speaks of what was settled before', async () => {
  const course = await courseIn(given);
  const groups = [resultAt(course, 'one hour'), resultAt(course, 'one day')];
  const [first, second] = groups.map((group) =>
    resultSignals(course, group, { groups, kind: 'decision' }),
  );
  assert.is(first?.['insteadConceded'], 0.8);
  assert.is(first?.['firstYes'], 1);
  assert.is(first?.['later'] === 0, false, 'its matter comes up again');
  assert.is(second?.['insteadConceded'], 0);
  assert.is(second?.['lastYes'], 1);
});

test('MTG-2 a short talk and what is said or written to be decided stay as sure as their sentences are', async () => {
  const unlikely = { bias: -9 };
  const short = await courseIn(given);
  const shortResult = resultAt(short, 'one hour');
  assert.is(weighBy(short, 'decision', unlikely)(shortResult, [shortResult]), shortResult.score);
  const long = await courseIn(
    `${given}\nAnn: We decided to print them.\nDecision: the badges are blue\n${other}`,
  );
  assert.not(isWeighed(long, resultAt(long, 'badges are blue')));
  assert.not(isWeighed(long, resultAt(long, 'We decided')));
  const said = resultAt(long, 'one hour');
  assert.ok(weighBy(long, 'decision', unlikely)(said, [said]) < 0.1);
});

test.run();

/** DEC-6: an index is filled in steps that hooks can wait for, whatever the length of what is put into it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { allPassages, passagesOf } from '../../relay/search/following/passages.ts';
import type { Passage } from '../../relay/search/port.ts';
import { SearchIndex } from '../../relay/search/search-index.ts';
import { inSteps } from '../../relay/search/steps.ts';
import { relayScenario } from '../support/scenario.ts';
import type { World } from '../support/harness.ts';
import { passage, withFile } from './support.ts';

const count = 25;
const words = 'We talk of it once more. ';
const transcript = words.repeat(8_000);

/** Meetings with long transcripts; answers their ids. */
async function talkMuch(world: World): Promise<string[]> {
  const { rows } = world.database;
  const { id: workspace_id } = world.workspace;
  const asked = { workspace_id, title: 'Talk', transcript: `Ann: ${words}` };
  const made = await world.as('ada').ok('ingestMeeting', asked);
  const one = await rows.selectFrom('meetings').selectAll().executeTakeFirstOrThrow();
  const others = Array.from({ length: count - 1 }, (_, at) => ({
    ...one,
    id: `${made.id}_${at}`,
    transcript,
  }));
  await rows.insertInto('meetings').values(others).execute();
  return [made.id, ...others.map(({ id }) => id)];
}

relayScenario('DEC-6', 'of many long transcripts few are in memory at a time', async (world) => {
  const ids = await talkMuch(world);
  const { rows } = world.database;
  const { id } = world.workspace;
  const none = { decisions: [], conventions: [], learnings: [], files: [], removed: [] };
  for (const reading of [allPassages(rows, id), passagesOf(rows, id, { ...none, meetings: ids })]) {
    const found: Passage[] = [];
    for await (const page of reading) {
      assert.ok(page.length <= 10, `${page.length} at once`);
      found.push(...page);
    }
    const meetings = found.filter(({ kind }) => kind === 'meeting');
    assert.equal(meetings.map((one) => one.id).toSorted(), ids.toSorted());
    assert.ok(meetings.every(({ text }) => text.startsWith(words) || text.startsWith('Ann')));
    assert.is(Math.max(...meetings.map(({ text }) => text.length)), 20_000);
  }
});

test('DEC-6: a transaction of the index has as many passages as their length allows', () => {
  const of = (length: number, id: number): Passage => ({
    ...{ workspaceId: 'ws_1', kind: 'decision', title: 'T', id: String(id) },
    text: 'x'.repeat(length),
  });
  const stepsOf = (lengths: number[]) =>
    [...inSteps(lengths.map(of))].map((step) => step.map(({ id }) => Number(id)));
  const short = stepsOf(Array.from({ length: 120 }, () => 100));
  assert.equal(
    short.map((step) => step.length),
    [50, 50, 20],
  );
  assert.equal(
    stepsOf(Array.from({ length: 12 }, () => 20_000)).map((step) => step.length),
    [5, 5, 2],
  );
  assert.equal(stepsOf([90_000, 90_000, 90_000, 10]), [
    [0, 1],
    [2, 3],
  ]);
  assert.equal(stepsOf([]), []);
});

test('DEC-6: of many passages that go others get their turn meanwhile', async () => {
  await withFile(async (file) => {
    const index = new SearchIndex({ file, embedder: () => new Promise(() => undefined) });
    const gone = Array.from({ length: 2_000 }, (_, at) => passage(`symbol${at}`, `Symbol ${at}`));
    await index.put([...gone, passage('stays', 'Symbol that stays')]);
    let [turns, isOver] = [0, false];
    const watching = (async () => {
      for (; !isOver; turns++) await nextTurn();
    })();
    const ids = gone.map(({ id }) => id);
    await index.remove('ws_1', ids);
    isOver = true;
    await watching;
    assert.ok(turns >= 8, `${turns} turns`);
    const asked = { workspaceId: 'ws_1', kinds: ['decision'], query: 'symbol', limit: 10 } as const;
    assert.equal(
      (await index.search(asked)).map(({ id }) => id),
      ['stays'],
    );
    await index.close();
  });
});

test.run();

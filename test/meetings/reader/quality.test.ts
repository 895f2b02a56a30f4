import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { markedTranscripts } from './marks.ts';
import { readMarked } from './read-marked.ts';
import { add, emptyScore, f1, recall, scoreOf, type Score } from './score.ts';

test('MTG-2 on marked transcripts the built-in reader finds what a careful reader marks', async () => {
  const { decisions, actions, assignees, dates, files, traps, reversals } = await measured('', 4);
  assert.ok(f1(decisions) >= 0.7, `decisions ${f1(decisions).toFixed(2)}`);
  assert.ok(f1(actions) >= 0.76, `action items ${f1(actions).toFixed(2)}`);
  assert.ok(recall(assignees) >= 0.86, `assignees ${recall(assignees).toFixed(2)}`);
  assert.ok(recall(dates) >= 0.84, `dates ${recall(dates).toFixed(2)}`);
  assert.ok(recall(files) >= 0.55, `files ${recall(files).toFixed(2)}`);
  assert.ok(recall(traps) <= 0.055, `traps ${recall(traps).toFixed(2)}`);
  assert.ok(recall(reversals) <= 0.15, `reversals ${recall(reversals).toFixed(2)}`);
});

test('MTG-2 it finds nearly as much on transcripts that were put away while it was made', async () => {
  const { decisions, actions, assignees, dates, files, traps, reversals } = await measured(
    'held-out/',
    1,
  );
  assert.ok(f1(decisions) >= 0.68, `decisions ${f1(decisions).toFixed(2)}`);
  assert.ok(f1(actions) >= 0.73, `action items ${f1(actions).toFixed(2)}`);
  assert.ok(recall(assignees) >= 0.83, `assignees ${recall(assignees).toFixed(2)}`);
  assert.ok(recall(dates) >= 0.78, `dates ${recall(dates).toFixed(2)}`);
  assert.ok(recall(files) >= 0.53, `files ${recall(files).toFixed(2)}`);
  assert.ok(recall(traps) <= 0.05, `traps ${recall(traps).toFixed(2)}`);
  assert.ok(recall(reversals) <= 0.14, `reversals ${recall(reversals).toFixed(2)}`);
});

/** Of a folder one transcript in `every`, since all of them take a minute. */
async function measured(folder: string, every: number): Promise<Score> {
  const total = emptyScore();
  const path = fileURLToPath(new URL(`../transcripts/${folder}`, import.meta.url));
  for (const one of markedTranscripts(path).filter((_, at) => at % every === 0))
    add(total, scoreOf(one, await readMarked(one)));
  return total;
}

test.run();

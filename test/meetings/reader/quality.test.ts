import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { markedTranscripts } from './marks.ts';
import { readMarked } from './read-marked.ts';
import { add, emptyScore, f1, recall, scoreOf, type Score } from './score.ts';

test('MTG-2 on marked transcripts the built-in reader finds what a careful reader marks', async () => {
  const { decisions, actions, assignees, dates, traps, reversals } = await measured('');
  assert.ok(f1(decisions) >= 0.64, `decisions ${f1(decisions).toFixed(2)}`);
  assert.ok(f1(actions) >= 0.74, `action items ${f1(actions).toFixed(2)}`);
  assert.ok(recall(assignees) >= 0.9, `assignees ${recall(assignees).toFixed(2)}`);
  assert.ok(recall(dates) >= 0.92, `dates ${recall(dates).toFixed(2)}`);
  assert.ok(recall(traps) <= 0.07, `traps ${recall(traps).toFixed(2)}`);
  assert.ok(reversals.right <= 10, `reversals ${reversals.right}`);
});

test('MTG-2 it finds nearly as much on transcripts that were put away while it was made', async () => {
  const { decisions, actions, assignees, dates, traps, reversals } = await measured('held-out/');
  assert.ok(f1(decisions) >= 0.61, `decisions ${f1(decisions).toFixed(2)}`);
  assert.ok(f1(actions) >= 0.69, `action items ${f1(actions).toFixed(2)}`);
  assert.ok(recall(assignees) >= 0.78, `assignees ${recall(assignees).toFixed(2)}`);
  assert.ok(recall(dates) >= 0.83, `dates ${recall(dates).toFixed(2)}`);
  assert.ok(recall(traps) <= 0.07, `traps ${recall(traps).toFixed(2)}`);
  assert.ok(reversals.right <= 4, `reversals ${reversals.right}`);
});

async function measured(folder: string): Promise<Score> {
  const total = emptyScore();
  const path = fileURLToPath(new URL(`../transcripts/${folder}`, import.meta.url));
  for (const one of markedTranscripts(path)) add(total, scoreOf(one, await readMarked(one)));
  return total;
}

test.run();

import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { markedTranscripts } from './marks.ts';
import { readMarked } from './read-marked.ts';
import { add, emptyScore, f1, recall, scoreOf } from './score.ts';

test('MTG-2 on marked transcripts the built-in reader finds what a careful reader marks', async () => {
  const total = emptyScore();
  for (const one of markedTranscripts(fileURLToPath(new URL('../transcripts/', import.meta.url))))
    add(total, scoreOf(one, await readMarked(one)));
  const { decisions, actions, assignees, dates, traps, reversals } = total;
  assert.ok(f1(decisions) >= 0.64, `decisions ${f1(decisions).toFixed(2)}`);
  assert.ok(f1(actions) >= 0.74, `action items ${f1(actions).toFixed(2)}`);
  assert.ok(recall(assignees) >= 0.9, `assignees ${recall(assignees).toFixed(2)}`);
  assert.ok(recall(dates) >= 0.92, `dates ${recall(dates).toFixed(2)}`);
  assert.ok(recall(traps) <= 0.07, `traps ${recall(traps).toFixed(2)}`);
  assert.ok(reversals.right <= 10, `reversals ${reversals.right}`);
});

test.run();

/** MTG-2: what decision trees learn that a sum of weights cannot. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { probability } from '../../../../relay/meetings/reader/score.ts';
import { likelyBy } from '../../../../relay/meetings/reader/trees.ts';
import { regression, type Row } from '../regression.ts';
import { boosted } from './boosted.ts';

/** Either signal speaks for it, and both together against it; both together are seldom. */
const rows: Row[] = Array.from({ length: 800 }, (_, at) => at)
  .filter((at) => at % 4 !== 3 || at % 8 === 3)
  .map((at) => {
    const [question, fragment] = [at % 2, Math.floor(at / 2) % 2];
    return { signals: { 'question@-1': question, fragment }, marked: question !== fragment };
  });

test('MTG-2 trees see what comes together', () => {
  const trees = boosted(rows);
  assert.equal([...trees.signals].toSorted(), ['fragment', 'question@-1']);
  for (const { signals, marked } of rows.slice(0, 4)) {
    const likely = likelyBy(trees, signals);
    assert.ok(marked ? likely > 0.9 : likely < 0.1, `${JSON.stringify(signals)}: ${likely}`);
  }
});

test('MTG-2 a sum of weights does not', () => {
  const weights = regression(rows, {}, () => 1);
  const both = { 'question@-1': 1, fragment: 1 };
  assert.ok(probability(both, weights) > 0.5, 'both together are marked nowhere');
});

test('MTG-2 what fewer than 40 sentences show is not learned', () => {
  const seldom = rows.map((row, at) =>
    at < 30 ? { signals: { ...row.signals, seldom: 1 }, marked: true } : row,
  );
  assert.not.ok(boosted(seldom).signals.includes('seldom'));
});

test('a tree asks whether a signal is above a value', () => {
  const trees = { bias: 0, signals: ['words'], trees: [[0, 3.5, -2, 2] as const] };
  assert.ok(likelyBy(trees, { words: 4 }) > 0.85);
  assert.ok(likelyBy(trees, {}) < 0.15, 'what is not known is 0');
});

test.run();

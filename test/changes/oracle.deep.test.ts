/**
 * RSV-11, RSV-12 against git and the TypeScript compiler, at length: two agents edit one file in turns, under each policy, in
 * work trees of their own, in one, and in work trees with different commits. `COORD_CHANGES_EDITS` is the number of edits
 * (30,000, about a minute), `COORD_CHANGES_SEED` the first of the random numbers (1).
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { judged } from './verdicts.ts';

const edits = Number(process.env['COORD_CHANGES_EDITS'] ?? 30_000);
const seed = Number(process.env['COORD_CHANGES_SEED'] ?? 1);

test('RSV-11, RSV-12: only what would collide is denied, and nothing that is allowed collides, under every policy', async () => {
  const judgement = await judged(edits, seed);
  for (const [kind, count] of [...judgement.counts].sort()) console.log(`${count} ${kind}`);
  assert.equal(judgement.faults.slice(0, 1), []);
  // Git merges two insertions of the same, and what was taken back is still held.
  const some = edits / 50;
  assert.ok(judgement.count(/: merges, as both changed the same/) < some);
  assert.ok(judgement.count(/: merges otherwise/) < some / 4);
  assert.ok(judgement.count(/: denied beside lines that were taken back/) < some);
  // Where a claim ends, the text does not.
  assert.ok(judgement.count(/: raced, it takes back what it had let go of/) < some / 10);
  assert.ok(judgement.count(/: denied beside lines whose reservation has ended/) < some / 4);
  // Texts can be aligned in several ways, and another commit may ask for another one.
  assert.ok(judgement.count(/: allowed, apart over the commit/) < some / 10);
});

test.run();

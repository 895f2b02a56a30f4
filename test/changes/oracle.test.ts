/** RSV-11, RSV-12 against git and the TypeScript compiler. `oracle.deep.test.ts` does the same at length. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { judged } from './verdicts.ts';

const edits = 500;

test('RSV-11, RSV-12: only what would collide is denied, and nothing that is allowed collides, under every policy', async () => {
  const judgement = await judged(edits, 1);
  assert.equal(judgement.faults.slice(0, 1), []);
  assert.ok(judgement.count(/: denied by lines/) > edits / 20, 'the lines hardly ever meet');
  assert.ok(judgement.count(/: denied by name/) > edits / 50, 'the names hardly ever meet');
  assert.is(judgement.count(/ lines: denied by name/), 0);
});

test.run();

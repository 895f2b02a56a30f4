/**
 * RSV-11 against git, at length: two agents edit copies of one file in turns, and git merges after every edit.
 * `COORD_LINES_EDITS` is the number of edits (100,000, about a minute), `COORD_LINES_SEED` the first number of the random ones (1).
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { verdictsOn } from './alternating-agents.ts';

const edits = Number(process.env['COORD_LINES_EDITS'] ?? 100_000);
const seed = Number(process.env['COORD_LINES_SEED'] ?? 1);

test('RSV-11: no edit that is allowed beside the other side brings a conflict, and few are denied for nothing', () => {
  const { letThrough, deniedForNothing, denied } = verdictsOn(edits, seed);
  console.log(`${edits} edits: ${denied} denied, ${deniedForNothing.length} of them for nothing`);
  assert.equal(letThrough.slice(0, 1), []);
  assert.ok(deniedForNothing.length < edits * 0.03);
});

test.run();

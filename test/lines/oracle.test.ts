/** RSV-11 against git: what is allowed never brings a conflict. `oracle.deep.test.ts` does the same at length. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { verdictsOn } from './alternating-agents.ts';
import { conflictsOf, hasConflict } from './git-answers.ts';

const edits = 2_000;

test('RSV-11: no edit that is allowed beside the other side brings a conflict, and few are denied for nothing', () => {
  const { letThrough, deniedForNothing, denied } = verdictsOn(edits, 11);
  assert.equal(letThrough.slice(0, 1), []);
  assert.ok(denied > edits / 10, 'the edits hardly ever meet');
  assert.ok(
    deniedForNothing.length < edits * 0.03,
    `${deniedForNothing.length} denied for nothing`,
  );
});

test('git gives the same answer for many merges at once as for each alone', () => {
  const { letThrough, deniedForNothing } = verdictsOn(500, 12);
  const merges = [...letThrough, ...deniedForNothing].slice(0, 20).map(({ merge }) => merge);
  const certain = { base: 'a\nb\nc\n', ours: 'a\nx\nc\n', theirs: 'a\ny\nc\n' };
  assert.equal(conflictsOf([...merges, certain]), [...merges, certain].map(hasConflict));
});

test.run();

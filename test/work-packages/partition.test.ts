import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pathKey } from '../../shared/kernel/paths.ts';
import {
  groupWork,
  filesOfGroups,
  partition,
  type PackageDraft,
} from '../../relay/work-packages/group-work.ts';

const file = fc.constantFrom('a.ts', 'A.ts', 'b.ts', 'c/d.ts', 'e.ts', 'f.ts');
const motive = fc.record({
  title: fc.string({ minLength: 1, maxLength: 8 }),
  rationale: fc.string({ maxLength: 8 }),
  files: fc.array(file, { maxLength: 3 }),
});

function assertShareNothing(drafts: readonly Pick<PackageDraft, 'files'>[]): void {
  const keys = drafts.flatMap(({ files }) => [...new Set(files.map(pathKey))]);
  assert.is(new Set(keys).size, keys.length, JSON.stringify(drafts));
}

test('PKG-3 no two packages share a file, and every decision is in exactly one', () => {
  fc.assert(
    fc.property(fc.array(motive, { maxLength: 12 }), (decisions) => {
      const drafts = partition(decisions);
      assertShareNothing(drafts);
      const places = drafts.flatMap((draft) => draft.decisions).toSorted((a, b) => a - b);
      assert.equal(places, [...decisions.keys()]);
      const wanted = new Set(decisions.flatMap(({ files }) => files).map(pathKey));
      assert.equal(new Set(drafts.flatMap(({ files }) => files).map(pathKey)), wanted);
    }),
  );
});

test('PKG-3 decisions that have nothing to do with each other are apart', () => {
  const drafts = partition([
    { title: 'A', rationale: 'because', files: ['a.ts', 'b.ts'] },
    { title: 'B', rationale: '', files: ['c.ts'] },
    { title: 'C', rationale: '', files: ['B.ts', 'd.ts'] },
    { title: 'D', rationale: '', files: [] },
  ]);
  assert.equal(drafts, [
    {
      title: 'A (and 1 more)',
      description: 'A: because\nC',
      files: ['a.ts', 'B.ts', 'd.ts'],
      decisions: [0, 2],
    },
    { title: 'B', description: 'B', files: ['c.ts'], decisions: [1] },
    { title: 'D', description: 'D', files: [], decisions: [3] },
  ]);
});

test('PKG-3 whatever a model divides and whoever does what, no two packages share a file, and a decision is in one', () => {
  const draft = fc.record({
    title: fc.string(),
    description: fc.string(),
    files: fc.array(file),
    decisions: fc.array(fc.nat(3), { minLength: 1 }),
  });
  const action = fc.record({ action: fc.string({ maxLength: 8 }), files: fc.array(file) });
  const decisions = fc.array(motive, { minLength: 4, maxLength: 4 });
  const work = fc.record({ decisions, actions: fc.array(action, { maxLength: 6 }) });
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 8 }), work, (drafts, found) => {
      const groups = groupWork(found, drafts);
      const files = filesOfGroups(found, groups);
      assertShareNothing(files.map((own) => ({ files: own.map((one) => one.file) })));
      const placed = groups.flatMap((group) => group.decisions);
      assert.is(new Set(placed).size, placed.length);
      assert.equal(new Set(placed), new Set(drafts.flatMap((one) => one.decisions)));
      const results = groups.flatMap((group) => group.actions);
      assert.is(new Set(results).size, results.length);
      const named = found.actions.flatMap((one) => one.files);
      const kept = new Set(files.flat().map((one) => pathKey(one.file)));
      assert.ok(
        named.every((one) => kept.has(pathKey(one))),
        'what an action item names is kept',
      );
    }),
  );
});

test.run();

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pathKey } from '../../shared/kernel/paths.ts';
import { divide, withoutSharedFiles, type Division } from '../../relay/work-packages/partition.ts';

const file = fc.constantFrom('a.ts', 'A.ts', 'b.ts', 'c/d.ts', 'e.ts', 'f.ts');
const motive = fc.record({
  title: fc.string({ minLength: 1, maxLength: 8 }),
  rationale: fc.string({ maxLength: 8 }),
  files: fc.array(file, { maxLength: 3 }),
});

function assertShareNothing(divisions: readonly Division[]): void {
  const keys = divisions.flatMap(({ files }) => [...new Set(files.map(pathKey))]);
  assert.is(new Set(keys).size, keys.length, JSON.stringify(divisions));
}

test('PKG-3 no two packages share a file, and every decision is in exactly one', () => {
  fc.assert(
    fc.property(fc.array(motive, { maxLength: 12 }), (motives) => {
      const divisions = divide(motives);
      assertShareNothing(divisions);
      const places = divisions.flatMap((division) => division.motives).toSorted((a, b) => a - b);
      assert.equal(places, [...motives.keys()]);
      const wanted = new Set(motives.flatMap(({ files }) => files).map(pathKey));
      assert.equal(new Set(divisions.flatMap(({ files }) => files).map(pathKey)), wanted);
    }),
  );
});

test('PKG-3 decisions that have nothing to do with each other are apart', () => {
  const divisions = divide([
    { title: 'A', rationale: 'because', files: ['a.ts', 'b.ts'] },
    { title: 'B', rationale: '', files: ['c.ts'] },
    { title: 'C', rationale: '', files: ['B.ts', 'd.ts'] },
    { title: 'D', rationale: '', files: [] },
  ]);
  assert.equal(divisions, [
    {
      title: 'A (and 1 more)',
      description: 'A: because\nC',
      files: ['a.ts', 'B.ts', 'd.ts'],
      motives: [0, 2],
    },
    { title: 'B', description: 'B', files: ['c.ts'], motives: [1] },
    { title: 'D', description: 'D', files: [], motives: [3] },
  ]);
});

test('PKG-3 a file that a model gives to two packages stays with the first', () => {
  const division = fc.record({
    title: fc.string(),
    description: fc.string(),
    files: fc.array(file),
    motives: fc.constant([0]),
  });
  fc.assert(
    fc.property(fc.array(division, { maxLength: 8 }), (divisions) => {
      const apart = withoutSharedFiles(divisions);
      assertShareNothing(apart);
      assert.is(apart.length, divisions.length);
      assert.equal(
        new Set(apart.flatMap(({ files }) => files).map(pathKey)),
        new Set(divisions.flatMap(({ files }) => files).map(pathKey)),
      );
    }),
  );
});

test.run();

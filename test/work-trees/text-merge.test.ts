import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hunksBetween, withChange } from '../../daemon/work-trees/text-merge.ts';

const test = suite('RSV-15 changes of lines');

const lines = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
  .map((all) => all.map((line) => `${line}\n`).join(''));

test('the hunks lead from one text to the other, and lines in common are in none', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const left = before.split('\n').slice(0, -1);
      const hunks = hunksBetween(before, after);
      const kept = left.filter((_, at) => !hunks.some(({ start, end }) => start <= at && at < end));
      for (const { start, end, lines: added } of hunks.toReversed())
        left.splice(start, end - start, ...added.map((line) => line.slice(0, -1)));
      assert.is(left.map((line) => `${line}\n`).join(''), after);
      assert.is(kept.length, longestCommon(before, after));
    }),
  );
});

/** The length of a longest common subsequence, by the plain table. */
function longestCommon(before: string, after: string): number {
  const [ones, others] = [before.split('\n').slice(0, -1), after.split('\n').slice(0, -1)];
  let row = others.map(() => 0);
  for (const one of ones) {
    const next: number[] = [];
    for (const [at, other] of others.entries()) {
      const skipped = Math.max(row[at] ?? 0, next[at - 1] ?? 0);
      next.push(one === other ? (row[at - 1] ?? 0) + 1 : skipped);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

test('changes of different lines go together, in either order', () => {
  const base = 'a\nb\nc\nd\ne\n';
  const one = base.replace('a', 'A');
  const other = base.replace('e', 'E\nF');
  assert.is(withChange(one, base, other), 'A\nb\nc\nd\nE\nF\n');
  assert.is(withChange(other, base, one), 'A\nb\nc\nd\nE\nF\n');
});

test('a change is not done twice, and gives way where the text has something else', () => {
  const base = 'a\nb\nc\nd\ne\n';
  const change = base.replace('a', 'A').replace('e', 'E');
  assert.is(withChange(base.replace('a', 'A'), base, change), change);
  assert.is(withChange(base.replace('a', 'X'), base, change), 'X\nb\nc\nd\nE\n');
});

test('texts that have nothing in common differ as a whole, in a short time', () => {
  const text = (word: string) =>
    Array.from({ length: 20_000 }, (_, index) => `${word}${index}\n`).join('');
  const startedAt = performance.now();
  const [hunk, ...others] = hunksBetween(text('a'), text('b'));
  assert.equal([hunk?.start, hunk?.end, others.length], [0, 20_000, 0]);
  assert.ok(performance.now() - startedAt < 2_000);
});

test.run();

import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withChange } from '../../daemon/work-trees/expected-write.ts';

const test = suite('RSV-15 changes put together');

const base = 'a\nb\nc\nd\ne\n';

test('changes of different lines go together, in either order', () => {
  const one = base.replace('a', 'A');
  const other = base.replace('e', 'E\nF');
  assert.is(withChange(one, base, other), 'A\nb\nc\nd\nE\nF\n');
  assert.is(withChange(other, base, one), 'A\nb\nc\nd\nE\nF\n');
});

test('changes of a file with more lines than a call takes arguments', () => {
  const lines = Array.from({ length: 200_000 }, (_, at) => `${at}\n`);
  const [many, first, last] = [lines, lines.with(0, 'A\n'), lines.with(-1, 'B\n')].map((one) =>
    one.join(''),
  );
  assert.ok(many && first && last);
  const both = withChange(first, many, last);
  assert.is(both.length, many.length - '199999'.length + 1);
  assert.ok(both.startsWith('A\n1\n') && both.endsWith('199998\nB\n'));
});

test('a change is not done twice, and gives way where the text has something else', () => {
  const change = base.replace('a', 'A').replace('e', 'E');
  assert.is(withChange(base.replace('a', 'A'), base, change), change);
  assert.is(withChange(base.replace('a', 'X'), base, change), 'X\nb\nc\nd\nE\n');
});

test('a change that the text has, among others further away, changes nothing', () => {
  // Of equal lines nobody can say which one was added.
  const linesOf = (...names: string[]) =>
    fc.shuffledSubarray(names).map((all) => all.map((one) => `${one}\n`).join(''));
  const tops = linesOf('a', 'b', 'c', 'd');
  const bottoms = linesOf('w', 'x', 'y', 'z');
  const between = 'keep 1\nkeep 2\nkeep 3\n';
  fc.assert(
    fc.property(tops, tops, bottoms, bottoms, (top, newTop, bottom, newBottom) => {
      const before = top + between + bottom;
      const text = newTop + between + newBottom;
      assert.is(withChange(text, before, newTop + between + bottom), text);
      assert.is(withChange(newTop + between + bottom, before, top + between + newBottom), text);
    }),
  );
});

test.run();

/** Hunks of two texts: where git sees a change, as far as a conflict depends on it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diffLines } from '../../daemon/lines/line-diff.ts';
import { linesOf } from '../../daemon/lines/text-lines.ts';
import { randomFrom } from '../support/random.ts';
import { hunksOf } from './git-answers.ts';
import { intBelow, randomlyEdited } from './random-edits.ts';
import { baseText, sourceTexts } from './source-texts.ts';

/** `start-end:newStart-newEnd` of each hunk. */
function hunks(before: string, after: string): string {
  return diffLines(linesOf(before), linesOf(after))
    .map(({ start, end, newStart, newEnd }) => `${start}-${end}:${newStart}-${newEnd}`)
    .join(' ');
}

test('lines keep their ends', () => {
  assert.equal(linesOf('a\r\nb\nc').lines, ['a\r\n', 'b\n', 'c']);
  assert.equal(linesOf('').lines, []);
  assert.equal(linesOf('\n').lines, ['\n']);
});

test('a recent text is read into lines once, and an old one again', () => {
  const first = linesOf('recent\n');
  assert.is(linesOf('recent\n'), first);
  for (let at = 0; at < 100; at++) linesOf(`other ${at}\n`);
  assert.is.not(linesOf('recent\n'), first);
  assert.equal(linesOf('recent\n'), first);
});

test('equal texts have no hunk, and a change, an insertion and a deletion have one each', () => {
  assert.is(hunks('a\nb\n', 'a\nb\n'), '');
  assert.is(hunks('a\nb\nc\n', 'a\nB\nc\n'), '1-2:1-2');
  assert.is(hunks('a\nc\n', 'a\nb\nc\n'), '1-1:1-2');
  assert.is(hunks('a\nb\nc\n', 'a\nc\n'), '1-2:1-1');
  assert.is(hunks('', 'a\n'), '0-0:0-1');
});

test('a last line without a line end differs from the same line with one', () => {
  assert.is(hunks('a\nb\n', 'a\nb'), '1-2:1-2');
  assert.is(hunks('a\r\nb\r\n', 'a\nb\r\n'), '0-1:0-1');
});

test('an inserted line is shown behind the equal lines that follow', () => {
  assert.is(hunks('f {\n}\n\ng\n', 'f {\n}\n}\n\ng\n'), '2-2:2-3');
  assert.is(hunks('a\n\n\nb\n', 'a\n\nb\n'), '2-3:2-2');
});

test('a hunk that slides to another one becomes one with it', () => {
  assert.is(hunks('a\nb\na\nb\nc\n', 'a\nb\na\nb\na\nb\nC\n'), '4-5:4-7');
});

test('the hunks are those of git', () => {
  const random = randomFrom(5);
  const files = sourceTexts();
  const pairs = Array.from({ length: 1_000 }, () => {
    const base = baseText(random, files);
    let ours = base;
    for (let edits = intBelow(random, 10); edits >= 0; edits--) {
      const [own, other] = [linesOf(ours).lines, linesOf(base).lines];
      ours = randomlyEdited({ random, own, base: other, other, near: 20 });
    }
    return { base, ours, theirs: base };
  });
  const expected = hunksOf(pairs);
  const found = pairs.map(({ base, ours }) => hunks(base, ours));
  const wrong = found.findIndex((one, at) => one !== expected[at]);
  assert.is(found[wrong], expected[wrong]);
});

test('texts of 20,000 lines with nothing in common, or in another order, end in one hunk or few', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at}\n`);
  assert.is(hunks(lines.join(''), lines.join('').replaceAll('line', 'row')), '0-20000:0-20000');
  const random = randomFrom(3);
  const shuffled = linesOf(lines.toSorted(() => random() - 0.5).join(''));
  const startedAt = performance.now();
  diffLines(linesOf(lines.join('')), shuffled);
  // It takes a few milliseconds; without a bound it would take minutes.
  assert.ok(performance.now() - startedAt < 2_000);
});

test.run();

/** Ranges of lines: when they touch, and how the ranges of several writes become one claim (RSV-11). */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  mergedLines,
  mergedRanges,
  rangesTouch,
  type LineRange,
} from '../../shared/reservations/lines.ts';

const lines = (start: number, end: number): LineRange => ({ start, end });
const imports = (start: number, end: number): LineRange => ({ start, end, addsImports: true });

test('RSV-11: ranges touch when they overlap or adjoin', () => {
  assert.ok(rangesTouch([lines(2, 5)], [lines(4, 6)]));
  assert.ok(rangesTouch([lines(2, 5)], [lines(5, 6)]));
  assert.ok(rangesTouch([lines(5, 5)], [lines(5, 5)]));
  assert.ok(rangesTouch([lines(5, 5)], [lines(2, 5)]));
  assert.not(rangesTouch([lines(2, 5)], [lines(6, 7)]));
  assert.not(rangesTouch([lines(2, 5)], []));
});

test('RSV-11: regions that both only add imports do not touch', () => {
  assert.not(rangesTouch([imports(3, 3)], [imports(3, 3)]));
  assert.ok(rangesTouch([imports(3, 3)], [lines(3, 4)]));
});

test('the first pair that touches is given', () => {
  const found = rangesTouch([lines(0, 1), lines(5, 6)], [lines(3, 4), lines(6, 8)]);
  assert.equal(found, { one: lines(5, 6), other: lines(6, 8) });
});

test('merged ranges are sorted and joined', () => {
  assert.equal(mergedRanges([lines(5, 6), lines(0, 1)], [lines(6, 8), lines(3, 4)]), [
    lines(0, 1),
    lines(3, 4),
    lines(5, 8),
  ]);
});

test('added imports keep apart from what they adjoin, and lose their mark only where they overlap', () => {
  assert.equal(mergedRanges([imports(3, 3)], [lines(3, 5)]), [imports(3, 3), lines(3, 5)]);
  assert.equal(mergedRanges([imports(3, 3)], [imports(3, 4)]), [imports(3, 4)]);
  assert.equal(mergedRanges([imports(2, 4)], [lines(3, 5)]), [imports(2, 3), lines(3, 5)]);
  assert.equal(mergedRanges([lines(0, 3), imports(3, 3)], [lines(3, 5)]), [lines(0, 5)]);
  assert.equal(mergedRanges([lines(0, 2), lines(5, 7)], [imports(1, 6)]), [
    lines(0, 2),
    imports(2, 5),
    lines(5, 7),
  ]);
});

test('of more than 200 ranges the nearest are joined', () => {
  const far = Array.from({ length: 200 }, (_, at) => lines(at * 10, at * 10 + 1));
  const merged = mergedRanges(far, [lines(43, 44)]);
  assert.is(merged.length, 200);
  assert.ok(merged.some(({ start, end }) => start === 40 && end === 44));
});

test('lines of one base are united, those of another base are replaced', () => {
  const old = { base: 'a', ranges: [lines(0, 1)] };
  assert.equal(mergedLines(old, { base: 'a', ranges: [lines(4, 5)] }), {
    base: 'a',
    ranges: [lines(0, 1), lines(4, 5)],
  });
  const other = { base: 'b', ranges: [lines(4, 5)] };
  assert.equal(mergedLines(old, other), other);
  assert.equal(mergedLines(undefined, other), other);
  assert.is(mergedLines(old, undefined), undefined);
});

test.run();

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';

const endOfYear9999 = 253_402_300_799_999;
const dayMs = 86_400_000;

test('a timestamp is what Date writes, from 1970 to the end of 9999', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: endOfYear9999 }), (atMs) => {
      assert.is(toTimestamp(atMs), new Date(atMs).toISOString());
    }),
    { numRuns: 20_000 },
  );
});

test('the first and the last millisecond of every day of a calendar cycle', () => {
  for (let day = 0; day < 146_097; day += 1) {
    for (const atMs of [day * dayMs, (day + 1) * dayMs - 1]) {
      if (toTimestamp(atMs) !== new Date(atMs).toISOString()) assert.unreachable(String(atMs));
    }
  }
});

test('other moments, parts of milliseconds and what is no moment are as Date has them', () => {
  for (const atMs of [-1, -62_135_596_800_000, endOfYear9999 + 1, 0.5, 1_700_000_000_000.9]) {
    assert.is(toTimestamp(atMs), new Date(atMs).toISOString());
  }
  for (const atMs of [Number.NaN, Number.POSITIVE_INFINITY, 9e15]) {
    assert.throws(() => toTimestamp(atMs), RangeError);
  }
});

test.run();

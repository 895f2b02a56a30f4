import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fuse } from '../../relay/search/fusion.ts';

const test = suite('search: fusion');

test('DEC-6 a hit that counts little does not come before one that counts in full', () => {
  const words = [3, 2].map((number) => ({ number, weight: 0.01 }));
  const meaning = [1, 2].map((number) => ({ number, weight: 1 }));
  const fused = fuse([words, meaning], 3);
  assert.equal(
    fused.map(({ number }) => number),
    [1, 2, 3],
  );
});

test.run();

/** DEC-2: what an agent is told of the decisions that its edit made stale. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { notificationFor } from '../../daemon/knowledge/publication-notice.ts';

const stale = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `dec_${at}`,
    title: `Rule ${at}`,
    symbol: 'src/a.ts#b',
  }));
const linesFor = (count: number) =>
  notificationFor([], { stale_decisions: stale(count), impacts: [] })?.split('\n') ?? [];

test('DEC-2 of many decisions some are named, and how many more there are and where', () => {
  assert.is(linesFor(5).length, 6);
  assert.match(linesFor(6).at(-1) ?? '', /^- 1 more decision that your edit concerns is stale now/);
  assert.match(linesFor(8).at(-1) ?? '', /^- 3 more decisions .* are stale now\. decisions_stale/);
});

test.run();

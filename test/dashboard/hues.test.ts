import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { giveHues, hueCount, hueOf } from '../../relay/dashboard/page/kit/hues.ts';

const agents = (count: number, of: string) =>
  Array.from({ length: count }, (_, at) => `${of}-${at}`);

test('DSH-40 as many agents as there are colours have one each, and keep it when others come and go', () => {
  const first = agents(hueCount, 'sess');
  giveHues(first);
  const before = first.map(hueOf);
  assert.is(new Set(before).size, hueCount);
  const half = first.slice(6);
  giveHues([...half, ...agents(6, 'new')]);
  assert.equal(first.map(hueOf), before);
  assert.is(new Set([...half, ...agents(6, 'new')].map(hueOf)).size, hueCount);
  giveHues(agents(300, 'many'));
  assert.ok(agents(300, 'many').every((id) => hueOf(id) >= 0 && hueOf(id) < hueCount));
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  giveAgentHues,
  givePeopleHues,
  hueCount,
  hueOf,
} from '../../relay/dashboard/page/kit/hues.ts';

const agents = (count: number, of: string, since = 0) =>
  Array.from({ length: count }, (_, at) => ({ id: `${of}-${at}`, since: since + at }));
const huesOf = (all: readonly { id: string }[]) => all.map(({ id }) => hueOf(id));

test('DSH-40 as many agents as there are colours have one each, and keep it when others come', () => {
  const first = agents(hueCount / 2, 'sess');
  giveAgentHues(first);
  const before = huesOf(first);
  const all = [...first, ...agents(hueCount / 2, 'new', 100)];
  giveAgentHues(all);
  assert.equal(huesOf(first), before);
  assert.is(new Set(huesOf(all)).size, hueCount);
  giveAgentHues(agents(300, 'many'));
  assert.ok(huesOf(agents(300, 'many')).every((hue) => hue >= 0 && hue < hueCount));
});

test('DSH-40 an agent has the same colour in every browser, whatever each has seen before', () => {
  const here = agents(8, 'sess');
  giveAgentHues([...agents(6, 'left', -50), ...here]);
  giveAgentHues(here.toReversed());
  const seenLong = huesOf(here);
  giveAgentHues([]);
  giveAgentHues(here);
  assert.equal(huesOf(here), seenLong);
});

test('DSH-40 a person has one colour, whichever agents are here', () => {
  const people = agents(5, 'person');
  givePeopleHues(people);
  const before = huesOf(people);
  giveAgentHues(agents(9, 'sess'));
  assert.equal(huesOf(people), before);
  assert.is(new Set(before).size, 5);
});

test.run();

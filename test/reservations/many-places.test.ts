/** RSV-4, RSV-12: what collides where a file has thousands of places and a write hundreds. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  collisionOf,
  type ConflictPolicy,
  type Reservation,
} from '../../shared/reservations/collisions.ts';
import { mergedRanges, type Lines } from '../../shared/reservations/lines.ts';
import { PlaceIndex } from '../../shared/reservations/place-index.ts';
import { placeNamed, type Place } from '../../shared/reservations/places.ts';
import { acquire, conflictsOf } from '../../shared/reservations/rules.ts';
import { cpuMsOf, leastMs } from '../support/processor.ts';
import { randomFrom } from '../support/random.ts';

const test = suite('many places');
const policies: readonly ConflictPolicy[] = ['symbols', 'members', 'lines'];
const names = [
  '*',
  '',
  '~',
  'import',
  'export',
  'if',
  'A',
  'A.b',
  'A.b.c',
  'AB',
  'A b',
  'f(x)',
  'f(x).g',
];
const withins = ['', 'A', 'B'];

type Dice = ReturnType<typeof dice>;

function dice(seed: number) {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return { below, pick: <T>(all: readonly T[]): T => all[below(all.length)] as T };
}

function held(place: Place, sessionId: string, fence = 1): Reservation {
  return { ...place, filePath: 'src/a.ts', sessionId, fence, expiresAt: 1, asked: false };
}

function someLines(random: Dice): Lines | undefined {
  if (random.below(3) === 0) return undefined;
  const ranges = Array.from({ length: 1 + random.below(2) }, () => {
    const start = random.below(40);
    const end = start + random.below(3);
    return random.below(3) === 0 ? { start, end, addsImports: true as const } : { start, end };
  });
  const older = random.below(3) === 0 ? [{ base: 'base_0', ranges: [{ start: 3, end: 4 }] }] : [];
  const tree = random.pick([undefined, 'tree_1', 'tree_2']);
  return { base: `base_${random.below(3)}`, tree, older, ranges: mergedRanges(ranges, []) };
}

function somePlace(random: Dice): Place {
  const symbol = random.below(3) === 0 ? `s${random.below(20)}` : random.pick(names);
  const place = placeNamed(symbol);
  const within = random.below(4) === 0 ? random.pick(withins) : place.within;
  return { symbol, within, lines: someLines(random) };
}

test('RSV-3 RSV-11 RSV-12 no place that collides is left out', () => {
  const random = dice(7);
  let [pairs, left] = [0, 0];
  for (let round = 0; round < 2_000; round++) {
    const policy = random.pick(policies);
    const options = { nowMs: 0, policy };
    const hasWhole = random.below(3) === 0;
    const wanted = Array.from({ length: 12 }, () => somePlace(random)).filter(
      ({ symbol }) => hasWhole || symbol !== '*',
    );
    const other = { ...held(somePlace(random), 'other'), asked: random.below(3) === 0 };
    const around = new PlaceIndex(wanted, options).around(other);
    assert.equal(
      around,
      wanted.filter((place) => around.includes(place)),
      'their order',
    );
    left += wanted.length - around.length;
    for (const place of wanted) {
      if (collisionOf(place, other, options) === undefined) continue;
      pairs += 1;
      assert.ok(around.includes(place), JSON.stringify({ place, other, policy }));
    }
  }
  assert.ok(pairs > 1_000 && left > 1_000, `${pairs} pairs, ${left} left out`);
});

/** How much more processor four times the places of a file and of a write take: linear work 4 times, quadratic 16 times. */
function growth(work: (held: readonly Reservation[], wanted: readonly Place[]) => unknown): number {
  const all = (count: number) =>
    Array.from({ length: count }, (_, at) => held(place(`h${at}`, at), `sess_${at % 12}`, at));
  const wanted = (count: number) =>
    Array.from({ length: count }, (_, at) => place(`w${at}`, -1 - at));
  const [few, many] = [all(2_000), all(8_000)];
  const [fewWanted, manyWanted] = [wanted(500), wanted(2_000)];
  work(few, fewWanted);
  return leastMs(
    9,
    () => cpuMsOf(() => work(many, manyWanted)) / cpuMsOf(() => work(few, fewWanted)),
  );
}

function place(symbol: string, at: number): Place {
  const start = 100_000 + 3 * at;
  return { ...placeNamed(symbol), lines: { base: 'base', ranges: [{ start, end: start + 1 }] } };
}

for (const policy of policies)
  test(`RSV-1 RSV-4 the work grows with the places and not with their pairs, under ${policy}`, () => {
    const options = { nowMs: 0, policy };
    const times = growth((reservations, places) => {
      const request = { sessionId: 'sess_me', places };
      assert.is(acquire(reservations, request, options).granted.length, places.length);
      assert.is([...conflictsOf(reservations, request, options)].length, 0);
    });
    assert.ok(times < 9, `${times} times`);
  });

test.run();

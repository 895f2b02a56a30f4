import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  collisionOf,
  compareSameBase,
  type ConflictPolicy,
  type Reservation,
  type WantedPlace,
} from '../../shared/reservations/collisions.ts';
import type { LineRange } from '../../shared/reservations/lines.ts';
import { placeNamed, placesOverlap } from '../../shared/reservations/places.ts';
import { acquire, isLive } from '../../shared/reservations/rules.ts';

const policies: readonly ConflictPolicy[] = ['symbols', 'members', 'lines'];
const base = 'a'.repeat(40);

/** A place as a write names it: `start` to `end` of the common base. */
function written(symbol: string, start: number, end: number, more: Partial<WantedPlace> = {}) {
  return { ...placeNamed(symbol), lines: { base, ranges: [{ start, end }] }, ...more };
}

const addsImports: LineRange = { start: 2, end: 2, addsImports: true };
const addedImport = { ...placeNamed('import'), lines: { base, ranges: [addsImports] } };
const otherBase = { lines: { base: 'b'.repeat(40), ranges: [{ start: 1, end: 2 }] } };

function held(place: WantedPlace): Reservation {
  return {
    filePath: 'src/a.ts',
    sessionId: 'other',
    fence: 1,
    expiresAt: 10,
    asked: false,
    ...place,
  };
}

function collides(wanted: WantedPlace, other: WantedPlace, policy: ConflictPolicy) {
  return collisionOf(wanted, held(other), { nowMs: 0, policy })?.by;
}

test('RSV-3: the whole file overlaps all, a container its parts, the top level what is in no symbol', () => {
  const overlap = (one: string, other: string) => placesOverlap(placeNamed(one), placeNamed(other));
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['*', 'login', true],
    ['*', '~', true],
    ['login', 'login', true],
    ['login', 'logout', false],
    ['Session', 'Session.open', true],
    ['Session.open', 'Session.close', false],
    ['Session', 'SessionStore', false],
    ['', 'describe(logs in)', true],
    ['', 'describe(logs in).it(refuses)', true],
    ['', 'if~2', true],
    ['', 'export', true],
    ['', 'login', false],
    ['', 'import', false],
    ['', '~', false],
    ['import', 'import', true],
    ['import', 'login', false],
    ['~', 'login', false],
  ];
  for (const [one, other, expected] of cases) {
    assert.is(overlap(one, other), expected, `${one} and ${other}`);
    assert.is(overlap(other, one), expected, `${other} and ${one}`);
  }
  assert.ok(placesOverlap(placeNamed(''), { symbol: 'limit', within: '' }));
});

type Case = readonly [
  why: string,
  wanted: WantedPlace,
  held: WantedPlace,
  expected: Readonly<Record<ConflictPolicy, 'name' | 'lines' | undefined>>,
];

const nowhere = { symbols: undefined, members: undefined, lines: undefined };
const byName = { symbols: 'name', members: 'name', lines: 'name' } as const;
const byLines = { symbols: 'lines', members: 'lines', lines: 'lines' } as const;

const cases: readonly Case[] = [
  ['other symbols, apart', written('login', 1, 2), written('logout', 5, 6), nowhere],
  ['other symbols, touching', written('login', 1, 5), written('logout', 5, 6), byLines],
  [
    'one symbol, apart',
    written('login', 1, 2),
    written('login', 8, 9),
    { symbols: 'name', members: 'name', lines: undefined },
  ],
  [
    'two members of one class, apart',
    written('Session.open', 1, 2),
    written('Session.close', 8, 9),
    { symbols: 'name', members: undefined, lines: undefined },
  ],
  ['bare names', placeNamed('login'), placeNamed('login'), byName],
  ['bare name against a write', placeNamed('login'), written('login', 1, 2), byName],
  ['a write against a bare name', written('login', 1, 2), placeNamed('login'), byName],
  [
    'lines of two bases',
    written('login', 1, 2),
    { ...placeNamed('login'), ...otherBase },
    { symbols: 'name', members: 'name', lines: undefined },
  ],
  [
    'the whole file, apart',
    written('*', 1, 2),
    written('*', 8, 9),
    { symbols: 'name', members: 'name', lines: undefined },
  ],
  ['the whole file, touching', written('*', 1, 2), written('*', 2, 9), byLines],
];

const asked: readonly Case[] = [
  ['asked for, apart', written('login', 1, 2), written('login', 8, 9, { asked: true }), byName],
  [
    'the container was asked for',
    written('Session.open', 1, 2),
    { ...placeNamed('Session'), asked: true },
    byName,
  ],
  [
    'another symbol was asked for',
    written('login', 1, 2),
    { ...placeNamed('logout'), asked: true },
    nowhere,
  ],
  [
    'lines without a meaning do not stand in what was asked for',
    written('~', 1, 2),
    { ...placeNamed('login'), asked: true },
    nowhere,
  ],
];

const shared: readonly Case[] = [
  ['imports, apart', written('import', 1, 2), written('import', 8, 9), nowhere],
  ['imports, touching', written('import', 1, 2), written('import', 2, 3), byLines],
  ['added imports, touching', addedImport, addedImport, nowhere],
  ['an added import against a changed one', addedImport, written('import', 2, 3), byLines],
  ['exports, apart', written('export', 1, 2), written('export', 8, 9), nowhere],
  ['comments, apart', written('~', 1, 2), written('~', 8, 9), nowhere],
  ['a comment beside code', written('~', 1, 2), written('login', 2, 4), byLines],
  ['a comment in a file that is held whole', written('~', 1, 2), written('*', 8, 9), nowhere],
  ['a comment in a file of unknown lines', written('~', 1, 2), placeNamed('*'), byName],
  ['imports of unknown lines', placeNamed('import'), written('import', 8, 9), byName],
];

function table(title: string, rows: readonly Case[]) {
  for (const [why, wanted, other, expected] of rows) {
    test(`${title}: ${why}`, () => {
      for (const policy of policies)
        assert.is(collides(wanted, other, policy), expected[policy], policy);
    });
  }
}

table('RSV-12', cases);
table('RSV-13', asked);
table('RSV-14', shared);

test('RSV-11: a conflict by lines names the lines of the holder', () => {
  const found = collisionOf(written('login', 1, 5), held(written('logout', 5, 6)), {
    nowMs: 0,
    policy: 'members',
  });
  assert.equal(found, { by: 'lines', lines: { start: 5, end: 6 } });
});

test('RSV-12: who has compared the contents decides what touches', () => {
  const wanted = written('login', 1, 2);
  const other = { ...placeNamed('logout'), ...otherBase };
  assert.is(compareSameBase(wanted, held(other)).kind, 'apart');
  const theirs = { start: 1, end: 2 };
  const compareLines = () => ({ kind: 'touch' as const, theirs });
  const found = collisionOf(wanted, held(other), { nowMs: 0, policy: 'lines', compareLines });
  assert.equal(found, { by: 'lines', lines: theirs });
});

const options = { nowMs: 0, policy: 'lines' } as const;

function acquired(before: readonly Reservation[], sessionId: string, places: WantedPlace[]) {
  const outcome = acquire(before, { sessionId, places }, options);
  const of = (symbol: string) => outcome.granted.find((one) => one.symbol === symbol);
  const kept = before.filter(
    (one) => !outcome.absorbed.includes(one) && !(one.sessionId === sessionId && of(one.symbol)),
  );
  const rows = outcome.granted.map((one) => ({ ...held(one), ...one, sessionId }));
  return { outcome, reservations: [...kept, ...rows] };
}

test('RSV-2: a further write adds its lines to those of the place', () => {
  const first = acquired([], 'me', [written('login', 1, 2)]);
  const second = acquired(first.reservations, 'me', [written('login', 7, 8)]);
  assert.equal(
    second.reservations.map(({ lines }) => lines?.ranges),
    [
      [
        { start: 1, end: 2 },
        { start: 7, end: 8 },
      ],
    ],
  );
});

test('RSV-7: the whole file takes over the lines of what it replaces, and further ones', () => {
  const first = acquired([], 'me', [written('login', 1, 2)]);
  const second = acquired(first.reservations, 'me', [written('*', 7, 8)]);
  const third = acquired(second.reservations, 'me', [written('logout', 20, 21)]);
  assert.equal(
    third.reservations.map(({ symbol, lines }) => [symbol, lines?.ranges.length]),
    [['*', 3]],
  );
});

test('RSV-13: what was asked for stays asked for after a write, and beside a whole file by lines', () => {
  const first = acquired([], 'me', [{ ...placeNamed('login'), asked: true }]);
  const second = acquired(first.reservations, 'me', [written('login', 1, 2)]);
  assert.equal(
    second.reservations.map((one) => [one.asked, one.lines?.ranges.length]),
    [[true, 1]],
  );
  const third = acquired(second.reservations, 'me', [written('*', 7, 8)]);
  assert.equal(
    third.reservations.map(({ symbol }) => symbol),
    ['login', '*'],
  );
});

const range = fc
  .tuple(fc.nat(12), fc.nat(3), fc.boolean())
  .map(([start, length, adds]): LineRange =>
    adds ? { start, end: start + length, addsImports: true } : { start, end: start + length },
  );
const lines = fc.record({
  base: fc.constantFrom(base, 'b'.repeat(40)),
  ranges: fc.array(range, { minLength: 1, maxLength: 2 }),
});
const names = ['*', '', '~', 'import', 'export', 'a', 'a.b', 'a.c', 'f(x)', 'f(x).g(y)'];
const place: fc.Arbitrary<WantedPlace> = fc
  .record({ symbol: fc.constantFrom(...names), lines: fc.option(lines, { nil: undefined }) })
  .map(({ symbol, lines: changed }) => ({ ...placeNamed(symbol), lines: changed }));
const request = fc.record({
  sessionId: fc.constantFrom('one', 'two', 'three'),
  asks: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
  places: fc.array(place, { minLength: 1, maxLength: 3 }),
});

for (const policy of policies) {
  test(`RSV-7: no order of requests gives two sessions what collides, with the policy ${policy}`, () => {
    const property = fc.property(fc.array(request, { maxLength: 14 }), (requests) => {
      let reservations: Reservation[] = [];
      for (const { sessionId, asks, places } of requests) {
        const wanted = asks
          ? places.map(({ symbol }) => ({ ...placeNamed(symbol), asked: true }))
          : places;
        const by = { nowMs: 0, policy };
        const { granted, absorbed } = acquire(reservations, { sessionId, places: wanted }, by);
        const isReplaced = (one: Reservation) =>
          absorbed.includes(one) ||
          (one.sessionId === sessionId && granted.some(({ symbol }) => symbol === one.symbol));
        const rows = granted.map((one) => ({ ...held(one), ...one, sessionId }));
        reservations = [...reservations.filter((one) => !isReplaced(one)), ...rows];
        assertNoneCollide(reservations, policy);
      }
    });
    fc.assert(property, { numRuns: 2_000 });
  });
}

function assertNoneCollide(reservations: readonly Reservation[], policy: ConflictPolicy) {
  for (const one of reservations) {
    for (const other of reservations) {
      if (one === other || !isLive(other, 0)) continue;
      const pair = JSON.stringify([one, other]);
      if (one.sessionId === other.sessionId) assert.is.not(one.symbol, other.symbol, pair);
      else assert.is(collisionOf(one, other, { nowMs: 0, policy }), undefined, pair);
    }
  }
}

test.run();

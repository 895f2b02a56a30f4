/** What a denial names beside the first conflict (RSV-9). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { blockedBy } from '../../shared/reservations/also-held.ts';
import { placeNamed } from '../../shared/reservations/places.ts';
import { conflictsOf } from '../../shared/reservations/rules.ts';

const test = suite('also held');

const policy = 'members';
const held = (sessionId: string, symbol: string, fence = 1) => ({
  ...placeNamed(symbol),
  filePath: 'a.ts',
  sessionId,
  fence,
  expiresAt: 10,
  asked: false,
});

function wanted(symbols: readonly string[], reservations: readonly ReturnType<typeof held>[]) {
  const request = { sessionId: 'me', places: symbols.map(placeNamed) };
  const blocked = blockedBy(conflictsOf(reservations, request, { nowMs: 0, policy }));
  return blocked && [blocked.conflict.reservation.symbol, ...blocked.alsoHeld];
}

test('RSV-9: all that the first holder has in the way, each once, and nothing of another one', () => {
  const of = [held('a', 'one'), held('b', 'two'), held('a', 'three'), held('a', 'free')];
  assert.equal(wanted(['one', 'two', 'three'], [...of, held('a', 'three')]), ['one', 'three']);
  assert.equal(wanted(['*'], of), ['one', 'three', 'free']);
  assert.is(wanted(['other'], of), undefined);
});

test('RSV-7, RSV-9: what one had before the other is not in the way', () => {
  const of = [
    held('me', 'two', 1),
    held('a', 'one', 2),
    held('a', 'two', 2),
    held('a', 'three', 2),
  ];
  assert.equal(wanted(['one', 'two', 'three'], of), ['one', 'three']);
});

test.run();

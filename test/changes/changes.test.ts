/** RSV-10, RSV-13: whose lines are in the way in one work tree, and when a change is of the whole file. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { overwrites, OwnedLines } from '../../daemon/changes/owned-lines.ts';
import { touchedBy } from '../../daemon/changes/written-places.ts';
import { loadPlaceReader } from '../../daemon/index/places/place-reader.ts';
import { limits } from '../../shared/contract/fields.ts';

const before = 'a\nb\nc\nd\n';

test('RSV-13: where another session only removed lines, none of its lines are in the way', () => {
  const owned = new OwnedLines();
  const after = 'a\nd\n';
  owned.note('file', 'ann', { before, after });
  const around = { start: 0, end: 2 };
  assert.is(
    owned.spansIn('file', after).some((span) => overwrites(around, span)),
    false,
  );
});

test('RSV-13: a file is shared as soon as two sessions have lines in it', () => {
  const owned = new OwnedLines();
  owned.note('file', 'ann', { before, after: `x\n${before}` });
  assert.is(owned.isShared('file'), false);
  owned.note('file', 'ben', { before: `x\n${before}`, after: `x\n${before}y\n` });
  assert.is(owned.isShared('file'), true);
  owned.forget('file', 'ann');
  assert.is(owned.isShared('file'), false);
});

test('RSV-10: a change of more places than a write can name is of the whole file, before the write as after it', async () => {
  const reader = await loadPlaceReader();
  const variables = (count: number) =>
    Array.from({ length: count }, (_, at) => `const v${at} = ${at};\n`).join('');
  const touched = (count: number) =>
    touchedBy(reader.read('a.ts', ''), reader.read('a.ts', variables(count)));
  assert.is(touched(limits.symbolsPerFile).length, limits.symbolsPerFile);
  assert.is(touched(limits.symbolsPerFile + 1), 'whole');
});

test.run();

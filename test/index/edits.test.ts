import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyEdits, replacedRanges, type Edit } from '../../daemon/index/text-edits.ts';

const test = suite('RSV-10 edits applied to a text');

const replace = (oldText: string, newText: string, all = false): Edit => ({
  kind: 'replace',
  oldText,
  newText,
  all,
});
const text = (result: string) => ({ kind: 'text', text: result });
const inapplicable = { kind: 'inapplicable' };

test('edits are applied one after the other', () => {
  assert.equal(applyEdits('a b', [replace('a', 'c'), replace('c b', 'd')]), text('d'));
  assert.equal(
    applyEdits(undefined, [{ kind: 'write', content: 'a' }, replace('a', 'b')]),
    text('b'),
  );
  assert.equal(applyEdits('a', [{ kind: 'delete' }]), { kind: 'absent' });
  assert.equal(applyEdits('a', []), text('a'));
  assert.equal(applyEdits(undefined, []), { kind: 'absent' });
});

test('a replacement is taken literally', () => {
  assert.equal(applyEdits('a.c abc', [replace('a.c', '$& $1')]), text('$& $1 abc'));
});

test('old text must be there, once unless all are meant', () => {
  assert.equal(applyEdits('a', [replace('b', 'c')]), inapplicable);
  assert.equal(applyEdits('a a', [replace('a', 'b')]), inapplicable);
  assert.equal(applyEdits('a a', [replace('a', 'b', true)]), text('b b'));
  assert.equal(applyEdits('b', [replace('a', 'b', true)]), inapplicable);
  assert.equal(applyEdits(undefined, [replace('a', 'b')]), inapplicable);
});

test('replacing nothing makes a file, and fits no file that has a text', () => {
  assert.equal(applyEdits(undefined, [replace('', 'a')]), text('a'));
  assert.equal(applyEdits('', [replace('', 'a')]), text('a'));
  assert.equal(applyEdits('b', [replace('', 'a')]), inapplicable);
});

test('an edit shown with LF fits a file with CRLF and keeps its line ends', () => {
  assert.equal(applyEdits('a\r\nb\r\n', [replace('a\nb', 'a\nc')]), text('a\r\nc\r\n'));
  assert.equal(replacedRanges('a\r\nb\r\n', replace('a\nb', 'a\nc')), [{ start: 3, end: 4 }]);
});

test('the replaced ranges are those whose content changes', () => {
  assert.equal(replacedRanges('abcabc', replace('bc', 'bd', true)), [
    { start: 2, end: 3 },
    { start: 5, end: 6 },
  ]);
  assert.equal(replacedRanges('abc', { kind: 'write', content: 'abXc' }), [{ start: 2, end: 2 }]);
  assert.equal(replacedRanges('abc', { kind: 'delete' }), [{ start: 0, end: 3 }]);
  assert.is(replacedRanges('abc', replace('x', 'y')), undefined);
});

test('outside its replaced range a written text is unchanged', () => {
  const short = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 8 });
  fc.assert(
    fc.property(short, short, (before, content) => {
      const [range] = replacedRanges(before, { kind: 'write', content }) ?? [];
      if (range === undefined) throw new Error('a write has a range');
      assert.ok(range.start <= range.end);
      assert.is(content.slice(0, range.start), before.slice(0, range.start));
      assert.ok(content.slice(range.start).endsWith(before.slice(range.end)));
    }),
  );
});

test.run();

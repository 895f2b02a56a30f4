import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyEdits, undoEdits, type Edit } from '../../daemon/index/text-edits.ts';

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
  assert.equal(applyEdits('a\r\nb\r\n', [replace('b', 'b\nc')]), text('a\r\nb\r\nc\r\n'));
  assert.equal(applyEdits('a\nb\r\nc\n', [replace('a\nb', 'd\ne')]), text('d\ne\r\nc\n'));
});

test('edits are undone where their new text stands once', () => {
  const edits = [replace('a', 'b'), replace('b c', 'd')];
  assert.is(undoEdits('x d', edits), 'x a c');
  assert.is(undoEdits('x d d', edits), undefined);
  assert.is(undoEdits('x', edits), undefined);
  assert.is(undoEdits('x', [replace('a', '')]), undefined);
  assert.is(undoEdits('b', [replace('a', 'b', true)]), undefined);
  assert.is(undoEdits('b', [{ kind: 'write', content: 'b' }]), undefined);
});

test.run();

import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { filesOfPatch } from '../../shared/clients/common/apply-patch.ts';
import { applyEdits, undoEdits } from '../../daemon/index/text-edits.ts';

const test = suite('patches of apply_patch');

function patch(...lines: string[]): string {
  return ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
}

test('every file of the patch is read once, with its own edits', () => {
  const files = filesOfPatch(
    patch(
      '*** Add File: src/new.ts',
      '+export const a = 1;',
      '+',
      '*** Update File: src/auth.ts',
      '@@ export function login() {',
      ' function a() {',
      '-  return 1;',
      '+  return 2;',
      '@@',
      '-last',
      '+end',
      '*** End of File',
      '*** Delete File: old name.ts',
    ),
  );
  const replace = (oldText: string, newText: string, ...headings: string[]) => ({
    kind: 'replace',
    oldText,
    newText,
    all: false,
    chunk: { headings, additions: 'inPlace' },
  });
  assert.equal(files, [
    { path: 'src/new.ts', edits: [{ kind: 'write', content: 'export const a = 1;\n\n' }] },
    {
      path: 'src/auth.ts',
      edits: [
        replace(
          'function a() {\n  return 1;',
          'function a() {\n  return 2;',
          'export function login() {',
        ),
        replace('last', 'end'),
      ],
    },
    { path: 'old name.ts', edits: [{ kind: 'delete' }] },
  ]);
});

test('HOK-5 what is moved over a file stays unknown, whatever else the patch says of that file', () => {
  const move = ['*** Update File: src/q.ts', '*** Move to: src/auth.ts', '@@', '-a', '+b'];
  const update = ['*** Update File: src/auth.ts', '@@', '-c', '+d'];
  for (const lines of [
    [...move, ...update],
    [...update, ...move],
    [...move, '*** Delete File: src/auth.ts'],
  ]) {
    const found = filesOfPatch(patch(...lines)).find(({ path }) => path === 'src/auth.ts');
    assert.is(found?.edits, undefined, lines.join('|'));
    assert.ok(found);
  }
});

test('HOK-5 spaces around a path hide no file', () => {
  for (const heading of [
    '*** Delete File:src/a.ts',
    '*** Delete File:  src/a.ts',
    '  *** Delete File:\tsrc/a.ts ',
  ])
    assert.equal(filesOfPatch(patch('*** Delete File: b.ts', heading)), [
      { path: 'b.ts', edits: [{ kind: 'delete' }] },
      { path: 'src/a.ts', edits: [{ kind: 'delete' }] },
    ]);
});

test('a file that is moved goes from one path, and comes with an unknown text to the other', () => {
  const moved = patch('*** Update File: a.ts', '*** Move to: b.ts', '@@', '-x', '+y');
  assert.equal(filesOfPatch(moved), [
    { path: 'a.ts', edits: [{ kind: 'delete', moves: true }] },
    { path: 'b.ts', edits: undefined },
  ]);
});

test('several sections of one file are one file, with the edits in order', () => {
  const twice = patch('*** Delete File: a.ts', '*** Add File: a.ts', '+x');
  assert.equal(filesOfPatch(twice), [
    { path: 'a.ts', edits: [{ kind: 'delete' }, { kind: 'write', content: 'x\n' }] },
  ]);
});

test('an indented heading names a file too: a client that is lenient must not get past the check', () => {
  const indented = patch('  *** Update File: a.ts', '@@', '-x', '+y');
  assert.equal(
    filesOfPatch(indented).map(({ path }) => path),
    ['a.ts'],
  );
});

test('lines that a patch adds or takes away are never headings', () => {
  const [file, ...others] = filesOfPatch(
    patch('*** Update File: a.md', '@@', '-*** Add File: b.ts', '+*** Delete File: c.ts'),
  );
  assert.is(file?.path, 'a.md');
  assert.equal(others, []);
});

test('CRLF line ends and an empty line of context are read as they are meant', () => {
  const text = patch('*** Update File: a.ts', '@@', ' one', '', '-two', '+zwei', '').replaceAll(
    '\n',
    '\r\n',
  );
  const [file] = filesOfPatch(text);
  const edited = applyEdits('one\n\ntwo\n', file?.edits ?? []);
  assert.equal(edited, { kind: 'text', text: 'one\n\nzwei\n' });
});

test('the edits of a patch lead from the old text to the new one', () => {
  const line = fc
    .string({ minLength: 1, maxLength: 8 })
    .map((text) => `=${text}`.replace(/[\r\n]/g, ''));
  const lines = fc.uniqueArray(line, { minLength: 3, maxLength: 12 });
  fc.assert(
    fc.property(lines, fc.nat(), fc.uniqueArray(line, { maxLength: 3 }), (text, at, added) => {
      const start = at % (text.length - 2);
      const chunk = text.slice(start, start + 3);
      const [first = '', middle = '', last = ''] = chunk;
      const before = `\n${text.join('\n')}\n`;
      const body = [` ${first}`, `-${middle}`, ...added.map((one) => `+${one}`), ` ${last}`];
      const [file] = filesOfPatch(patch('*** Update File: a.ts', '@@', ...body));
      const after = text.toSpliced(start + 1, 1, ...added);
      const expected = { kind: 'text' as const, text: `\n${after.join('\n')}\n` };
      assert.equal(applyEdits(before, file?.edits ?? []), expected);
    }),
  );
});

const klass = 'class A {\n  run() {\n    go();\n  }\n  end() {\n    go();\n  }\n}\n';

function patched(text: string, additions: 'atEnd' | 'inPlace', ...lines: string[]) {
  const [file] = filesOfPatch(patch('*** Update File: a.ts', ...lines), additions);
  return applyEdits(text, file?.edits ?? []);
}

test('a chunk goes to the first place behind its headings and the chunk before', () => {
  const go = ['-    go();', '+    stop();'];
  const once = klass.replace('go', 'stop');
  const [first, last] = [once, klass.replace(/go(?=.*\n {2}\}\n\})/, 'stop')];
  assert.equal(patched(klass, 'atEnd', '@@', ...go), { kind: 'text', text: first });
  assert.equal(patched(klass, 'atEnd', '@@ end() {', ...go), { kind: 'text', text: last });
  assert.equal(patched(klass, 'inPlace', '@@ class A {', '@@   end() {', ...go), {
    kind: 'text',
    text: last,
  });
  const both = { kind: 'text', text: klass.replaceAll('go', 'stop') };
  assert.equal(patched(klass, 'atEnd', '@@', ...go, '@@', ...go), both);
  assert.equal(patched(klass, 'atEnd', '@@ none() {', ...go), { kind: 'inapplicable' });
  assert.equal(patched(klass.replaceAll('\n', '\r\n'), 'atEnd', '@@', ...go), {
    kind: 'text',
    text: first.replaceAll('\n', '\r\n'),
  });
});

test('lines alone go to the end of the file, or behind their heading', () => {
  const atEnd = { kind: 'text', text: `${klass}// end\n` };
  assert.equal(patched(klass, 'atEnd', '@@', '+// end'), atEnd);
  assert.equal(patched(klass, 'atEnd', '@@ class A {', '+// end'), atEnd);
  const [go, stop] = ['-    go();', '+    stop();'];
  const both = { kind: 'text', text: `${klass.replace('go', 'stop')}// end\n` };
  assert.equal(patched(klass, 'atEnd', '@@', '+// end', '@@', go, stop), both);
  assert.equal(patched(klass, 'inPlace', '@@ class A {', '+// end'), {
    kind: 'text',
    text: klass.replace('A {\n', 'A {\n// end\n'),
  });
  const [file] = filesOfPatch(patch('*** Update File: a.ts', '@@', '+// end'), 'atEnd');
  assert.is(undoEdits(`${klass}// end\n`, file?.edits ?? []), klass);
});

test('ANS-2: what is no patch has no files', () => {
  assert.equal(filesOfPatch(''), []);
  assert.equal(filesOfPatch('*** Begin Patch\n*** End Patch'), []);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      filesOfPatch(text);
      filesOfPatch(patch(`*** Update File: a`, text));
    }),
  );
});

test.run();

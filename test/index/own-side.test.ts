import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ownSide } from '../../daemon/index/parser/tree/own-side.ts';
import { parse, touchedNames } from './support.ts';

const test = suite('RSV-10 files that Git could not merge');

const lines = (...all: readonly string[]) => all.join('\n');
const functions = {
  one: 'function one() { return 1; }',
  two: 'function two() { return 2; }',
  three: 'function three() { return 3; }',
};
const here = functions.two.replace('2', '20');
const there = functions.two.replace('2', '200');
const marked = (own: string, theirs: string, base?: string) =>
  lines(
    '<<<<<<< HEAD',
    own,
    ...(base === undefined ? [] : ['||||||| 1a2b3c4', base]),
    '=======',
    theirs,
    '>>>>>>> main',
  );
const file = (middle: string) => lines(functions.one, middle, functions.three, '');

test('the own side is kept, in its lines', () => {
  for (const base of [undefined, functions.two]) {
    const text = file(marked(here, there, base));
    const own = ownSide(text) ?? '';
    assert.is(own.length, text.length);
    assert.equal(
      own.split('\n').map((line) => line.trim()),
      text
        .split('\n')
        .map((line) => (line.startsWith('function') ? line : ''))
        .map((line) =>
          line === there || (line === functions.two && base !== undefined) ? '' : line,
        ),
    );
  }
});

test('line ends stay as they are', () => {
  const text = file(marked(here, there)).replaceAll('\n', '\r\n');
  assert.is(ownSide(text)?.replaceAll(/[^\r\n]/g, ''), text.replaceAll(/[^\r\n]/g, ''));
});

test('what does not follow as Git writes it is no conflict', () => {
  const whole = marked(here, there).split('\n');
  for (let at = 0; at < whole.length; at++)
    if (!whole[at]?.startsWith('function'))
      assert.is(ownSide(file(lines(...whole.toSpliced(at, 1)))), undefined, whole[at]);
  assert.is(ownSide(file(here)), undefined);
  assert.is(ownSide(file('// <<<<<<< HEAD')), undefined);
});

test('only what the own side becomes is touched', () => {
  const before = file(marked(here, there));
  assert.equal(touchedNames('a.ts', before, file(there)), ['two']);
  assert.equal(touchedNames('a.ts', before, file(here)), []);
  assert.equal(touchedNames('a.ts', file(functions.two), before), ['two']);
  assert.equal(
    touchedNames('a.ts', before, before.replace(functions.three, 'function four() {}')),
    ['four', 'three'],
  );
});

test('two conflicts are resolved one after the other', () => {
  const other = marked(functions.three, functions.three.replace('3', '30'));
  const before = lines(functions.one, marked(here, there), other, '');
  const between = lines(functions.one, there, other, '');
  assert.equal(touchedNames('a.ts', before, between), ['two']);
  assert.equal(touchedNames('a.ts', between, file(there).replace('return 3', 'return 30')), [
    'three',
  ]);
});

test('a program with marks in its strings is read as it is', () => {
  const text = file(`const text = \`\n${marked('a', 'b')}\n\`;`);
  assert.equal(touchedNames('a.ts', text, text.replace('\nb\n', '\nc\n')), ['']);
});

test('an own side that is no program leaves the file whole', () => {
  assert.is(parse('a.ts', file(marked('function two() {', there))), undefined);
});

test.run();

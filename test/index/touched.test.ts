import { symbolId } from '../../shared/kernel/symbol-id.ts';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { touchedSymbols } from '../../daemon/index/changed-symbols.ts';
import { parsed, touchedNames } from './support.ts';

const test = suite('RSV-10 touched symbols');

const file = `import { a } from './a.ts';

export function one(x: string): string;
export function one(x: unknown) {
  return a(x);
}

const two = async () => {
  a(2);
};

export class Three {
  run() {}
}

interface Four { b: string }
interface Four { c: string }

enum Five { A, B }

const limit = 5;

export default function () {
  return limit;
}
`;

const edits: readonly [name: string, from: string, to: string, touched: readonly string[]][] = [
  ['a function body', 'return a(x)', 'return a(x, 1)', ['one']],
  ['an overload', 'one(x: string): string', 'one(x: string): number', ['one']],
  [
    'an overload added',
    'export function one(x: unknown)',
    'export function one(x: 1): 1;\nexport function one(x: unknown)',
    ['one'],
  ],
  ['an arrow function', 'a(2)', 'a(3)', ['two']],
  ['a method', 'run() {}', 'run() { a() }', ['Three']],
  ['a method added', 'run() {}', 'run() {}\n  stop() {}', ['Three']],
  ['one of two merged declarations', 'c: string', 'c: number', ['Four']],
  ['an enum member', 'A, B', 'A, B, C', ['Five']],
  ['a default export without a name', 'return limit', 'return limit + 1', ['default']],
  ['a plain variable', 'limit = 5', 'limit = 6', ['']],
  ['a statement added', 'const limit = 5;', 'const limit = 5;\na();', ['']],
  ['a function added', 'const limit = 5;', 'const limit = 5;\nfunction six() {}', ['six']],
  ['a function removed', 'enum Five { A, B }', '', ['Five']],
  ['a function renamed', 'const two', 'const deux', ['deux', 'two']],
  ['a variable that becomes a function', 'limit = 5', 'limit = () => 5', ['', 'limit']],
  ['a function that becomes a class', 'enum Five { A, B }', 'class Five {}', ['Five']],
  [
    'two symbols at once',
    'interface Four { c: string }\n\nenum Five { A, B }',
    'interface Four { d: string }\n\nenum Five { A }',
    ['Five', 'Four'],
  ],
  ['a re-export added', 'const limit = 5;', "const limit = 5;\nexport * from './b.ts';", ['']],
  ['a type alias added', 'const limit = 5;', 'const limit = 5;\ntype T = string;', ['']],
  [
    'a namespace added',
    'const limit = 5;',
    'const limit = 5;\nnamespace N { export function f() {} }',
    [''],
  ],
  ['the import', "import { a } from './a.ts'", "import { a, b } from './c.ts'", []],
  ['a comment', 'const limit', '/** The most. */ const limit', []],
];

for (const [name, from, to, touched] of edits) {
  test(`an edit touches exactly what it changes: ${name}`, () => {
    assert.is(file.split(from).length, 2, 'the text to replace is there once');
    assert.equal(touchedNames('a.ts', file, file.replace(from, to)), [...touched].toSorted());
  });
}

test('a new and a deleted file touch all their symbols, and the top-level part where they have one', () => {
  const all = ['one', 'two', 'Three', 'Four', 'Five', 'default', ''].map((name) =>
    symbolId('src/a.ts', name),
  );
  const state = parsed('src/a.ts', file);
  assert.equal(touchedSymbols('src/a.ts', 'absent', state), { kind: 'symbols', symbolIds: all });
  assert.equal(touchedSymbols('src/a.ts', state, 'absent'), { kind: 'symbols', symbolIds: all });
  const bare = parsed('src/b.ts', "import 'x';\nfunction f() {}");
  assert.equal(touchedSymbols('src/b.ts', 'absent', bare), {
    kind: 'symbols',
    symbolIds: ['src/b.ts#f'],
  });
});

test('an unknown side makes it the whole file', () => {
  const state = parsed('a.ts', file);
  for (const known of [state, 'absent'] as const) {
    assert.equal(touchedSymbols('a.ts', undefined, known), { kind: 'whole_file' });
    assert.equal(touchedSymbols('a.ts', known, undefined), { kind: 'whole_file' });
  }
});

test('symbols carry kind, lines and offsets', () => {
  const found = parsed('a.ts', file).symbols.map(({ name, kind, startLine, endLine }) => [
    name,
    kind,
    startLine,
    endLine,
  ]);
  assert.equal(found, [
    ['one', 'function', 3, 6],
    ['two', 'function', 8, 10],
    ['Three', 'class', 12, 14],
    ['Four', 'interface', 16, 17],
    ['Five', 'enum', 19, 19],
    ['default', 'function', 23, 25],
  ]);
  const [one] = parsed('a.ts', `\ufeff${file}`).symbols;
  assert.ok(
    `\ufeff${file}`.slice(one?.start, one?.end).startsWith('export function one(x: string)'),
  );
});

test('functions are found through parentheses and type assertions, and among several variables', () => {
  const names = (text: string) =>
    parsed('a.ts', text).symbols.map(({ name, kind }) => `${kind} ${name}`);
  assert.equal(names('const f = (function () {}) as F'), ['function f']);
  assert.equal(names('const f = ((a) => a) satisfies F'), ['function f']);
  assert.equal(names('var f = async function* g() {}'), ['function f']);
  assert.equal(names('const a = 1, f = () => a, g = () => f'), ['function f', 'function g']);
  assert.equal(names('const A = class B {}'), ['class A']);
  assert.equal(names('export default () => {}'), ['function default']);
  assert.equal(names('export default (class {})'), ['class default']);
  assert.equal(names('export default async function named() {}'), ['function named']);
  assert.equal(names('const f = wrap(() => {}); export default { a() {} }'), []);
  assert.equal(names('const { f } = () => {}; export = function () {}'), []);
  assert.equal(touchedNames('a.ts', 'const a = 1, f = () => a', 'const a = 2, f = () => a'), ['']);
  assert.equal(touchedNames('a.ts', 'const a = 1, f = () => a', 'const a = 1, f = () => 2'), ['f']);
});

test('names that objects inherit are names like others', () => {
  const text = 'function constructor() {}\nfunction __proto__() {}\nfunction toString() {}';
  assert.equal(touchedNames('a.ts', text, text.replace('__proto__() {}', '__proto__() { f() }')), [
    '__proto__',
  ]);
});

test('for any bodies, changing exactly one touches exactly that one', () => {
  const kinds = ['function', 'arrow', 'class', 'interface', 'enum'] as const;
  const symbol = fc.record({
    kind: fc.constantFrom(...kinds),
    content: fc.string({ unit: 'binary', maxLength: 12 }),
  });
  const declared = (
    { kind, content }: { kind: (typeof kinds)[number]; content: string },
    index: number,
  ): string => {
    const literal = JSON.stringify(content);
    if (kind === 'function') return `function s${index}() { return ${literal}; }`;
    if (kind === 'arrow') return `export const s${index} = () => { f(${literal}, [${index}]); }`;
    if (kind === 'class') return `class s${index} { a = ${literal}; }`;
    if (kind === 'interface') return `interface s${index} { a: ${literal} }`;
    return `enum s${index} { A = ${literal} }`;
  };
  fc.assert(
    fc.property(
      fc.array(symbol, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.string({ unit: 'binary' }),
      (symbols, pick, content) => {
        const chosen = pick % symbols.length;
        const edited = symbols.map((one, index) => (index === chosen ? { ...one, content } : one));
        const isChanged = symbols[chosen]?.content !== content;
        const textOf = (list: typeof symbols) =>
          `import 'x';\n${list.map(declared).join('\n')}\nrun();\n`;
        assert.equal(
          touchedNames('a.ts', textOf(symbols), textOf(edited)),
          isChanged ? [`s${chosen}`] : [],
        );
      },
    ),
  );
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse, parsed, touchedNames } from './support.ts';

const test = suite('RSV-10 meaning');

interface Case {
  readonly path?: string;
  readonly before: string;
  readonly after: string;
}

/** Pairs of bodies of one function that do different things or have different types. */
const differentBodies: Readonly<Record<string, readonly [string, string]>> = {
  identifier: ['a()', 'b()'],
  'string content': ['a("x")', 'a("y")'],
  'string or identifier': ['a("x")', 'a(x)'],
  number: ['a(1)', 'a(2)'],
  'big integer': ['a(1n)', 'a(1)'],
  'binary operator': ['a + b', 'a - b'],
  'operand order': ['a - b', 'b - a'],
  'prefix operator': ['-a', '+a'],
  'prefix or postfix': ['++a', 'a++'],
  'postfix operator': ['a++', 'a--'],
  'logical operator': ['a && b && c', 'a && b || c'],
  'logical grouping': ['a && (b || c)', '(a && b) || c'],
  'nullish operator': ['a ?? b', 'a || b'],
  'arithmetic grouping': ['a - (b - c)', 'a - b - c'],
  'optional chain end': ['(a?.b).c', 'a?.b.c'],
  'optional chain': ['a?.b', 'a.b'],
  'optional call': ['a?.()', 'a()'],
  'declaration kind': ['let x = 1', 'const x = 1'],
  'var or let': ['var x = 1', 'let x = 1'],
  using: ['using x = a()', 'const x = a()'],
  'for header: initializer or condition': ['for (a();;) b()', 'for (;a();) b()'],
  'for header: condition or incrementor': ['for (;a();) b()', 'for (;;a()) b()'],
  'for in or of': ['for (const a in b) c()', 'for (const a of b) c()'],
  'for await': ['for await (const a of b) c()', 'for (const a of b) c()'],
  'then or else': ['if (a); else b()', 'if (a) b()'],
  'else taken away': ['if (a) b(); else c()', 'if (a) b(); c()'],
  'statement moved into a block': ['if (a) { b() } c()', 'if (a) { b(); c() }'],
  'statement order': ['a(); b()', 'b(); a()'],
  'case fall-through': [
    'switch (a) { case 1: b(); case 2: }',
    'switch (a) { case 1: case 2: b() }',
  ],
  'break label': ['x: for (;;) break x', 'x: for (;;) break'],
  'array hole': ['[a,,b]', '[a,b]'],
  spread: ['[...a]', '[a]'],
  'object key': ['({ a: 1 })', '({ b: 1 })'],
  'computed key': ['({ [a]: 1 })', '({ a: 1 })'],
  'shorthand default in pattern': ['const { a: b } = c', 'const { a = b } = c'],
  'renamed binding': ['const { a: b } = c', 'const { a, b } = c'],
  'regular expression': ['/a/', '/b/'],
  'regular expression flags': ['/a/g', '/a/gi'],
  'template text': ['`a${b}`', '`c${b}`'],
  'template raw text': ['t`\\u0061`', 't`a`'],
  'template place': ['`${a} `', '` ${a}`'],
  tag: ['s`a`', 't`a`'],
  'arrow body': ['() => ({})', '() => {}'],
  'async arrow': ['async () => a', '() => a'],
  generator: ['(function* () {})', '(function () {})'],
  'yield delegation': ['(function* () { yield a })', '(function* () { yield* a })'],
  await: ['await a', 'a'],
  new: ['new A()', 'A()'],
  'new of a call': ['new (a())()', 'new a()()'],
  'meta property': ['new.target', 'import.meta'],
  directive: ['"use strict"; a()', '("use strict"); a()'],
  delete: ['delete a.b', 'a.b'],
  'void or typeof': ['void a', 'typeof a'],
  'catch binding': ['try {} catch (e) {}', 'try {} catch {}'],
  finally: ['try {} catch {} finally { a() }', 'try {} catch { a() } finally {}'],
  comma: ['a, b', 'a; b'],
  'conditional branches': ['a ? b : c', 'a ? c : b'],
  'assignment operator': ['a += b', 'a -= b'],
  'private name': ['class A { #b = 1 }', 'class A { b = 1 }'],
  'super call': [
    'class A extends B { constructor() { super() } }',
    'class A extends B { constructor() {} }',
  ],
  static: ['class A { static b = 1 }', 'class A { b = 1 }'],
  'static block': ['class A { static { b() } }', 'class A { static {} }'],
  'getter or method': ['class A { get b() { return 1 } }', 'class A { b() { return 1 } }'],
  accessibility: ['class A { private b = 1 }', 'class A { public b = 1 }'],
  'extends or implements': ['class A extends B {}', 'class A implements B {}'],
  'member decorator': ['class A { @a() b = 1 }', 'class A { @c() b = 1 }'],
  'parameter property': [
    'class A { constructor(readonly b: C) {} }',
    'class A { constructor(b: C) {} }',
  ],
  'definite assignment': ['let a!: B', 'let a: B'],
  'type annotation': ['let a: string', 'let a: number'],
  'type or value': ['let a: B', 'let a = B'],
  'as type': ['a as B', 'a as C'],
  'as or satisfies': ['a as B', 'a satisfies B'],
  'const assertion': ['a as const', 'a'],
  'non-null': ['a!', 'a'],
  'type argument': ['a<B>()', 'a<C>()'],
  'type parameter bound or default': ['function a<T extends B>() {}', 'function a<T = B>() {}'],
  'const type parameter': ['function a<const T>() {}', 'function a<T>() {}'],
  variance: ['interface A<in T> {}', 'interface A<out T> {}'],
  'type operator': ['let a: keyof B', 'let a: readonly B[]'],
  'readonly array': ['let a: readonly B[]', 'let a: B[]'],
  'union or intersection': ['let a: B | C', 'let a: B & C'],
  'optional parameter': ['function a(b?: C) {}', 'function a(b: C) {}'],
  'rest parameter': ['function a(...b) {}', 'function a(b) {}'],
  'parameter default': ['function a(b = 1) {}', 'function a(b = 2) {}'],
  'return type': ['function a(): B {}', 'function a(): C {}'],
  'type predicate': ['function a(b): b is C {}', 'function a(b): asserts b is C {}'],
  'mapped type name': ['let a: { [K in T as N]: V }', 'let a: { [K in T]: N }'],
  'mapped type modifier': ['let a: { -readonly [K in T]: V }', 'let a: { readonly [K in T]: V }'],
  'mapped type optionality': ['let a: { [K in T]-?: V }', 'let a: { [K in T]?: V }'],
  'conditional type': ['let a: B extends C ? D : E', 'let a: B extends C ? E : D'],
  'tuple member name': ['let a: [b: C]', 'let a: [d: C]'],
  'template type': ['let a: `x${B}`', 'let a: `y${B}`'],
  'typeof import': ['let a: typeof import("b")', 'let a: import("b")'],
  'literal type': ['let a: 1', 'let a: -1'],
  'enum value': ['enum A { B = 1 }', 'enum A { B = 2 }'],
  'const enum': ['const enum A { B }', 'enum A { B }'],
  'method or function property': ['interface A { b(): void }', 'interface A { b: () => void }'],
  'optional member': ['interface A { b?: C }', 'interface A { b: C }'],
  'index signature': ['interface A { [b: string]: C }', 'interface A { [b: number]: C }'],
  'call signature': ['interface A { (): B }', 'interface A { new (): B }'],
};

for (const [name, [one, other]] of Object.entries(differentBodies)) {
  test(`a change of meaning touches its symbol: ${name}`, () => {
    const file = (body: string) =>
      `import x from 'x';\nasync function f() {\n${body}\n}\nfunction g() {}\nx();\n`;
    assert.equal(touchedNames('a.ts', file(one), file(other)), ['f']);
  });
}

const differentMarkup: Readonly<Record<string, readonly [string, string]>> = {
  text: ['<a>b</a>', '<a>c</a>'],
  'blank between text and element': ['<a>b <c /></a>', '<a>b<c /></a>'],
  'blank alone': ['<a> </a>', '<a></a>'],
  'attribute value': ['<a b="c" />', '<a b="d" />'],
  'attribute entity': ['<a b="&amp;" />', '<a b={"&amp;"} />'],
  'attribute without value': ['<a b />', '<a b="" />'],
  'attribute expression': ['<a b={c} />', '<a b={d} />'],
  'spread attribute': ['<a {...b} />', '<a b />'],
  'spread child': ['<a>{...b}</a>', '<a>{b}</a>'],
  'attribute order': ['<a b {...c} />', '<a {...c} b />'],
  tag: ['<a />', '<b />'],
  fragment: ['<>a</>', '<b>a</b>'],
  nesting: ['<a><b /><c /></a>', '<a><b><c /></b></a>'],
  'expression or text': ['<a>{b}</a>', '<a>b</a>'],
  'class name': ['<a className="b c" />', '<a className="b d" />'],
};

for (const [name, [one, other]] of Object.entries(differentMarkup)) {
  test(`a change of markup touches its symbol: ${name}`, () => {
    const file = (body: string) =>
      `export const View = () => (${body});\nexport const Other = () => null;\n`;
    assert.equal(touchedNames('a.tsx', file(one), file(other)), ['View']);
  });
}

const sameMeaning: Readonly<Record<string, Case>> = {
  'line comment': {
    before: 'function f() { a() }',
    after: '// why\nfunction f() {\n // how\n a() }',
  },
  'doc comment': { before: 'function f() {}', after: '/** @returns {number} */\nfunction f() {}' },
  'trailing comment': { before: 'a();', after: 'a(); /* b(); */' },
  quotes: { before: 'a("b\'c")', after: "a('b\\'c')" },
  'escape sequence': { before: 'a("\\x62")', after: 'a("b")' },
  'quoted key': { before: 'a({ "b": 1, "2": 3 })', after: 'a({ b: 1, 2: 3 })' },
  'quoted key with underscores': { before: 'a({ "__b": 1 })', after: 'a({ __b: 1 })' },
  'quoted key behind a decorator': {
    before: 'class A { @a({ "b": 1 }) "c" = 1 }',
    after: 'class A { @a({ b: 1 }) c = 1 }',
  },
  'quoted key in pattern': { before: 'const { "b": c } = a', after: 'const { b: c } = a' },
  'number spelling': { before: 'a(0XFF, 1_000, .5)', after: 'a(0xff, 1000, 0.5)' },
  'regular expression flag order': { before: 'a(/b/ig)', after: 'a(/b/gi)' },
  semicolons: { before: 'a();;b();', after: 'a()\nb()' },
  'class semicolons': {
    before: 'class A { a = 1;; b() {}; }',
    after: 'class A { a = 1\n b() {} }',
  },
  'arrow parentheses': { before: 'const f = a => a', after: 'const f = (a) => a' },
  'redundant parentheses': { before: 'a = ((b) + (c))', after: 'a = b + c' },
  'type parentheses': { before: 'let a: ((string)[])', after: 'let a: string[]' },
  'leading bar': { before: 'type A = | B', after: 'type A = B' },
  'trailing commas': { before: 'a([b, c,], { d, },)', after: 'a([b, c], { d })' },
  'member separators': {
    before: 'interface A { b: C, d: E }',
    after: 'interface A { b: C; d: E }',
  },
  'logical grouping of one operator': { before: 'a && (b && c)', after: 'a && b && c' },
  'new without arguments': { before: 'new A', after: 'new A()' },
  'namespace keyword': { before: 'module A {}', after: 'namespace A {}' },
  'line ends': {
    before: 'function f() {\n  return `a\nb`;\n}\n',
    after: 'function f() {\r\n  return `a\r\nb`;\r\n}\r\n',
  },
  'byte order mark': { before: 'function f() {}', after: '\ufefffunction f() {}' },
  'byte order mark before a shebang': {
    before: '#!/usr/bin/env node\nf()',
    after: '\ufeff#!/usr/bin/env node\nf()',
  },
  shebang: { before: 'f()', after: '#!/usr/bin/env node\nf()' },
  'moved symbol': {
    before: 'function f() {}\nfunction g() {}\na()',
    after: 'a()\nfunction g() {}\nfunction f() {}',
  },
  'import added': { before: 'f()', after: 'import { f } from "f";\nimport type G from "g";\nf()' },
  'import changed': {
    before: 'import { f } from "f"; f()',
    after: 'import { f, g } from "./f.ts" with { type: "x" }; f()',
  },
  'import for effect': { before: 'f()', after: 'import "./effect.ts";\nf()' },
  'import equals': { before: 'f()', after: 'import f = require("f");\nimport g = f.g;\nf()' },
  'markup layout': {
    path: 'a.tsx',
    before: '<a>b <c/> d</a>',
    after: '<a>\n  b{" "}\n  <c />{\' \'}\n  d\n</a>',
  },
  'markup comment': { path: 'a.tsx', before: '<a><b/></a>', after: '<a>{/* why */}<b /></a>' },
  'markup attribute': {
    path: 'a.tsx',
    before: "<a b={'c'} d='\"' />",
    after: '<a b="c" d="&quot;" />',
  },
  'class name blanks': {
    path: 'a.jsx',
    before: '<a className="b   c" />',
    after: '<a className="b c" />',
  },
  'self-closing element': { path: 'a.jsx', before: '<a b></a>', after: '<a b />' },
};

for (const [name, { path = 'a.ts', before, after }] of Object.entries(sameMeaning)) {
  test(`no change of meaning touches nothing: ${name}`, () => {
    assert.equal(touchedNames(path, before, after), []);
  });
}

test('a symbol takes modifiers, decorators and declaration kind into its meaning', () => {
  const edits: readonly [string, string, string][] = [
    ['function f() {}', 'export function f() {}', 'f'],
    ['function f() {}', 'async function f() {}', 'f'],
    ['function f() {}', 'function* f() {}', 'f'],
    ['@a() class A {}', '@b() class A {}', 'A'],
    ['class A {}', 'abstract class A {}', 'A'],
    ['const f = () => {}', 'export const f = () => {}', 'f'],
    ['const f = () => {}', 'let f = () => {}', 'f'],
    ['enum E { A }', 'declare enum E { A }', 'E'],
    ['interface I {}', 'interface I extends J {}', 'I'],
  ];
  for (const [before, after, name] of edits)
    assert.equal(touchedNames('a.ts', before, after), [name], after);
});

test('what cannot be parsed is held whole', () => {
  const good = 'function f() {}';
  for (const broken of [
    'function f( {',
    'const = 1',
    '<<<<<<< HEAD\nfunction f() {}\n=======\n',
    'a\0b',
    '`',
  ])
    assert.is(touchedNames('a.ts', good, broken), 'whole_file', broken);
  assert.is(touchedNames('a.ts', 'function f( {', good), 'whole_file');
});

test('another language is held whole, also when it could be read as TypeScript', () => {
  for (const path of ['a.json', 'a.py', 'a.vue', 'a.css', 'Makefile', 'a.mtsx', 'a.ts.bak'])
    assert.is(touchedNames(path, 'a', 'a'), 'whole_file', path);
});

test('every extension of the two languages is parsed', () => {
  for (const path of [
    'a.ts',
    'a.tsx',
    'a.mts',
    'a.cts',
    'a.js',
    'a.jsx',
    'a.mjs',
    'a.cjs',
    'a.d.ts',
    'A.TS',
  ])
    assert.equal(parsed(path, 'function f() {}').symbols.length, 1, path);
});

test('markup is parsed in .js, and type assertions in .ts', () => {
  assert.ok(parse('a.js', 'const View = () => <a>b</a>'));
  assert.ok(parse('a.ts', 'const a = <B>c'));
  assert.is(parse('a.ts', 'const View = () => <a>b</a>'), undefined);
});

test('nesting deeper than the stack and oversized texts count as what cannot be parsed', () => {
  assert.is(parse('a.ts', `${'['.repeat(200_000)}${']'.repeat(200_000)}`), undefined);
  assert.is(parse('a.ts', `f(${'a+'.repeat(200_000)}a)`), undefined);
  assert.is(parse('a.ts', ' '.repeat(2 * 1024 * 1024 + 1)), undefined);
});

test('stored hashes stay comparable: a change here needs a new schema version of the store', () => {
  const { symbols, topLevelHash } = parsed(
    'a.ts',
    'export function f(a: number) { return `${a}` + a++; }\nf(1);',
  );
  assert.equal([symbols[0]?.hash, topLevelHash], ['788965255bb146fe', '643540768ccb7009']);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { syntaxFaultOf } from '../../relay/published-contracts/compare/typescript-declarations.ts';
import { compareContracts, isBreaking } from '../../relay/published-contracts/rules.ts';

/** The changes as lines: `kind path`, with `!` before what breaks. */
function compare(before: string, after: string): string[] {
  const schema = (text: string) => ({ language: 'typescript', schema: text }) as const;
  return compareContracts(schema(before), schema(after)).map(
    ({ kind, path, breaking }) => `${breaking ? '!' : ''}${kind} ${path}`,
  );
}

type Case = readonly [title: string, before: string, after: string, expected: readonly string[]];

const user = 'export interface User { id: string; email?: string }';

const cases: readonly Case[] = [
  ['a field is gone', user, 'interface User { id: string }', ['!removed User.email']],
  ['an optional field is new', 'type T = { a: 1 }', 'type T = { a: 1; b?: 2 }', ['added T.b']],
  ['a required field is new', 'type T = { a: 1 }', 'type T = { a: 1, b: 2 }', ['!added T.b']],
  ['a field is optional now', 'type T = { a: 1 }', 'type T = { a?: 1 }', ['!optional T.a']],
  ['a field is required now', 'type T = { a?: 1 }', 'type T = { a: 1 }', ['!required T.a']],
  ['another type', 'type T = { a: string }', 'type T = { a: number }', ['!changed T.a']],
  ['a union is narrowed', 'type T = "a" | "b"', 'type T = "a"', ['!changed T']],
  ['a union is widened', 'type T = "a" | "b"', 'type T = "a" | "b" | "c"', ['changed T']],
  ['a union is turned round', "type T = 'a' | 'b'", 'type T = | "b" | "a"', []],
  ['a literal becomes its type', 'type T = { a: "x" }', 'type T = { a: string }', ['changed T.a']],
  ['a type becomes a literal', 'type T = { a: string }', 'type T = { a: "x" }', ['!changed T.a']],
  ['boolean is two literals', 'type T = boolean', 'type T = true | false', []],
  ['half of boolean', 'type T = boolean', 'type T = true', ['!changed T']],
  ['null is absence', 'type T = { a: string }', 'type T = { a: string | null }', ['!changed T.a']],
  ['undefined of an optional field', 'type T = { a?: 1 }', 'type T = { a?: 1 | undefined }', []],
  [
    'deep inside',
    'interface A { list: { b: { c: string; d: 1 } }[] }',
    'interface A { list: Array<{ b: { c: number } }> }',
    ['!changed A.list[].b.c', '!removed A.list[].b.d'],
  ],
  ['a readonly field', 'type T = { a: 1 }', 'type T = { readonly a: 1 }', ['!changed T.a']],
  ['a declaration is gone', `${user} type A = 1`, user, ['!removed A']],
  ['a declaration is new', user, `${user}\ntype A = 1`, ['added A']],
  ['an interface becomes an alias', 'interface T { a: 1 }', 'export type T = { a: 1 };', []],
  [
    'comments, marks and order',
    'interface T { /* one */ a: 1, b: 2 }',
    '// two\ninterface T {\n  b: 2\n  a: 1\n}\n',
    [],
  ],
  [
    'a field of a base',
    'interface B { a: 1; b: 2 } interface T extends B { c: 3 }',
    'interface B { a: 1; b: 2 } interface T { a: 1; c: 3 }',
    ['!removed T.b'],
  ],
  [
    'a base from elsewhere',
    'interface T extends Base { c: 3 }',
    'interface T { c: 3 }',
    ['!removed T[& Base]'],
  ],
  [
    'a parameter is new and required',
    'function login(user: string): void',
    'export declare function login(user: string, password: string): void;',
    ['!added login(password)'],
  ],
  [
    'a parameter is new and optional',
    'function f(a: string): void',
    'function f(a: string, b?: number, ...c: string[]): void',
    ['added f(b)', 'added f(c)'],
  ],
  [
    'a parameter with a default',
    'function f(): void',
    'function f(a = (1, 2)): void',
    ['added f(a)'],
  ],
  ['a parameter is gone', 'function f(a: 1): 1', 'function f(): 1', ['!removed f(a)']],
  ['a parameter is required now', 'f(a?: 1): 1', 'f(a: 1): 1', ['!required f(a)']],
  ['a parameter is optional now', 'f(a: 1): 1', 'f(a?: 1): 1', ['optional f(a)']],
  ['a parameter takes more', 'f(a: string): 1', 'f(a: string | null): 1', ['changed f(a)']],
  ['a parameter takes less', 'f(a: string | null): 1', 'f(a: string): 1', ['!changed f(a)']],
  ['a parameter has another name', 'f(a: string): 1', 'f(b: string): 1', []],
  ['a result may be null', 'f(): Promise<A>', 'f(): Promise<A | null>', ['!changed f()']],
  ['a result is surer', 'f(): A | null', 'f(): A', ['changed f()']],
  ['a result has more', 'f(): { a: 1 }', 'f(): { a: 1; b: 2 }', ['added f().b']],
  ['an option has to be given', 'f(o: { a: 1 }): 1', 'f(o: { a: 1; b: 2 }): 1', ['!added f(o).b']],
  [
    'a callback is given less',
    'f(done: (a: 1, b: 2) => void): void',
    'f(done: (a: 1) => void): void',
    ['!removed f(done)(b)'],
  ],
  [
    'a callback is given more',
    'f(done: (a: 1) => void): void',
    'f(done: (a: 1, b: 2) => void): void',
    ['added f(done)(b)'],
  ],
  [
    'a method of an interface',
    'interface S { get(id: string): Promise<User>; }',
    'interface S { get(id: string, deep: boolean): Promise<User>; }',
    ['!added S.get(deep)'],
  ],
  ['a method is a function', 'interface S { get(a: 1): 2 }', 'type S = { get: (b: 1) => 2 }', []],
  [
    'a class has more, and hides things',
    'class S { private a = 1; constructor(x: string) {} run(): void { return; } }',
    'export class S { #b = { c: 2 }; constructor(x: string) {} run(): void {} stop(): void {} }',
    ['added S.stop'],
  ],
  ['an enum loses a key', 'enum E { A, B }', 'enum E { A }', ['!removed E.B']],
  [
    'an enum counts anew',
    'enum E { A, B }',
    'enum E { X, A, B }',
    ['!changed E.A', '!changed E.B', 'added E.X'],
  ],
  ['an enum of texts', "enum E { A = 'a' }", 'const enum E { A = "a", B = "b" }', ['added E.B']],
  [
    'an index of another type',
    'type T = { [k: string]: A }',
    'type T = { [key: string]: B }',
    ['!changed T.[string]'.replace('.[', '[')],
  ],
  ['type parameters', 'type P<T> = T[]', 'type P<T, U = T> = T[]', ['changed P']],
  ['type parameters without default', 'type P<T> = T[]', 'type P<T, U> = T[]', ['!changed P']],
  [
    'a semicolon at the end',
    'export { A }\nexport default A',
    'export { A };\nexport default A;',
    [],
  ],
  ['one of several constants', 'const a: 1, b: 2', 'const a: 1, b: 3', ['!changed b']],
  ['a constant function', 'const f = (a: 1): 2 => 2', 'const f: (a: 1) => 2', []],
  [
    'overloads',
    'function f(a: 1): 1; function f(a: 2): 2;',
    'function f(a: 1): 1;',
    ['!removed f'],
  ],
  [
    'parts of one interface',
    'interface A { a: 1 }',
    'interface A { a: 1 } interface A { b?: 2 }',
    ['added A.b'],
  ],
  ['a field twice', 'interface A {}', 'interface A { a: 1 } interface A { a: 1 }', ['!added A.a']],
  [
    'a field of two types',
    'interface A { a: 1 }',
    'type A = { a: 1 } & { a: 2 }',
    ['!changed A.a'],
  ],
  ['one type alone', '{ id: string; }', '{ id: string; n?: number; }', ['added n']],
  [
    'one signature alone',
    '(a: string) => number',
    '(a: string, b: string) => number',
    ['!added (b)'],
  ],
  ['another kind', 'type T = 1', 'enum T { A }', ['!changed T']],
  [
    'a type that leads to itself',
    'interface N { next: N | null; value: string }',
    'interface N { next: N | null; value: number }',
    ['!changed N.value'],
  ],
  [
    'a circle under another name',
    'interface N { next: N; a: 1 }',
    'interface M { next: M; a: 1 } interface N { next: M; a: 1 }',
    ['added M'],
  ],
  [
    'what is not understood stays',
    'namespace A { const b = 1 }',
    'namespace A { const b = 1; }',
    ['!changed A'],
  ],
  [
    'and hides nothing',
    `namespace A { x }\n${user}`,
    `namespace A { y }\ntype User = 1`,
    ['!changed User', '!changed A'].toReversed(),
  ],
  ['prose', 'GET /users answers a list', 'GET /users answers a map', ['!changed ']],
  [
    'types and signatures alone, beside declarations',
    '{ id: Id }\ntype Id = string\nlogin(user: Id): Promise<Token>; logout(): void',
    '{ id?: Id }\ntype Id = string\nlogin(\n  user: Id,\n  pass: { of: Id },\n): Promise<Token>\nlogout(): void',
    ['!optional id', '!added login(pass)'],
  ],
  [
    'the default has a name now',
    'export default function f(a: string): void {}',
    'export function f(a: string): void {}',
    ['!removed default', 'added f'],
  ],
  [
    'a class is the default now',
    'export class A {}',
    'export default class A {}',
    ['!removed A', 'added default'],
  ],
  [
    'the default function has another name',
    'export default function f(): void {}',
    'function g(): void {}\nexport default g',
    [],
  ],
  [
    'a function is no longer exported',
    'export function f(): void\nexport type T = 1',
    'function f(): void\nexport type T = 1',
    ['!removed f'],
  ],
  ['an export in a list', 'export type T = 1', 'type T = 1\nexport { T }', []],
  [
    'an export of what was imported',
    "import { A, B } from './a'\nexport { A, B }",
    "import { A } from './a'\nexport { A }",
    ['!removed B'],
  ],
  [
    'a class becomes abstract',
    'class A { m(): void {} }',
    'abstract class A { abstract m(): void }',
    ['!removed A(new)', 'added A(super)'],
  ],
  [
    'nobody can make a class any more',
    'class A {}',
    'class A { private constructor() {} }',
    ['!removed A(new)'],
  ],
  [
    'a class needs something now',
    'class A {}',
    'class A { constructor(a: string) {} }',
    ['!added A(new)(a)'],
  ],
  [
    'results that nobody states',
    'function f() { return 1 } const g = () => 1; async function h() { if (a) { return 1 } return "x" }',
    'function f() { return "x" } const g = () => "x"; async function h() { const b = () => 2; return "x" }',
    ['!changed f()', '!changed g()', 'changed h()'],
  ],
  [
    'a result that is stated now',
    'function f() { return 1 }',
    'function f(): number { return 2 }',
    [],
  ],
  [
    'results that cannot be told',
    'function f() { return a() } function g() { return a() }',
    'function f() { return b() } function g() { log(); return a() }',
    ['!changed f()'],
  ],
  [
    'a type parameter has another name',
    'function f<T extends A>(x: T): T[]; interface B<T> { b: Map<string, T>; is: T extends 1 ? 2 : 3 }',
    'function f<K extends A>(y: K): K[]; interface B<K> { b: Map<string, K>; is: K extends 1 ? 2 : 3 }',
    [],
  ],
  [
    'two type parameters change places',
    'function f<A, B>(a: A, b: B): A',
    'function f<B, A>(a: B, b: A): A',
    ['!changed f()'],
  ],
  [
    'overloads with a body that nobody calls',
    'function f(a: 1): 1; function f(a: 2): 2; function f(a: any) { return a } class C { m(a: 1): 1; m(a: 2): 2; m(a: any) { return a } }',
    'function f(a: 1): 1; function f(a: 2): 2; function f(a: 1 | 2, b?: 3) { return a } class C { m(a: 1): 1; m(a: 2): 2; m(a: 1 | 2) { return a } }',
    [],
  ],
  [
    'a constant becomes a function',
    'const f = (a: 1): 2 => 2',
    'function f(b: 1): 2 { return 2 }',
    [],
  ],
  ['brackets that do not fit', 'type T = {', 'type T = (', ['!changed ']],
  ['imports do not count', "import { A } from './a';\ntype T = A", 'type T = A', []],
  [
    'mapped and conditional types by their text',
    'type T<K> = { [P in keyof K]?: K[P] } & (K extends string ? 1 : 2)',
    'type T<K> = { [P in keyof K]: K[P] } & (K extends string ? 1 : 2)',
    [
      '!removed T[& { [ P in keyof K ] ? : K [ P ] }]',
      '!added T[& { [ P in keyof K ] : K [ P ] }]',
    ],
  ],
];

for (const [title, before, after, expected] of cases) {
  test(`PUB-2 ${title}`, () => {
    assert.equal(compare(before, after), [...expected]);
    assert.equal(compare(before, before), []);
    assert.equal(compare(after, `${after} `), [], 'nothing is nothing');
  });
}

test('PUB-2 the text says whom it hurts', () => {
  const text = (before: string, after: string) =>
    compareContracts(
      { language: 'typescript', schema: before },
      { language: 'typescript', schema: after },
    ).map((change) => change.text);
  assert.equal(text('type T = { a: 1 }', 'type T = { a?: 1 }'), [
    'T.a is optional now: who reads it must be ready for it to be missing.',
  ]);
  assert.equal(text('export default A', 'type A = 1'), ['default is gone.', 'A is new.']);
  assert.equal(text('f(a: 1): 2', 'f(a: 1): 2; f(a: 2): 3'), [
    'f can also be called as ((2) => 3).',
  ]);
  assert.equal(text('f(): 1', 'f(a: 1): 1'), [
    'f(a) is new and required: who gives it must add it.',
  ]);
});

test('PUB-2 a text that would keep the parser busy for ever is given up', () => {
  const nested = `type T = 1; const v = ${'async (a='.repeat(60)}1${')'.repeat(60)};`;
  const startedAt = performance.now();
  assert.ok(compare(nested, 'type T = 2').some((change) => change.startsWith('!')));
  assert.is(syntaxFaultOf(nested), undefined);
  assert.ok(performance.now() - startedAt < 20_000);
});

test('PUB-2 JSON Schema in one and TypeScript in the other cannot be compared', () => {
  const changes = compareContracts(
    { language: 'typescript', schema: 'type T = 1' },
    { language: 'json-schema', schema: '{"type":"string"}' },
  );
  assert.ok(isBreaking(changes));
  assert.match(changes[0]?.text ?? '', 'cannot be compared');
});

test.run();

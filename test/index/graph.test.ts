import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SymbolGraph, type FileChange } from '../../daemon/index/graph/symbol-graph.ts';
import { createModuleResolver } from '../../daemon/index/graph/module-resolver.ts';
import { analysed } from './support.ts';

const test = suite('symbol graph');

type Files = Readonly<Record<string, string>>;

const noSettings: Files = {};

function graphOf(files: Files, settings: Files = noSettings): SymbolGraph {
  const graph = new SymbolGraph(createModuleResolver(new Map(Object.entries(settings))));
  graph.update(Object.entries(files).map(([path, text]) => changeOf(path, text)));
  return graph;
}

function changeOf(path: string, text: string | undefined): FileChange {
  return { path, facts: text === undefined ? undefined : analysed(path, text).facts };
}

/** Every edge as `caller -> callee`, sorted, and the same seen from the callees. */
function edgesOf(graph: SymbolGraph): { forward: string[]; backward: string[] } {
  const ids = [...graph.files()].flatMap(({ path, facts }) =>
    ['', ...facts.symbols.map(({ name }) => name)].map((name) => ({ path, name })),
  );
  const forward = ids.flatMap(({ path, name }) =>
    graph.calleesOf(path, name).map((callee) => `${path}#${name} -> ${callee}`),
  );
  const backward = ids.flatMap(({ path, name }) =>
    graph.callersOf(`${path}#${name}`).map((caller) => `${caller} -> ${path}#${name}`),
  );
  return { forward: forward.sort(), backward: backward.sort() };
}

function expectEdges(files: Files, expected: readonly string[], settings?: Files): void {
  const { forward, backward } = edgesOf(graphOf(files, settings));
  assert.equal(forward, [...expected].sort());
  assert.equal(backward, forward);
}

const callee =
  'export function f() {}\nexport class C { static s() {} m() {} }\nexport enum E { A }';

const resolved: Readonly<Record<string, readonly [Files, readonly string[], Files?]>> = {
  'named import': [
    { 'a.ts': callee, 'b.ts': "import { f as g } from './a.ts';\nfunction h() { g(); }" },
    ['b.ts#h -> a.ts#f'],
  ],
  'a use outside every symbol': [
    { 'a.ts': callee, 'b.ts': "import { f } from './a';\nf();" },
    ['b.ts# -> a.ts#f'],
  ],
  'default import': [
    {
      'a.ts': 'export default function () {}',
      'b.ts': "import d from './a';\nconst h = () => d();",
      'c.ts': 'export default class K {}',
      'd.ts': "import K2 from './c';\nclass L extends K2 {}",
      'e.ts': 'function f() {}\nexport default f;',
      'g.ts': "import f from './e';\nexport const h = f;",
    },
    ['b.ts#h -> a.ts#default', 'd.ts#L -> c.ts#K', 'g.ts# -> e.ts#f'],
  ],
  'namespace import': [
    {
      'a.ts': callee,
      'b.ts': "import * as a from './a';\nfunction h() { a.f(); a.none(); g(a); }",
    },
    ['b.ts#h -> a.ts#f'],
  ],
  're-exports': [
    {
      'a.ts': callee,
      'b.ts': "export * from './a';\nexport { f as f2 } from './a';\nexport * as all from './a';",
      'index.ts': "import { C } from './b';\nexport * from './b';\nexport { C as D };",
      'c.ts':
        "import { f, f2, all, D } from '.';\nfunction h() { f2(); }\nfunction i() { all.f(); }\nfunction j(d: D) { f; }",
    },
    ['c.ts#h -> a.ts#f', 'c.ts#i -> a.ts#f', 'c.ts#j -> a.ts#C', 'c.ts#j -> a.ts#f'],
  ],
  'export * in a circle': [
    {
      'a.ts': "export * from './b';\nexport function f() {}",
      'b.ts': "export * from './a';\nexport function g() {}",
      'c.ts':
        "import { f } from './b';\nimport { g, none } from './a';\nfunction h() { f(); g(); none(); }",
    },
    ['c.ts#h -> a.ts#f', 'c.ts#h -> b.ts#g'],
  ],
  'what is ambiguous is left out': [
    {
      'a.ts': 'export function f() {}\nexport function only() {}',
      'b.ts': 'export function f() {}',
      'c.ts': "export * from './a';\nexport * from './b';",
      'd.ts': "import { f, only } from './c';\nfunction h() { f(); only(); }",
    },
    ['d.ts#h -> a.ts#only'],
  ],
  'an own export goes before export *': [
    {
      'a.ts': 'export function f() {}',
      'b.ts': "export * from './a';\nexport const f = 1;",
      'c.ts': "import { f } from './b';\nfunction h() { f; }",
    },
    [],
  ],
  'members of classes': [
    {
      'a.ts': callee,
      'b.ts':
        "import { C } from './a';\nexport const c = new C();\nexport const d: C = make();\nfunction h() { c.m(); }",
      'c.ts':
        "import { c, d } from './b';\nfunction h() { c.m(); }\nfunction i() { d.m(); }\nfunction j() { use(c); }",
      'd.ts':
        "import { C } from './a';\nfunction h() { C.s(); }\nfunction i(x: C) { x.m(); }\nfunction j() { const x = new C(); x.m(); }",
    },
    [
      'b.ts# -> a.ts#C',
      'b.ts#h -> a.ts#C',
      'c.ts#h -> a.ts#C',
      'c.ts#i -> a.ts#C',
      'd.ts#h -> a.ts#C',
      'd.ts#i -> a.ts#C',
      'd.ts#j -> a.ts#C',
    ],
  ],
  'types, values and inheritance': [
    {
      'a.ts':
        'export interface I {}\nexport class C {}\nexport enum E { A }\nexport function f() {}',
      'b.ts':
        "import type { I } from './a';\nimport { C, E, f } from './a';\nclass D extends C implements I {}\nfunction g(e: E.A, then = f) {}\ninterface J extends I { c: typeof C }",
    },
    [
      'b.ts#D -> a.ts#C',
      'b.ts#D -> a.ts#I',
      'b.ts#J -> a.ts#C',
      'b.ts#J -> a.ts#I',
      'b.ts#g -> a.ts#E',
      'b.ts#g -> a.ts#f',
    ],
  ],
  'imports in the middle of code': [
    {
      'a.ts': callee,
      'b.ts':
        "const h = async () => (await import('./a')).f();\nconst i = () => import('./a').then((m) => m.C);\nasync function j() { const { E } = await import('./a'); }\nfunction k(c: import('./a').C) {}",
    },
    ['b.ts#h -> a.ts#f', 'b.ts#i -> a.ts#C', 'b.ts#j -> a.ts#E', 'b.ts#k -> a.ts#C'],
  ],
  'modules of JavaScript': [
    {
      'a.js': 'function f() {}\nclass C {}\nmodule.exports = { f, D: C };',
      'b.js':
        "const { f } = require('./a');\nconst a = require('./a');\nfunction h() { f(); new a.D(); }",
      'c.js': 'class K {}\nmodule.exports = K;',
      'd.js':
        "const K = require('./c.js');\nexports.make = make;\nfunction make() { return new K(); }",
      'e.js': "const d = require('./d');\nd.make();",
      'g.js': 'module.exports = class App {};\nexports.help = () => 1;',
      'h.js': "const App = require('./g');\nfunction h() { new App(); }",
    },
    [
      'a.js# -> a.js#C',
      'a.js# -> a.js#f',
      'b.js#h -> a.js#C',
      'b.js#h -> a.js#f',
      'c.js# -> c.js#K',
      'd.js# -> d.js#make',
      'd.js#make -> c.js#K',
      'e.js# -> d.js#make',
      'h.js#h -> g.js#App',
    ],
  ],
  markup: [
    {
      'a.tsx': 'export function View() { return <div />; }\nexport function div() {}',
      'b.tsx':
        "import { View, div } from './a';\nexport const Page = () => <div View={1}><View /></div>;",
    },
    ['b.tsx#Page -> a.tsx#View'],
  ],
  'extensions as written for the built file': [
    {
      'a.mts': callee,
      'b.mts': "import { f } from './a.mjs';\nf();",
      'c/index.tsx': callee,
      'd.ts': "import { f } from './c';\nf();",
    },
    ['b.mts# -> a.mts#f', 'd.ts# -> c/index.tsx#f'],
  ],
  'path aliases': [
    {
      'app/src/a.ts': callee,
      'app/src/exact.ts': callee,
      'app/b.ts':
        "import { f } from '@/a';\nimport { C } from 'exact';\nimport { E } from 'src/a';\nfunction h() { f(); C; E; }",
      'lib/c.ts': "import { f } from '@/a';\nf();",
    },
    [
      'app/b.ts#h -> app/src/a.ts#E',
      'app/b.ts#h -> app/src/a.ts#f',
      'app/b.ts#h -> app/src/exact.ts#C',
    ],
    {
      'base.json': '{}',
      'tsconfig.base.json':
        '{ // shared\n "compilerOptions": { "baseUrl": "app", "paths": { "@/*": ["none/*", "src/*"], "exact": ["./src/exact"], }, }, }',
      'app/tsconfig.json': '{ "extends": "../tsconfig.base.json" }',
      'lib/tsconfig.json': '{}',
    },
  ],
  'packages of the repository': [
    {
      'packages/one/src/index.ts': callee,
      'packages/one/src/deep.ts': callee,
      'packages/two/a.ts':
        "import { f } from '@x/one';\nimport { C } from '@x/one/deep';\nimport { E } from '#own/e';\nfunction h() { f(); C; E; }",
      'packages/two/src/e.ts': callee,
    },
    [
      'packages/two/a.ts#h -> packages/one/src/deep.ts#C',
      'packages/two/a.ts#h -> packages/one/src/index.ts#f',
      'packages/two/a.ts#h -> packages/two/src/e.ts#E',
    ],
    {
      'packages/one/package.json':
        '{ "name": "@x/one", "exports": { ".": { "import": "./dist/index.js" }, "./*": "./dist/*.js" } }',
      'packages/two/package.json': '{ "imports": { "#own/*": "./src/*.ts" } }',
    },
  ],
};

for (const [name, [files, expected, settings]] of Object.entries(resolved))
  test(`callers are resolved: ${name}`, () => expectEdges(files, expected, settings));

const shadowed: Readonly<Record<string, string>> = {
  parameter: 'function h(f) { f(); }',
  'parameter of an inner function': 'const h = () => (f) => f();',
  'destructured parameter': 'function h({ x: { f = 1 } }) { f; }',
  'local variable after its use': 'function h() { f; const f = 1; }',
  'variable of a block, var': 'function h() { f; { var f = 1; } }',
  'local function': 'function h() { f(); function f() {} }',
  'loop variable': 'function h() { for (const f of []) f; }',
  'caught error': 'function h() { try {} catch (f) { f; } }',
  'name of a function expression': 'const h = function f() { f(); };',
  'class expression': 'const h = () => class f { m() { return f; } };',
  'type parameter': 'function h<f>(x: f): f { return x; }',
  'type parameter of an interface': 'interface h<f> { x: f }',
  'inferred type': 'function h<T>(x: T extends (infer f)[] ? f : never) {}',
  property: 'function h() { return a.f; }',
  'property name': 'function h() { return { f: 1 }; }',
  'member name': 'class h { f = 1; }',
  'method name': 'class h { f() {} }',
  'property of a type': 'interface h { f: string; }',
  label: 'function h() { f: for (;;) break f; }',
  'key of a pattern': 'function h({ f: x }) { x; }',
  'enum member': 'enum h { f }',
};

for (const [name, text] of Object.entries(shadowed))
  test(`a name that stands for something else is no use: ${name}`, () =>
    expectEdges({ 'a.ts': callee, 'b.ts': `import { f } from './a';\n${text}` }, []));

const used: Readonly<Record<string, string>> = {
  'the block beside it': 'function h() { { const f = 1; } f(); }',
  'the function beside it': 'function h() { ((f) => f)(1); f(); }',
  'a type parameter does not hide a value': 'function h<f>() { f(); }',
  'a variable does not hide a type': 'function h() { const f = 1; let x: f; }',
  'shorthand property': 'function h() { return { f }; }',
  'computed name': 'function h() { return { [f]: 1 }; }',
  'default value': 'function h({ x = f }) {}',
  decorator: '@f() class h {}',
  'tagged template': 'function h() { return f`x`; }',
  'type query': 'function h(x: typeof f) {}',
};

for (const [name, text] of Object.entries(used))
  test(`a use is seen: ${name}`, () =>
    expectEdges({ 'a.ts': callee, 'b.ts': `import { f } from './a';\n${text}` }, [
      'b.ts#h -> a.ts#f',
    ]));

const paths = ['a.ts', 'b.ts', 'c.ts', 'c/index.ts', 'd/a.ts', 'd/index.ts', 'b.js'];
const specifiers = ['./a', './b', './c', './c.js', './d', '../a', '..', '.', './index', '@/a', 'b'];
const symbolNames = ['f', 'g', 'K', 'x'];
const settings = {
  'tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["d/*", "*"] } } }',
};

const name = fc.constantFrom(...symbolNames);
const specifier = fc.constantFrom(...specifiers);
const line = fc.oneof(
  fc.tuple(name, name, specifier).map(([a, b, from]) => `import { ${a} as ${b}1 } from '${from}';`),
  fc.tuple(name, specifier).map(([a, from]) => `import ${a}2 from '${from}';`),
  fc.tuple(name, specifier).map(([a, from]) => `import * as ${a}3 from '${from}';`),
  specifier.map((from) => `export * from '${from}';`),
  fc.tuple(name, name, specifier).map(([a, b, from]) => `export { ${a} as ${b} } from '${from}';`),
  fc.tuple(name, specifier).map(([a, from]) => `export * as ${a} from '${from}';`),
  fc.tuple(name, name).map(([a, b]) => `export { ${a}1 as ${b} };`),
  fc.tuple(name, name).map(([a, b]) => `export function ${a}() { ${b}(); ${b}1(); ${b}2.f(); }`),
  fc.tuple(name, name).map(([a, b]) => `export class ${a} extends ${b}1 { m() { ${b}3.g.x(); } }`),
  fc.tuple(name, name).map(([a, b]) => `export const ${a} = new ${b}1();`),
  fc.tuple(name, name).map(([a, b]) => `export const ${a} = () => ${b}1.member;`),
  name.map((a) => `export default ${a};`),
  name.map((a) => `${a}1.run();`),
);
const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
const edit = fc.record({
  path: fc.constantFrom(...paths),
  text: fc.option(text, { nil: undefined, freq: 4 }),
});

test('indexing one file after the other gives the same graph as indexing all at once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
      (batches) => {
        const graph = graphOf({}, settings);
        const files: Record<string, string> = {};
        for (const batch of batches) {
          const last = new Map(batch.map((change) => [change.path, change.text]));
          for (const [path, content] of last)
            if (content === undefined) delete files[path];
            else files[path] = content;
          graph.update(Array.from(last, ([path, content]) => changeOf(path, content)));
          const whole = graphOf(files, settings);
          assert.equal(edgesOf(graph), edgesOf(whole));
          assert.equal(edgesOf(graph).forward, edgesOf(graph).backward);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('other settings resolve everything anew', () => {
  const files = { 'src/a.ts': callee, 'b.ts': "import { f } from '@/a';\nf();" };
  const graph = graphOf(files);
  assert.equal(edgesOf(graph).forward, []);
  const texts = new Map([
    ['tsconfig.json', '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }'],
  ]);
  graph.resolveWith(createModuleResolver(texts));
  assert.equal(edgesOf(graph), {
    forward: ['b.ts# -> src/a.ts#f'],
    backward: ['b.ts# -> src/a.ts#f'],
  });
});

test.run();

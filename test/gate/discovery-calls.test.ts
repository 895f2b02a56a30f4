/** GAT-0: code reaches the tests that import it, call it, load it or start it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { add, expectTests, inProject, parse, shop } from './discovery-shop.ts';

const discovery = suite('discovery by imports and calls');

discovery(
  'GAT-0: a function reaches the tests that call it, through a barrel, and no others',
  async () => {
    await inProject(shop, async (project) => {
      const answer = await project.after({
        'src/parse.ts': parse.replace('return "";', 'return "-";'),
      });
      expectTests(answer, ['test/blank.test.ts']);
    });
  },
);

discovery('GAT-0: callers of callers are reached, the nearest first', async () => {
  await inProject(shop, async (project) => {
    const answer = await project.after({ 'src/add.ts': add.replace('a + b', 'a - b') });
    expectTests(answer, ['test/add.test.ts', 'test/parse.test.ts']);
    assert.is(answer.tests[0], 'test/add.test.ts');
  });
});

discovery('GAT-0: what runs when a module is loaded reaches everybody who loads it', async () => {
  await inProject(shop, async (project) => {
    const answer = await project.after({ 'src/add.ts': `${add}globalThis.name = 'x';\n` });
    expectTests(answer, ['test/add.test.ts', 'test/parse.test.ts', 'test/blank.test.ts']);
  });
});

discovery('GAT-0: an import that is added or taken away is such a change', async () => {
  await inProject({ ...shop, 'src/effect.ts': 'console.log(1);\n' }, async (project) => {
    const answer = await project.after({ 'src/add.ts': `import './effect.ts';\n${add}` });
    expectTests(answer, ['test/add.test.ts', 'test/parse.test.ts', 'test/blank.test.ts']);
  });
});

discovery(
  'GAT-0: a function that is called on load reaches everybody who loads the caller',
  async () => {
    const files = {
      ...shop,
      'src/table.ts':
        "import { add } from './add.ts';\nexport const table = [add(1, 1)];\nexport function unrelated() {}\n",
      'test/table.test.ts': "import { unrelated } from '../src/table.ts';\nunrelated();\n",
    };
    await inProject(files, async (project) => {
      const answer = await project.after({ 'src/add.ts': add.replace('a + b', 'a - b') });
      assert.ok(answer.tests.includes('test/table.test.ts'));
    });
  },
);

const ways: Readonly<Record<string, string>> = {
  'a namespace that is used as a whole':
    "import * as all from '../src/index.ts';\nfor (const name in all) all[name as 'add'](1, 2);\n",
  'a dynamic import': "const { add: it } = await import('../src/add.ts');\nit(1, 2);\n",
  'a require in the middle of code':
    "function late() {\n  return require('../src/add.ts').add(1, 2);\n}\nlate();\n",
  'a mock by path': "declare const vi: any;\nvi.mock('../src/add.ts');\n",
  'a template with a constant beginning':
    'const name = "add";\nawait import(`../src/${name}.ts`);\n',
  'a computed import': 'const name = ["..", "src", "add.ts"].join("/");\nawait import(name);\n',
  'a path that is put together':
    "import { join } from 'node:path';\nimport { readFileSync } from 'node:fs';\nreadFileSync(join('src', 'add.ts'));\n",
  'a folder that is walked': "import { readdirSync } from 'node:fs';\nreaddirSync('src');\n",
  'a program that is started':
    "import { execFileSync } from 'node:child_process';\nexecFileSync('node', ['src/add.ts']);\n",
  'a program that cannot be found out':
    "import { execSync } from 'node:child_process';\nexecSync('npm run cli');\n",
  'built files': "import { add } from '../dist/index.js';\nadd(1, 2);\n",
  'a module of its own name': "import { add } from 'shop';\nadd(1, 2);\n",
};

for (const [way, text] of Object.entries(ways)) {
  discovery(`GAT-0: ${way} counts as reaching`, async () => {
    await inProject({ ...shop, 'test/way.test.ts': text }, async (project) => {
      const answer = await project.after({ 'src/add.ts': add.replace('a + b', 'a - b') });
      assert.ok(answer.tests.includes('test/way.test.ts'), JSON.stringify(answer));
    });
  });
}

discovery('GAT-0: a component reaches the tests that load it', async () => {
  const files = {
    ...shop,
    'src/Sum.vue': "<script setup>\nimport { add } from './add.ts';\nadd(1, 2);\n</script>\n",
    'test/sum.test.ts': "import Sum from '../src/Sum.vue';\nmount(Sum);\n",
  };
  await inProject(files, async (project) => {
    const answer = await project.after({ 'src/add.ts': add.replace('a + b', 'a - b') });
    expectTests(answer, ['test/add.test.ts', 'test/parse.test.ts', 'test/sum.test.ts']);
  });
});

discovery('GAT-0: parts of a class that run on load reach everybody who loads it', async () => {
  const files = {
    ...shop,
    'src/money.ts':
      "import { add } from './add.ts';\nexport class Money {\n  static zero = add(0, 0);\n}\nexport function other() {}\n",
    'test/money.test.ts': "import { other } from '../src/money.ts';\nother();\n",
  };
  await inProject(files, async (project) => {
    const answer = await project.after({ 'src/add.ts': add.replace('a + b', 'a - b') });
    assert.ok(answer.tests.includes('test/money.test.ts'));
  });
});

discovery('GAT-0: a method is reached through instances from elsewhere', async () => {
  const counter = 'export class Counter {\n  next() {\n    return 1;\n  }\n}\n';
  const files = {
    ...shop,
    'src/counter.ts': counter,
    'src/make.ts':
      "import { Counter } from './counter.ts';\nexport function make() {\n  return new Counter();\n}\n",
    'test/make.test.ts': "import { make } from '../src/make.ts';\nmake().next();\n",
  };
  await inProject(files, async (project) => {
    const answer = await project.after({ 'src/counter.ts': counter.replace('1', '2') });
    expectTests(answer, ['test/make.test.ts']);
  });
});

discovery('GAT-0: support code that nobody loads is a test by another name', async () => {
  await inProject(
    { ...shop, 'test/utils.ts': "import { add } from '../src/add.ts';\nadd(1, 2);\n" },
    async (project) => {
      const answer = await project.after({ 'src/add.ts': add.replace('+', '-') });
      assert.ok(answer.tests.includes('test/utils.ts'));
    },
  );
});

discovery.run();

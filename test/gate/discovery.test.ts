/** GAT-0: which tests a change can affect, over real repositories. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AffectedTests } from '../../daemon/gate/discovery/affected-test-finder.ts';
import { clients } from '../../shared/clients/registry.ts';
import { Project, type Files } from './discovery-project.ts';

const discovery = suite('discovery of affected tests');

const add = 'export function add(a: number, b: number) {\n  return a + b;\n}\n';
const parse = [
  "import { add } from './add.ts';",
  'export function parse(text: string) {\n  return add(Number(text), 0);\n}',
  'export function blank() {\n  return "";\n}\n',
].join('\n');
const barrel = "export * from './add.ts';\nexport { parse, blank } from './parse.ts';\n";

const shop: Files = {
  'package.json': '{"name": "shop", "scripts": {"test": "uvu test"}}\n',
  'src/add.ts': add,
  'src/parse.ts': parse,
  'src/index.ts': barrel,
  'test/add.test.ts': "import { add } from '../src/index.ts';\nadd(1, 2);\n",
  'test/parse.test.ts': "import { parse } from '../src/index.ts';\nparse('1');\n",
  'test/blank.test.ts': "import { blank } from '../src/index.ts';\nblank();\n",
};

async function inProject(files: Files, check: (project: Project) => Promise<void>): Promise<void> {
  const project = await Project.of(files);
  try {
    await check(project);
  } finally {
    await project.remove();
  }
}

function expectTests(answer: AffectedTests, tests: readonly string[]): void {
  assert.equal([answer.kind, 'reason' in answer ? answer.reason : ''], ['tests', '']);
  assert.equal([...answer.tests].sort(), [...tests].sort());
}

function expectWhole(answer: AffectedTests, reason: RegExp): void {
  assert.is(answer.kind, 'whole_suite', JSON.stringify(answer.tests));
  if (answer.kind === 'whole_suite') assert.match(answer.reason, reason);
}

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

const readers: Readonly<Record<string, string>> = {
  'readFile of fs/promises':
    "import { readFile } from 'fs/promises';\nawait readFile('src/add.ts');\n",
  'a required fs':
    "const { readFileSync } = require('fs');\nfor (const name of ['add']) readFileSync(`src/${name}.ts`);\nreadFileSync('src/add.ts');\n",
  'a URL beside the module':
    "const file = new URL('../src/add.ts', import.meta.url);\nread(file);\n",
  'a path by __dirname': "read(path.join(__dirname, '..', 'src', 'add.ts'));\n",
  'a path by the working directory': "read(process.cwd() + '/src/add.ts');\n",
  'a URL that becomes a path':
    "import { fileURLToPath } from 'url';\nread(fileURLToPath(base), 'src');\n",
  'a glob of a package': "import { globSync } from 'tinyglobby';\nglobSync('src/*.ts');\n",
  'a glob of a builder': "const all = import.meta.glob('../src/*.ts');\n",
  'a walk from the root': "import { readdirSync } from 'node:fs';\nreaddirSync('..');\n",
  'a raw text': "import text from '../src/add.ts?raw';\ncheck(text);\n",
  'a raw text under a known name': "import { add } from '../src/add.ts?url';\ncheck(add);\n",
  'require.resolve': "check(require.resolve('../src/add.ts'));\n",
  'a computed require': "const name = '../src/' + part;\nrequire(name);\n",
  'a script that is spawned':
    "import { spawnSync } from 'node:child_process';\nspawnSync(process.execPath, ['src/add.ts']);\n",
  'a worker': "new Worker('src/add.ts');\n",
  'a helper that reads': "import { read } from './read-file.ts';\nread('src');\n",
  'a helper that is given a path':
    "import { run } from './helper.ts';\nrun({ path: 'src/add.ts' });\n",
  'a helper that is given a folder': "import { run } from './helper.ts';\nrun({ path: 'src' });\n",
  'a relative path for whomever': "import { run } from './helper.ts';\nrun('../src/add.ts');\n",
  'a declared module that is read as well':
    "import { blank } from '../src/parse.ts';\nimport fs from 'node:fs';\nfs.readFileSync('src/add.ts');\nblank();\n",
  'a path behind a quote in a pattern':
    "import fs from 'node:fs';\nif (/'/.test(name)) fs.readFileSync('src/add.ts');\n",
  'a file that is written and declares it':
    "import fs from 'node:fs';\nfs.writeFileSync('made.ts', `\nimport { add } from '../src/add.ts';\nadd();\n`);\n",
};

for (const [way, text] of Object.entries(readers)) {
  discovery(`GAT-0: ${way} counts as reading`, async () => {
    const files = {
      ...shop,
      'test/way.test.ts': text,
      'test/helper.ts': 'export function run(it: unknown) {\n  return it;\n}\n',
      'test/read-file.ts': 'export function read(it: unknown) {\n  return it;\n}\n',
    };
    await inProject(files, async (project) => {
      const answer = await project.after({ 'src/add.ts': add.replace('a + b', 'a - b') });
      assert.ok(answer.tests.includes('test/way.test.ts'), JSON.stringify(answer));
    });
  });
}

const addresses: Readonly<Record<string, string>> = {
  'words of an address': "const url = '/test/src?path=src';\nblank(url, 'test', 'src');\n",
  'a field of that name':
    "blank({ path: '/src', url: 'https://example.com/src/', file: '/test' });\n",
  'a standard URL': "blank(new URL('/src', 'https://example.com/test').pathname);\n",
  'dots as parts of an address': "blank('.', './', '..', '../', 'a.b'.split('.'));\n",
  'a comment where others are read':
    "import fs from 'node:fs';\n// Not fs.readFileSync('src/add.ts').\nfs.readFileSync(blank());\n",
  'the text of a comment': '// The path of "src" is the url of "test".\nblank();\n',
};

for (const [what, text] of Object.entries(addresses)) {
  discovery(`GAT-0: ${what} is no file that is read`, async () => {
    const files = {
      ...shop,
      'src/url.ts':
        "import { blank } from './parse.ts';\nexport function url(path: string) {\n  return blank() + path;\n}\n",
      'test/way.test.ts': `import { blank } from '../src/index.ts';\n${text}`,
      'test/url.test.ts': "import { url } from '../src/url.ts';\nurl('.');\n",
    };
    await inProject(files, async (project) => {
      const answer = await project.after({ 'src/add.ts': add.replace('a + b', 'a - b') });
      expectTests(answer, ['test/add.test.ts', 'test/parse.test.ts']);
    });
  });
}

discovery('GAT-0: code that reads files uses of its imports only what it names', async () => {
  const files = {
    ...shop,
    'test/way.test.ts':
      "import { readFileSync } from 'node:fs';\nimport { blank } from '../src/parse.ts';\nreadFileSync(blank());\n",
  };
  await inProject(files, async (project) => {
    const answer = await project.after({
      'src/parse.ts': parse.replace('Number(text)', 'Number(text) + 1'),
    });
    expectTests(answer, ['test/parse.test.ts']);
  });
});

discovery('GAT-0: git alone is no program of the repository', async () => {
  const text =
    "import { execFileSync } from 'node:child_process';\nexecFileSync('git', ['status']);\n";
  await inProject({ ...shop, 'test/way.test.ts': text }, async (project) => {
    const answer = await project.after({ 'src/add.ts': add.replace('a + b', 'a - b') });
    expectTests(answer, ['test/add.test.ts', 'test/parse.test.ts']);
  });
});

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

discovery('GAT-0: a fixture reaches the tests that read it', async () => {
  const files = {
    ...shop,
    'test/fixtures/order.json': '{}\n',
    'test/order.test.ts':
      "import { readFileSync } from 'node:fs';\nimport { join } from 'node:path';\nreadFileSync(join(import.meta.dirname, 'fixtures', 'order.json'));\n",
  };
  await inProject(files, async (project) => {
    expectTests(await project.after({ 'test/fixtures/order.json': '{"a": 1}\n' }), [
      'test/order.test.ts',
    ]);
    expectWhole(await project.after({ 'data/unknown.bin': 'x' }), /data\/unknown\.bin/);
  });
});

discovery(
  'GAT-0: configuration, and what it loads before every test, affect the whole suite',
  async () => {
    const files = {
      ...shop,
      'vitest.config.ts': "export default { test: { setupFiles: ['./test/setup.ts'] } };\n",
      'test/setup.ts': "import { add } from '../src/add.ts';\nadd(1, 1);\n",
    };
    await inProject(files, async (project) => {
      expectWhole(
        await project.after({ 'src/add.ts': add.replace('a + b', 'a - b') }),
        /test\/setup\.ts/,
      );
      project.git('checkout', '-q', '.');
      expectWhole(await project.after({ 'package.json': '{"name": "store"}\n' }), /package\.json/);
    });
  },
);

discovery(
  'GAT-0: code that no test is known to reach, and an empty answer, mean the whole suite',
  async () => {
    await inProject({ ...shop, 'bin/cli.ts': 'export {};\n' }, async (project) => {
      const answer = await project.after({
        'bin/cli.ts': 'console.log(1);\n',
        'src/add.ts': add.replace('+', '-'),
      });
      expectWhole(answer, /bin\/cli\.ts/);
      assert.ok(answer.tests.includes('test/add.test.ts'), 'what is known is named first');
    });
    await inProject(shop, async (project) =>
      expectWhole(await project.ask(), /nothing is known to have changed/),
    );
  },
);

discovery('GAT-0: support code that nobody loads is a test by another name', async () => {
  await inProject(
    { ...shop, 'test/utils.ts': "import { add } from '../src/add.ts';\nadd(1, 2);\n" },
    async (project) => {
      const answer = await project.after({ 'src/add.ts': add.replace('+', '-') });
      assert.ok(answer.tests.includes('test/utils.ts'));
    },
  );
});

discovery('GAT-0: the next answer knows what has changed since the last one', async () => {
  await inProject(shop, async (project) => {
    const changed = { 'src/add.ts': add.replace('a + b', 'a - b') };
    expectTests(await project.after(changed), ['test/add.test.ts', 'test/parse.test.ts']);
    const late = { 'test/late.test.ts': "import { add } from '../src/add.ts';\nadd(3, 4);\n" };
    expectTests(await project.after(late), [
      'test/add.test.ts',
      'test/late.test.ts',
      'test/parse.test.ts',
    ]);
    const another = {
      'test/parse.test.ts': "import { blank } from '../src/index.ts';\nblank();\n",
    };
    const answers = await Promise.all([project.after(another), project.ask()]);
    for (const answer of answers) assert.ok(answer.tests.includes('test/late.test.ts'));
    expectTests(await project.after({ 'test/parse.test.ts': '' }), [
      'test/add.test.ts',
      'test/late.test.ts',
      'test/parse.test.ts',
    ]);
  });
});

discovery('GAT-0: while the files change all the time the whole suite is run', async () => {
  await inProject(shop, async (project) => {
    let revision = 0;
    project.index.graph.revision = () => revision++;
    const answer = await project.after({ 'src/add.ts': add.replace('a + b', 'a - b') });
    expectWhole(answer, /change faster/);
  });
});

discovery('GAT-0: a file that is gone reaches who still names it', async () => {
  await inProject(shop, async (project) => {
    project.delete('src/add.ts');
    await project.index.refresh(['src/add.ts']);
    const answer = await project.ask();
    assert.equal([...answer.tests].sort(), [
      'test/add.test.ts',
      'test/blank.test.ts',
      'test/parse.test.ts',
    ]);
  });
});

discovery('GAT-0: what a sparse checkout leaves out is not there', async () => {
  await inProject(shop, async (project) => {
    project.git('update-index', '--skip-worktree', 'test/blank.test.ts', 'test/parse.test.ts');
    project.delete('test/blank.test.ts');
    const answer = await project.after({
      'src/parse.ts': parse.replace(/return/g, 'return null ??'),
    });
    expectTests(answer, ['test/parse.test.ts']);
  });
});

discovery('GAT-0: what cannot be parsed is touched as a whole', async () => {
  await inProject(shop, async (project) => {
    const answer = await project.after({ 'src/add.ts': 'export function add( {\n' });
    assert.equal([...answer.tests].sort(), [
      'test/add.test.ts',
      'test/blank.test.ts',
      'test/parse.test.ts',
    ]);
  });
});

discovery(
  'GAT-0: a commit is compared with where its branch began, whatever the work tree holds',
  async () => {
    await inProject(shop, async (project) => {
      project.git('checkout', '-q', '-b', 'work');
      project.write({ 'src/parse.ts': parse.replace('return "";', 'return "-";') });
      const commit = project.commit('blank');
      project.write({ 'test/blank.test.ts': '', 'src/index.ts': "export * from './add.ts';\n" });
      await project.index.refresh(['test/blank.test.ts', 'src/index.ts']);
      expectTests(await project.ask({ commit }), ['test/blank.test.ts']);
      project.git('checkout', '-q', '-f', 'main');
      expectTests(await project.ask({ commit: commit.slice(0, 10) }), ['test/blank.test.ts']);
    });
  },
);

discovery('GAT-0: what sets agents up affects no test, whichever client it is for', async () => {
  const folders = clients.map(({ folder }) => folder.replace(/\/$/, ''));
  await inProject(shop, async (project) => {
    const answer = await project.after({
      ...Object.fromEntries(folders.map((folder) => [`${folder}/settings.json`, '{}\n'])),
      '.clinerules/hooks/PreToolUse': '#!/bin/sh\n',
      'pkg/.clinerules': 'Be kind.\n',
      '.mcp.json': '{"mcpServers": {}}\n',
      '.coord/hook': '#!/bin/sh\n',
      'src/parse.ts': parse.replace('return "";', 'return "-";'),
    });
    expectTests(answer, ['test/blank.test.ts']);
  });
});

discovery('GAT-0: a name that could be an option is none', async () => {
  await inProject(shop, async (project) => {
    for (const commit of ['--output=x', '-h', 'main; touch y', ''])
      await project.ask({ commit }).then(
        () => assert.unreachable(commit),
        (error: Error) => assert.match(error.message, /^There is no commit/),
      );
  });
});

discovery('GAT-0: filters and drivers of the repository are not run', async () => {
  await inProject(
    { ...shop, '.gitattributes': '*.ts filter=evil diff=evil\n' },
    async (project) => {
      const trap = `touch ${project.root}/ran; cat`;
      for (const key of [
        'filter.evil.clean',
        'filter.evil.smudge',
        'diff.evil.textconv',
        'core.fsmonitor',
      ])
        project.git('config', key, trap);
      const answer = await project.after({
        'src/parse.ts': parse.replace('return "";', 'return "-";'),
      });
      assert.ok(answer.tests.includes('test/blank.test.ts'));
      assert.not.match(project.git('-c', 'core.fsmonitor=false', 'ls-files', '--others'), /ran/);
    },
  );
});

discovery.run();

/** GAT-0: files reach the tests that read them by a path, and a word that is no path reads nothing. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { add, expectTests, expectWhole, inProject, parse, shop } from './discovery-shop.ts';

const discovery = suite('discovery by files that are read');

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

discovery.run();

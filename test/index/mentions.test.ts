/** GAT-0: what a file names, out of its syntax tree, and as the index keeps it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  decodeMentions,
  encodeMentions,
  noMentions,
  type FileMentions,
} from '../../daemon/index/parser/mentions/file-mentions.ts';
import { loadParser } from '../../daemon/index/parser/parser.ts';
import { RepositoryIndex } from '../../daemon/index/repository-index.ts';
import { openIndexStore } from '../../daemon/index/store.ts';
import { analysed, git, makeWorkspace } from './support.ts';

const test = suite('what a file names');
const parser = await loadParser();

/** The rest of what is named is nothing. */
type Named = Partial<FileMentions>;

const named: Readonly<Record<string, readonly [text: string, expected: Named, path?: string]>> = {
  'declarations name modules, in order': [
    "import { a } from './a.ts';\nimport './b.ts';\nexport * from './c.ts';\nimport d = require('./d');\n",
    { modules: ['./a.ts', './b.ts', './c.ts', './d'] },
  ],
  'plain requires at the top of a script are declarations': [
    "const a = require('./a'), { b, c: d } = require('./b');\n",
    { modules: ['./a', './b'] },
    'x.js',
  ],
  'other requires load': [
    "const { a, ...rest } = require('./a');\nconst b = require('./b').b;\nfunction f() { return require('./c'); }\n",
    { loads: ['./a', './b', './c'] },
    'x.js',
  ],
  'a module that is loaded later or named in a type': [
    "const a = () => import(/* webpackChunkName: 'a' */ './a.ts');\nlet b: typeof import('./b.ts');\n",
    { loads: ['./a.ts', './b.ts'] },
  ],
  'mocks, over several lines too': [
    "vi\n  .mock<typeof import('./a.ts')>(\n    './a.ts',\n  );\njest.requireActual('./b.ts');\nmock.module('./c.ts');\n",
    { loads: ['./a.ts', './b.ts', './c.ts'] },
  ],
  'a beginning of a path that is put together': [
    "import(`./a/${name}.ts`);\nrequire('./b/' + name);\n",
    { prefixes: ['./a/', './b/'], loads: [], paths: ['./a/', './b/'] },
  ],
  'a dot before a module that is put together begins a path': [
    "require('./' + name);\n",
    { prefixes: ['./'] },
  ],
  'a dot before an address does not': ["go('./' + page);\n", {}],
  'a name that is computed can be any': [
    'import(name);\nexport const load = createRequire(here);\n',
    { loadsUnknown: true },
  ],
  'a relative path for whomever': ["run('./a.ts');\n", { paths: ['./a.ts'] }],
  'a path behind a quote in a pattern': [
    "import fs from 'node:fs';\nif (/'/.test(name)) fs.readFileSync('src/add.ts');\n",
    { modules: ['node:fs'], words: ['src/add.ts'] },
  ],
  'comments and types name nothing': [
    "import fs from 'node:fs';\n// './a.ts'\n/** import('./b.ts') */\ntype Folder = 'src' | 'test';\nfs.readFileSync(name);\n",
    { modules: ['node:fs'] },
  ],
  'code in a text': ["write(`import { a } from '../src/a.ts';`);\n", { loads: ['../src/a.ts'] }],
  'a program of the repository': [
    "import { execSync } from 'node:child_process';\nexecSync('git status');\nexecSync('npm run x');\n",
    {
      modules: ['node:child_process'],
      words: ['git', 'status', 'npm', 'run', 'x'],
      startsPrograms: true,
    },
  ],
  'git alone is none': [
    "import { execSync } from 'node:child_process';\nexecSync('git status');\n",
    { modules: ['node:child_process'], words: ['git', 'status'] },
  ],
  'a class of which a part runs on load': [
    'export class A {\n  static a = make();\n}\n',
    { runsClassParts: true },
  ],
  'a class of which no part does': ['export class A extends b.B {\n  a = make();\n}\n', {}],
};

for (const [name, [text, expected, path = 'x.ts']] of Object.entries(named))
  test(`GAT-0: ${name}`, () => {
    const { mentions } = analysed(path, text);
    const sorted = (one: FileMentions) =>
      Object.fromEntries(
        Object.entries(one).map(([key, value]) =>
          Array.isArray(value) && key !== 'modules' ? [key, value.toSorted()] : [key, value],
        ),
      );
    assert.equal(sorted(mentions), sorted({ ...noMentions, ...expected }));
    assert.equal(parser.mentions(path, text), mentions);
    assert.equal(decodeMentions(encodeMentions(mentions)), mentions);
  });

test('GAT-0: what cannot be parsed names others all the same', () => {
  const broken = parser.mentions(
    'x.ts',
    "import { a } from './a.ts';\nfunction ( {\nrun('./b.ts');\n",
  );
  assert.equal([broken.modules, broken.paths], [['./a.ts'], ['./b.ts']]);
  const long = `import { a } from './a.ts';\nexport const b = '${'b'.repeat(400_000)}';\n`;
  assert.equal(parser.mentions('x.ts', long).loads, ['./a.ts']);
});

test('GAT-0: the index keeps what files name, and reads no file again for it', async () => {
  const workspace = makeWorkspace({
    'a.ts': "vi.mock('./b.ts');\n",
    'broken.ts': "import './a.ts';\n(",
  });
  const open = async () => {
    const store = openIndexStore(workspace.storeFile);
    const index = new RepositoryIndex({ root: workspace.root, store, git });
    index.start();
    await index.ready;
    return { store, index };
  };
  const first = await open();
  await first.index.close();
  first.store.close();
  const { store, index } = await open();
  assert.equal(index.mentionsOf('a.ts')?.loads, ['./b.ts']);
  assert.equal(index.mentionsOf('broken.ts')?.modules, ['./a.ts']);
  assert.is(index.mentionsOf('none.ts'), undefined);
  assert.is(index.stats().parsed, 0);
  workspace.write('a.ts', "vi.mock('./c.ts');\n");
  await index.refresh(['a.ts']);
  assert.equal(index.mentionsOf('a.ts')?.loads, ['./c.ts']);
  await index.close();
  store.close();
  workspace.remove();
});

test.run();

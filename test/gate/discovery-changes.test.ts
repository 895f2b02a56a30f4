/** GAT-0: what counts as changed, when the whole suite is the answer, and what of a repository is not run. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clients } from '../../shared/clients/registry.ts';
import { add, expectTests, expectWhole, inProject, parse, shop } from './discovery-shop.ts';

const discovery = suite('discovery: what has changed');

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

discovery('GAT-0: a package that came after the first listing reaches its tests', async () => {
  await inProject(shop, async (project) => {
    project.write({
      'packages/b/package.json': '{"name": "@acme/b"}\n',
      'packages/b/src/x.ts': add,
      'packages/b/test/x.test.ts': "import { add } from '../src/x.ts';\nadd(1, 2);\n",
      'packages/a/test/a.test.ts': "import { add } from '@acme/b/src/x.ts';\nadd(1, 2);\n",
    });
    project.commit('another package');
    const answer = await project.after({ 'packages/b/src/x.ts': add.replace('a + b', 'a - b') });
    expectTests(answer, ['packages/a/test/a.test.ts', 'packages/b/test/x.test.ts']);
  });
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

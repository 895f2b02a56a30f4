/** GAT-0, GAT-9: where Git fails, nothing is known of a change; that is not the same as that it touches nothing. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { add, inProject, shop } from './discovery-shop.ts';

const discovery = suite('discovery where git fails');

const changed = { 'src/add.ts': add.replace('a + b', 'a - b') };

discovery(
  'GAT-9: what a commit touches is not known where Git does not compare it, and is asked again',
  async () => {
    await inProject(shop, async (project) => {
      const base = project.git('rev-parse', 'HEAD');
      project.write(changed);
      const commit = project.commit('second');
      project.failing = ([verb]) => verb === 'diff';
      assert.is(await project.touchedSince(commit, base), undefined);
      project.failing = () => false;
      const touched = await project.touchedSince(commit, base);
      assert.equal(
        touched?.map(({ path }) => path),
        ['src/add.ts'],
      );
    });
  },
);

for (const failing of ['diff', 'ls-tree'])
  discovery(
    `GAT-0: all tests are asked for where git ${failing} fails, and only then`,
    async () => {
      await inProject(shop, async (project) => {
        const base = project.git('rev-parse', 'HEAD');
        await project.after(changed);
        const question = { commit: project.commit('second'), bases: [base] };
        project.failing = ([verb]) => verb === failing;
        const answer = await project.ask(question);
        assert.is(answer.kind, 'whole_suite');
        project.failing = () => false;
        const later = await project.ask(question);
        assert.is(later.kind, 'tests');
        assert.ok(later.tests.includes('test/add.test.ts'), later.tests.join());
      });
    },
  );

discovery('GAT-0: so it is where git ls-files fails for the work tree', async () => {
  await inProject(shop, async (project) => {
    project.failing = ([verb]) => verb === 'ls-files';
    assert.is((await project.after(changed)).kind, 'whole_suite');
  });
});

discovery('GAT-9: a file whose texts Git does not give is touched as a whole', async () => {
  await inProject(shop, async (project) => {
    const base = project.git('rev-parse', 'HEAD');
    project.write(changed);
    const commit = project.commit('second');
    project.failing = ([verb]) => verb === 'cat-file' || verb === 'show';
    const touched = await project.touchedSince(commit, base);
    assert.equal(
      touched?.map(({ path, parts }) => [path, parts]),
      [['src/add.ts', 'everything']],
    );
  });
});

discovery.run();

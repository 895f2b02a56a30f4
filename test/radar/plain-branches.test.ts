/** RAD-3: branches that no workstream names. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Repository, conflictTexts, workstream } from './support.ts';

const plain = suite<{ repository: Repository }>('conflict radar, plain branches');

plain.before.each((context) => void (context.repository = new Repository()));
plain.after.each(({ repository }) => repository.remove());

const file = 'src/auth.ts';
const remembered = ['remembered: false', 'remembered: true'] as const;
const expiring = ['remembered: false', 'remembered: false, expires: 60'] as const;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

plain('RAD-3: two local branches that no workstream names', async ({ repository }) => {
  repository.branch('one', () => repository.edit(file, remembered));
  repository.branch('other', () => repository.edit(file, expiring));
  const result = await repository.round([]);
  assert.equal(conflictTexts(result), [`one | other: ${file}#login`]);
});

plain('RAD-3: a branch that was fetched, and a workstream', async ({ repository }) => {
  const a = repository.branch('coord/a', () => repository.edit(file, remembered));
  repository.branch('theirs', () => repository.edit(file, expiring));
  repository.git('update-ref', 'refs/remotes/origin/feature/theirs', 'theirs');
  repository.git('update-ref', 'refs/remotes/origin/main', 'main');
  repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  repository.git('branch', '-q', '-D', 'theirs');
  assert.equal(conflictTexts(await repository.round([a])), [
    `coord/a | feature/theirs: ${file}#login`,
  ]);
});

plain('RAD-3: uncommitted work and a branch of nobody here', async ({ repository }) => {
  repository.branch('other', () => repository.edit(file, expiring));
  repository.edit(file, remembered);
  assert.equal(conflictTexts(await repository.round([])), [`main* | other: ${file}#login`]);
});

plain('RAD-3: detached work trees with uncommitted work', async ({ repository }) => {
  for (const [name, change] of [
    ['one', remembered],
    ['other', expiring],
  ] as const) {
    const root = repository.workTree(name);
    repository.gitIn(root, 'checkout', '-q', '--detach');
    repository.edit(file, change, root);
  }
  assert.equal(conflictTexts(await repository.round([])), [
    `work tree one* | work tree other*: ${file}#login`,
  ]);
});

plain('RAD-3: merged and old branches are no candidates', async ({ repository }) => {
  repository.branch('merged', () => repository.edit(file, remembered));
  repository.git('merge', '-q', 'merged');
  repository.git('checkout', '-q', '-b', 'old', 'main~1');
  repository.edit(file, expiring);
  repository.git('add', '-A');
  repository.gitAt(daysAgo(15), 'commit', '-q', '-m', 'old');
  repository.git('checkout', '-q', 'main');
  repository.branch('fresh', () => repository.write('fresh.md', 'fresh'));
  const result = await repository.round([]);
  assert.equal(conflictTexts(result), []);
  assert.is(result.cost.lines, 2, 'the base, and the fresh one');
});

plain('RAD-3: the nearest pairs are merged first', async ({ repository }) => {
  for (const name of ['a', 'b', 'c', 'd'])
    repository.branch(name, () =>
      repository.edit(file, ['remembered: false', `remembered: '${name}'`]),
    );
  const live = new Set(['b', 'd']);
  const first = await repository.round([], { merges: 1, ms: 60_000 }, live);
  assert.equal(conflictTexts(first), [`b | d: ${file}#login`]);
  assert.is(first.cost.left, 5);
});

plain('RAD-3: fifty branches at most, and it is said', async ({ repository }) => {
  const tree = repository.git('rev-parse', 'main^{tree}').trim();
  for (let at = 0; at < 52; at += 1) {
    const commit = repository.git('commit-tree', tree, '-p', 'main', '-m', `${at}`).trim();
    repository.git('update-ref', `refs/heads/many/${at}`, commit);
  }
  const { cost } = await repository.round([]);
  assert.equal([cost.lines, cost.notes], [51, ['2 branches left out: too many']]);
});

/** `p1` and `p2`, which do not merge, and workstreams that have just begun from them. */
function workOnTwoBases(repository: Repository) {
  for (const [name, change] of [
    ['p1', remembered],
    ['p2', expiring],
  ] as const) {
    repository.branch(name, () => repository.edit(file, change));
    repository.git('branch', '-q', `coord/on-${name}`, name);
  }
  return [workstream('coord/on-p1', 'p1'), workstream('coord/on-p2', 'p2')];
}

plain('RAD-3: branches from which workstreams begin are work too', async ({ repository }) => {
  const workstreams = workOnTwoBases(repository);
  const coming = [`p1 | p2: ${file}#login`];
  assert.is((await repository.round([])).conflicts.length, 1);
  assert.equal(conflictTexts(await repository.round(workstreams)), coming);
  const again = await repository.round(workstreams);
  assert.equal(conflictTexts(again), coming);
  assert.is(again.cost.merges, 0, 'neither has moved');
});

plain('RAD-3: uncommitted work on them goes with what they have committed', async (context) => {
  const { repository } = context;
  const workstreams = workOnTwoBases(repository);
  for (const name of ['p1', 'p2']) {
    const root = `${repository.folder}/${name}`;
    repository.git('worktree', 'add', '-q', root, name);
    repository.write(`${name}.md`, 'not yet', root);
  }
  assert.equal(conflictTexts(await repository.round(workstreams)), [`p1* | p2*: ${file}#login`]);
});

plain('RAD-3: what a workstream has against its base is said once', async ({ repository }) => {
  const [onOne] = workOnTwoBases(repository);
  assert.ok(onOne);
  repository.git('checkout', '-q', 'coord/on-p1');
  repository.edit(file, ['gone: false', 'gone: 1']);
  repository.commit();
  repository.git('checkout', '-q', 'p1');
  repository.edit(file, ['gone: false', 'gone: 2']);
  repository.commit();
  repository.git('branch', '-q', '-D', 'p2', 'coord/on-p2');
  const once = [`coord/on-p1 | p1: ${file}#logout`];
  assert.equal(conflictTexts(await repository.round([onOne])), once);
  repository.write('notes.md', 'not yet');
  assert.equal(conflictTexts(await repository.round([onOne])), once);
});

plain('RAD-1: a workstream from which another begins is compared', async ({ repository }) => {
  const first = repository.branch('coord/first', () => repository.edit(file, remembered));
  const other = repository.branch('coord/other', () => repository.edit(file, expiring));
  repository.git('branch', '-q', 'coord/second', 'coord/first');
  const stacked = workstream('coord/second', 'coord/first');
  assert.equal(conflictTexts(await repository.round([first, other, stacked])), [
    `coord/first | coord/other: ${file}#login`,
  ]);
});

plain.run();

/** What a repository plants does not run, and nothing of the repository is another after a round. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { snapshotOf, type Snapshot } from '../../daemon/radar/candidates/snapshot.ts';
import {
  openScratchRepository,
  type ScratchRepository,
} from '../../daemon/radar/scratch/scratch-repository.ts';
import { auth, Repository, conflictTexts } from './support.ts';

const hostile = suite<{ repository: Repository }>('conflict radar, hostile repositories');

hostile.before.each((context) => void (context.repository = new Repository()));
hostile.after.each(({ repository }) => repository.remove());

const remembered = ['remembered: false', 'remembered: true'] as const;
const expiring = ['remembered: false', 'remembered: false, expires: 60'] as const;

hostile('drivers, filters, hooks, monitors and converters do not run', async ({ repository }) => {
  const trace = join(repository.folder, 'trace');
  const command = `touch '${trace}'; exit 1`;
  repository.commit({
    '.gitattributes': '* merge=evil filter=evil diff=evil\nsrc/free.ts -filter\n',
    'src/free.ts': auth,
  });
  const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
  const b = repository.branch('coord/b', () => repository.edit('src/auth.ts', expiring));
  const root = repository.workTree('coord/c');
  repository.edit('src/auth.ts', expiring, root);
  repository.edit('src/free.ts', expiring, root);
  plant(repository, command);
  // The date alone is another: git would have to read the file, and through the filter.
  utimesSync(join(repository.root, 'src/auth.ts'), 1, 1);
  const result = await repository.round([a, b]);
  assert.not.ok(existsSync(trace));
  assert.equal(conflictTexts(result), ['coord/a | coord/b: src/auth.ts#login']);
  assert.equal(result.cost.notes, ["work tree coord-c: 1 left out: a filter's"]);
  // The traps are real ones.
  assert.throws(() => repository.git('merge-tree', '--write-tree', 'coord/a', 'coord/b'));
  assert.ok(existsSync(trace));
  rmSync(trace);
  assert.throws(() => repository.git('checkout', '-q', 'coord/a'));
  assert.ok(existsSync(trace));
});

function plant(repository: Repository, command: string): void {
  const hooks = join(repository.root, '.git', 'hooks');
  mkdirSync(hooks, { recursive: true });
  const names = ['post-index-change', 'reference-transaction', 'post-checkout', 'pre-auto-gc'];
  for (const name of names) {
    repository.write(join('.git', 'hooks', name), `#!/bin/sh\n${command}\n`);
    chmodSync(join(hooks, name), 0o755);
  }
  for (const [key, value] of [
    ['merge.evil.driver', command],
    ['merge.evil.recursive', 'evil'],
    ['merge.default', 'evil'],
    ['filter.evil.clean', command],
    ['filter.evil.smudge', command],
    ['filter.evil.process', command],
    ['filter.evil.required', 'true'],
    ['diff.evil.command', command],
    ['diff.evil.textconv', command],
    ['diff.external', command],
    ['core.fsmonitor', command],
    ['core.alternateRefsCommand', command],
    ['core.pager', command],
    ['core.sshCommand', command],
    ['alias.merge-tree', `!${command}`],
  ] as const)
    repository.git('config', key, value);
}

hostile(
  'nothing is written: index, files, refs and objects are the same',
  async ({ repository }) => {
    const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
    const b = repository.branch('coord/b', () => repository.edit('src/auth.ts', expiring));
    const root = repository.workTree('coord/c');
    repository.edit('src/auth.ts', expiring, root);
    repository.write('src/new.ts', auth, root);
    repository.edit('src/auth.ts', remembered);
    repository.git('add', '-A');
    repository.edit('src/auth.ts', ['gone: false', 'gone: true']);
    const before = repository.contents();
    const result = await repository.round([a, b]);
    assert.ok(result.conflicts.length >= 4);
    assert.ok(result.cost.objects > 0);
    assert.equal(repository.contents(), before);
    assert.not.ok(existsSync(repository.state));
  },
);

hostile('names that are no plain names', async ({ repository }) => {
  const names = [
    'new\nline.ts',
    '-rf.ts',
    '--output=x.ts',
    'qu"ote\'s.ts',
    '$(id).ts',
    'a b\tc.ts',
    ':(glob)**.ts',
    'ünï.ts',
  ];
  const [one, other] = [repository.workTree('one'), repository.workTree('other')];
  const text = (value: string) => `export function f() {\n  return ${value};\n}\n`;
  for (const name of names) {
    repository.write(name, text('1'), one);
    repository.write(name, text('2'), other);
  }
  const notUtf8 = Buffer.concat([Buffer.from(`${one}/`), Buffer.from([0xff, 0x2e, 0x74, 0x73])]);
  writeFileSync(notUtf8, text('1'));
  const before = repository.contents();
  const result = await repository.round([]);
  assert.equal(
    result.conflicts.map(({ file }) => file).toSorted(),
    names.map((name) => name.normalize('NFC')).toSorted(),
  );
  assert.ok(result.conflicts.every(({ file, symbolIds: [id] }) => id === `${file}#f`));
  assert.equal(result.cost.notes, ['work tree one: 1 left out: not readable']);
  assert.equal(repository.contents(), before);
});

hostile(
  'a link is a link, and a folder that became one hides nothing outside',
  async ({ repository }) => {
    const outside = join(repository.folder, 'outside');
    mkdirSync(outside);
    repository.write('auth.ts', 'export const secret = 1;\n', outside);
    const root = repository.workTree('one');
    rmSync(join(root, 'src'), { recursive: true });
    symlinkSync(outside, join(root, 'src'));
    symlinkSync(join(outside, 'auth.ts'), join(root, 'link.ts'));
    const { tree } = await snapshot(repository, 'one');
    assert.equal(tree, ['120000 link.ts', '120000 src']);
  },
);

hostile(
  'large, unreadable and too many files are left out, and said so',
  async ({ repository }) => {
    const root = repository.workTree('one');
    repository.write('large.ts', 'x'.repeat(2_000), root);
    for (const name of ['a', 'b', 'c']) repository.write(`${name}.md`, name, root);
    rmSync(join(root, 'src/auth.ts'));
    const { made, tree } = await snapshot(repository, 'one', { fileBytes: 1_000, files: 2 });
    assert.equal(tree, ['100644 a.md', '100644 b.md']);
    assert.equal(made.kind === 'dirty' && made.notes, [
      '1 left out: too large',
      '1 left out: more than fit in',
    ]);
  },
);

hostile(
  'line ends as git keeps them: a work tree with CRLF is a clean one',
  async ({ repository }) => {
    repository.git('config', 'core.autocrlf', 'true');
    repository.write('src/auth.ts', auth.replaceAll('\n', '\r\n'));
    const { made } = await snapshot(repository, 'main');
    assert.is(made.kind, 'clean');
  },
);

hostile('unresolved conflicts, and a work tree without files', async ({ repository }) => {
  repository.branch('other', () => repository.edit('src/auth.ts', expiring));
  repository.edit('src/auth.ts', remembered);
  repository.git('stash', '-q');
  repository.git('merge', '-q', 'other');
  assert.throws(() => repository.git('stash', 'apply'));
  const { made } = await snapshot(repository, 'main');
  assert.equal(made, { kind: 'skipped', reason: 'it has conflicts that are not resolved' });
  const empty = join(repository.folder, 'empty');
  repository.git('worktree', 'add', '-q', '--no-checkout', '-b', 'empty', empty);
  const result = await repository.round([]);
  assert.ok(result.cost.notes.includes('work tree empty left out: nothing is checked out in it'));
});

hostile(
  'a shallow clone, a split index, and objects that are elsewhere',
  async ({ repository }) => {
    repository.edit('src/auth.ts', ['lifetime = 60', 'lifetime = 61']);
    repository.commit();
    const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
    const b = repository.branch('coord/b', () => repository.edit('src/auth.ts', expiring));
    const clone = join(repository.folder, 'clone "quoted"');
    const url = `file://${repository.root}`;
    repository.git('clone', '-q', '--depth', '2', '--no-single-branch', url, clone);
    repository.gitIn(clone, 'update-index', '--split-index');
    repository.edit('src/auth.ts', ['gone: false', 'gone: true'], clone);
    const shallow = Object.assign(new Repository(), { root: clone });
    try {
      const result = await shallow.round([a, b]);
      assert.equal(conflictTexts(result), ['coord/a | coord/b: src/auth.ts#login']);
      assert.is(result.dirtyWorkTrees, 1);
    } finally {
      shallow.remove();
    }
  },
);

/** The snapshot of the work tree on the branch, and what is in it. */
async function snapshot(
  repository: Repository,
  branch: string,
  bounds?: Parameters<typeof snapshotOf>[2],
): Promise<{ made: Snapshot; tree: string[] }> {
  const root = branch === 'main' ? repository.root : join(repository.folder, branch);
  const gitDir = repository.gitIn(root, 'rev-parse', '--absolute-git-dir').trim();
  const head = repository.gitIn(root, 'rev-parse', 'HEAD').trim();
  const scratch = await openScratchRepository(repository.run, {
    workTree: repository.home,
    folder: repository.state,
    signal: new AbortController().signal,
  });
  const made = await snapshotOf(scratch, { root, gitDir, head }, bounds);
  const tree = made.kind === 'dirty' ? await filesOf(scratch, root, made.commit) : [];
  scratch.close();
  return { made, tree };
}

async function filesOf(
  scratch: ScratchRepository,
  root: string,
  commit: string,
): Promise<string[]> {
  const { stdout } = await scratch.git(root, ['ls-tree', '-r', '-z', commit]);
  const entries = stdout.split('\0').slice(0, -1);
  return entries.map((entry) => entry.replace(/^(\d+) \w+ [0-9a-f]+\t/, '$1 '));
}

hostile.run();

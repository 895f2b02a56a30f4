/** The conflict radar over real repositories: what it sees coming, by symbol. */
import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { forecastOf } from '../../daemon/radar/forecast-reports.ts';
import { auth, Repository, conflictTexts, workstream } from './support.ts';

const radar = suite<{ repository: Repository }>('conflict radar');

radar.before.each((context) => void (context.repository = new Repository()));
radar.after.each(({ repository }) => repository.remove());

/** What is known of the team where nobody works. */
const nobody = {
  replica: { sessions: () => [], user: { userId: 'user_ana', userName: 'Ana' } },
  rootOf: () => undefined,
};

const remembered = ['remembered: false', 'remembered: true'] as const;
const expiring = ['remembered: false', 'remembered: false, expires: 60'] as const;

radar('two branches that change one function will conflict in it', async ({ repository }) => {
  const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
  const b = repository.branch('coord/b', () => repository.edit('src/auth.ts', expiring));
  const result = await repository.round([a, b]);
  assert.equal(conflictTexts(result), ['coord/a | coord/b: src/auth.ts#login']);
  assert.is(result.cost.merges, 1);
  assert.equal(
    { pairs: result.cost.pairs, apart: result.cost.apart, left: result.cost.left },
    { pairs: 3, apart: 2, left: 0 },
  );
});

radar('different functions of one file merge', async ({ repository }) => {
  const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
  const b = repository.branch('coord/b', () =>
    repository.edit('src/auth.ts', ['gone: false', 'gone: true']),
  );
  const result = await repository.round([a, b]);
  assert.equal(conflictTexts(result), []);
  assert.is(result.cost.merges, 1);
});

radar(
  'RAD-2: formatting on both sides, comments and imports are a conflict of no symbol',
  async ({ repository }) => {
    const a = repository.branch('coord/a', () => {
      repository.edit('src/auth.ts', ['{ name, remembered: false }', '{name, remembered: false}']);
      repository.edit('src/auth.ts', ["'./hash';", "'./hash';\nimport { salt } from './salt';"]);
      repository.edit('src/auth.ts', ['Ends it.', 'Ends the session.']);
    });
    const b = repository.branch('coord/b', () => {
      repository.edit('src/auth.ts', ['{ name, remembered: false }', '{ name, remembered:false }']);
      repository.edit('src/auth.ts', ["'./hash';", "'./hash';\nimport { now } from './now';"]);
      repository.edit('src/auth.ts', ['Ends it.', 'Says good-bye.']);
    });
    assert.equal(conflictTexts(await repository.round([a, b])), [
      'coord/a | coord/b: src/auth.ts#import',
    ]);
  },
);

radar(
  'a change that meets mere formatting is a conflict: it could get lost',
  async ({ repository }) => {
    const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
    const b = repository.branch('coord/b', () =>
      repository.edit('src/auth.ts', ['{ name, remembered: false }', '{name, remembered: false}']),
    );
    assert.equal(conflictTexts(await repository.round([a, b])), [
      'coord/a | coord/b: src/auth.ts#login',
    ]);
  },
);

radar('code outside every symbol is the top-level part', async ({ repository }) => {
  const a = repository.branch('coord/a', () =>
    repository.edit('src/auth.ts', ['lifetime = 60', 'lifetime = 90']),
  );
  const b = repository.branch('coord/b', () =>
    repository.edit('src/auth.ts', ['lifetime = 60', 'lifetime = 30']),
  );
  assert.equal(conflictTexts(await repository.round([a, b])), ['coord/a | coord/b: src/auth.ts#']);
});

radar('a branch and what has moved on in its base', async ({ repository }) => {
  const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
  const b = repository.branch('coord/b', () => repository.write('src/other.ts', 'export {};\n'));
  repository.edit('src/auth.ts', expiring);
  repository.commit();
  const c = repository.branch('coord/c', () => repository.write('src/more.ts', 'export {};\n'));
  const result = await repository.round([a, b, c]);
  // Not of coord/c, which has the same from its base.
  assert.equal(conflictTexts(result), ['coord/a | main: src/auth.ts#login']);
});

radar('uncommitted work in one work tree and a branch', async ({ repository }) => {
  const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
  const root = repository.workTree('coord/b');
  repository.edit('src/auth.ts', expiring, root);
  const result = await repository.round([a, workstream('coord/b')]);
  assert.equal(conflictTexts(result), ['coord/a | coord/b*: src/auth.ts#login']);
  assert.is(result.dirtyWorkTrees, 1);
});

radar(
  'uncommitted work in two work trees: changed, staged and new files',
  async ({ repository }) => {
    const [one, other] = [repository.workTree('one'), repository.workTree('other')];
    repository.edit('src/auth.ts', remembered, one);
    repository.edit('src/auth.ts', expiring, other);
    repository.gitIn(other, 'add', '-A');
    repository.write('src/new.ts', 'export function fresh() {\n  return 1;\n}\n', one);
    repository.write('src/new.ts', 'export function fresh() {\n  return 2;\n}\n', other);
    assert.equal(conflictTexts(await repository.round([])), [
      'one* | other*: src/auth.ts#login',
      'one* | other*: src/new.ts#fresh',
    ]);
  },
);

radar('RAD-4 a side is uncommitted where its change of that file is', async ({ repository }) => {
  const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
  const root = repository.workTree('coord/b');
  repository.edit('src/auth.ts', expiring, root);
  repository.gitIn(root, 'commit', '-qam', 'expiring');
  repository.write('src/new.ts', 'export const fresh = 1;\n', root);
  const [conflict] = (await repository.round([a, workstream('coord/b')])).conflicts;
  assert.ok(conflict);
  const { sides } = forecastOf(nobody, conflict);
  assert.equal(
    sides.map(({ branch, uncommitted }) => [branch, uncommitted]),
    [
      ['coord/a', false],
      ['coord/b', false],
    ],
  );
});

radar('RAD-4 also of a file that the other side has renamed', async ({ repository }) => {
  const a = repository.branch('coord/a', () => {
    repository.git('mv', 'src/auth.ts', 'src/entry.ts');
    repository.edit('src/entry.ts', remembered);
  });
  const root = repository.workTree('coord/b');
  repository.edit('src/auth.ts', expiring, root);
  const seen = async () => {
    const { conflicts } = await repository.round([a, workstream('coord/b')]);
    return conflicts.map((conflict) => {
      const { file, sides } = forecastOf(nobody, conflict);
      return [file, ...sides.map(({ branch, uncommitted }) => `${branch} ${uncommitted}`)];
    });
  };
  assert.equal(await seen(), [['src/entry.ts', 'coord/a false', 'coord/b true']]);
  repository.gitIn(root, 'commit', '-qam', 'expiring');
  repository.write('src/new.ts', 'export const fresh = 1;\n', root);
  assert.equal(await seen(), [['src/entry.ts', 'coord/a false', 'coord/b false']]);
});

radar('RAD-4 an old fetch is said, of whichever work tree', async ({ repository }) => {
  const fetched = (path: string, hours: number): void => {
    const at = Date.now() / 1_000 - hours * 3_600 - 60;
    repository.write(path, 'a fetch\n');
    utimesSync(join(repository.root, path), at, at);
  };
  const notes = async () => (await repository.round([])).cost.notes;
  assert.equal(await notes(), []);
  fetched('.git/FETCH_HEAD', 30);
  assert.equal(await notes(), ['what was pushed since the last fetch, 30 hours ago']);
  repository.workTree('other');
  fetched('.git/worktrees/other/FETCH_HEAD', 1);
  assert.equal(await notes(), ['what was pushed since the last fetch, an hour ago']);
  fetched('.git/FETCH_HEAD', 0);
  assert.equal(await notes(), []);
  fetched('.git/FETCH_HEAD', 30);
  fetched('.git/refs/remotes/a-file', 30);
  assert.equal(await notes(), ['what was pushed since the last fetch, an hour ago']);
  // As a fetch that fails leaves it.
  repository.write('.git/FETCH_HEAD', '');
  assert.equal(await notes(), []);
});

radar('what git ignores is nobody’s work', async ({ repository }) => {
  repository.commit({ '.gitignore': 'secret.ts\n' });
  const [one, other] = [repository.workTree('one'), repository.workTree('other')];
  repository.write('secret.ts', 'export const a = 1;\n', one);
  repository.write('secret.ts', 'export const a = 2;\n', other);
  assert.equal(conflictTexts(await repository.round([])), []);
});

radar('a file removed on one side and changed on the other', async ({ repository }) => {
  const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
  const b = repository.branch('coord/b', () => rmSync(`${repository.root}/src/auth.ts`));
  assert.equal(conflictTexts(await repository.round([a, b])), [
    'coord/a | coord/b: src/auth.ts#login',
  ]);
});

radar('a file renamed on one side and changed on both', async ({ repository }) => {
  const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
  const b = repository.branch('coord/b', () => {
    repository.git('mv', 'src/auth.ts', 'src/entry.ts');
    repository.edit('src/entry.ts', expiring);
  });
  assert.equal(conflictTexts(await repository.round([a, b])), [
    'coord/a | coord/b: src/entry.ts#login',
  ]);
});

radar('a file where the other has a folder', async ({ repository }) => {
  const a = repository.branch('coord/a', () => repository.write('docs', 'a file'));
  const b = repository.branch('coord/b', () => repository.write('docs/index.md', 'a page'));
  const result = await repository.round([a, b]);
  assert.is(result.cost.merges, 1);
  assert.is(result.conflicts.length, 1);
});

radar('what cannot be read by symbol is named by file', async ({ repository }) => {
  repository.commit({
    'logo.png': Buffer.from([0, 1, 2, 3]),
    'notes.md': 'one\n',
    'src/broken.ts': 'export function a( {\n',
  });
  const changes = (name: string) => () => {
    repository.write('logo.png', Buffer.from([0, ...Buffer.from(name)]));
    repository.write('notes.md', `${name}\n`);
    repository.write('src/broken.ts', `export function ${name}( {\n`);
  };
  const a = repository.branch('coord/a', changes('a1'));
  const b = repository.branch('coord/b', changes('b1'));
  assert.equal(conflictTexts(await repository.round([a, b])), [
    'coord/a | coord/b: logo.png',
    'coord/a | coord/b: notes.md',
    'coord/a | coord/b: src/broken.ts',
  ]);
});

radar('both sides add a function at the same place', async ({ repository }) => {
  const add = (name: string) => () =>
    repository.write('src/auth.ts', `${auth}\nexport function ${name}() {\n  return 1;\n}\n`);
  const a = repository.branch('coord/a', add('first'));
  const b = repository.branch('coord/b', add('second'));
  assert.equal(conflictTexts(await repository.round([a, b])), [
    'coord/a | coord/b: src/auth.ts#first src/auth.ts#second',
  ]);
});

radar('lines of the file that look like git’s marks', async ({ repository }) => {
  const template = (value: string) =>
    `export function text() {\n  return \`\n<<<<<<< here\n${value}\n=======\n>>>>>>> there\n\`;\n}\n`;
  repository.commit({ 'src/text.ts': template('base') });
  const a = repository.branch('coord/a', () =>
    repository.write('src/text.ts', template('=======\nours')),
  );
  const b = repository.branch('coord/b', () => repository.write('src/text.ts', template('theirs')));
  assert.equal(conflictTexts(await repository.round([a, b])), [
    'coord/a | coord/b: src/text.ts#text',
  ]);
});

radar('branches without a common ancestor are left alone', async ({ repository }) => {
  const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
  repository.git('checkout', '-q', '--orphan', 'coord/b');
  repository.edit('src/auth.ts', expiring);
  repository.commit();
  repository.git('checkout', '-q', 'main');
  const result = await repository.round([a, workstream('coord/b')]);
  assert.equal(conflictTexts(result), []);
  assert.is(result.cost.merges, 0);
});

radar('an unborn branch, and a branch that is nowhere', async ({ repository }) => {
  repository.git('checkout', '-q', '--orphan', 'fresh');
  const a = workstream('coord/nowhere');
  const result = await repository.round([a, workstream('--output=x'), workstream(';id')]);
  assert.equal(conflictTexts(result), []);
});

radar('submodules', async ({ repository }) => {
  const library = new Repository({ 'index.ts': 'export {};\n' });
  try {
    repository.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '-q',
      'add',
      library.root,
      'lib',
    );
    repository.commit();
    const lib = `${repository.root}/lib`;
    const move = (name: string) => () => {
      repository.gitIn(lib, 'checkout', '-q', '-b', name, 'main');
      repository.write('index.ts', `export const ${name} = 1;\n`, lib);
      repository.gitIn(lib, 'commit', '-qam', name);
    };
    const a = repository.branch('coord/a', move('one'));
    repository.gitIn(lib, 'checkout', '-q', 'main');
    const b = repository.branch('coord/b', move('other'));
    // Uncommitted in the submodule: it is a repository of its own.
    repository.write('index.ts', 'export const dirty = 1;\n', lib);
    const result = await repository.round([a, b]);
    assert.equal(conflictTexts(result), ['coord/a | coord/b: lib']);
  } finally {
    library.remove();
  }
});

radar('a work tree in the middle of a merge is left out, and said so', async ({ repository }) => {
  const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
  repository.branch('other', () => repository.edit('src/auth.ts', expiring));
  repository.git('checkout', '-q', 'coord/a');
  assert.throws(() => repository.git('merge', '-q', 'other'));
  const { cost } = await repository.round([a]);
  assert.equal(cost.notes, ['work tree repo left out: it is in the middle of a merge or a rebase']);
});

radar('a branch that the remote has further, and one that went apart', async ({ repository }) => {
  const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
  const b = repository.branch('coord/b', () => repository.write('b.md', 'b'));
  repository.git('update-ref', 'refs/remotes/origin/coord/a', 'coord/a');
  repository.git('checkout', '-q', '-b', 'further', 'coord/b');
  repository.edit('src/auth.ts', expiring);
  repository.commit();
  repository.git('checkout', '-q', 'main');
  repository.git('update-ref', 'refs/remotes/origin/coord/b', 'further');
  assert.equal(conflictTexts(await repository.round([a, b])), [
    'coord/a | coord/b: src/auth.ts#login',
  ]);
  repository.git('update-ref', 'refs/remotes/origin/coord/a', 'further');
  assert.equal(conflictTexts(await repository.round([a])), [
    'coord/a | origin/coord/a: src/auth.ts#login',
  ]);
});

radar('only pairs that moved are merged again, and no more than fit in', async ({ repository }) => {
  const names = ['a', 'b', 'c', 'd'].map((name) => `coord/${name}`);
  const all = names.map((name, at) =>
    repository.branch(name, () =>
      repository.edit('src/auth.ts', ['remembered: false', `remembered: ${at}`]),
    ),
  );
  const first = await repository.round(all, { merges: 4, ms: 60_000 });
  assert.equal([first.cost.merges, first.cost.left], [4, 2]);
  const second = await repository.round(all);
  assert.equal([second.cost.merges, second.cost.unchanged, second.cost.left], [2, 8, 0]);
  assert.is(second.conflicts.length, 6);
  repository.git('checkout', '-q', 'coord/a');
  repository.commit({ 'a.md': 'a' });
  repository.git('checkout', '-q', 'main');
  const third = await repository.round(all);
  assert.equal([third.cost.merges, third.cost.unchanged, third.cost.apart], [3, 6, 1]);
  assert.equal(conflictTexts(third), conflictTexts(second));
});

radar('reading conflicts takes no longer than a round may', async ({ repository }) => {
  const all = ['a', 'b', 'c'].map((name) =>
    repository.branch(`coord/${name}`, () =>
      repository.edit('src/auth.ts', ['remembered: false', `remembered: '${name}'`]),
    ),
  );
  let isMerged = false;
  const { run } = repository;
  // The time is up once git has merged.
  const clock = { now: () => (isMerged ? 60_000 : 0) };
  Object.assign(repository, {
    run: Object.assign(async (...args: Parameters<typeof run>) => {
      const answer = await run(...args);
      isMerged ||= args[1].includes('merge-tree');
      return answer;
    }, repository.others),
  });
  const first = await repository.round(all, { merges: 9, ms: 60_000 }, new Set(), clock);
  assert.equal([first.conflicts.length, first.cost.left], [1, 2]);
  const second = await repository.round(all);
  assert.equal([second.conflicts.length, second.cost.left], [3, 0]);
});

radar(
  'one work tree and nothing beside it: uncommitted work is not even looked at',
  async ({ repository }) => {
    repository.edit('src/auth.ts', remembered);
    const { cost } = await repository.round([]);
    assert.equal([cost.lines, cost.objects], [0, 0]);
  },
);

radar.run();

import { execFileSync } from 'node:child_process';
import { link, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { symbolIdOrName } from '../../shared/contract/fields.ts';
import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';
import { onDaemon, relayScenario, scenario } from '../support/scenario.ts';

const outside = [
  '/etc/passwd',
  '\\\\server\\share\\a.ts',
  'C:\\work\\a.ts',
  'c:/work/a.ts',
  // The sign of the kelvin, which is a K once it is spelled.
  '\u212a:/work/a.ts',
  'file:///work/a.ts',
  '../other/a.ts',
  'src/../../a.ts',
  'src\\..\\..\\a.ts',
  'src/a\0.ts',
  'src/\ud800.ts',
  '.',
  'src/..',
  'a/'.repeat(600),
];

scenario('PTH-1', 'one spelling: relative, slashes, NFC, dots resolved', async (world) => {
  const ada = world.as('ada').agent();
  await ada.edit('./docs//a/../cafe\u0301.md');
  await ada.edit('docs\\win\\b.md');
  const files = (await world.as('bob').reservations()).map((held) => held.file_path);
  assert.equal(files.sort(), ['docs/caf\u00e9.md', 'docs/win/b.md']);
});

relayScenario('PTH-1', 'a path that is not in the repository is refused by name', async (world) => {
  const { slug: workspace_slug } = world.workspace;
  for (const file_path of outside) {
    for (const event of ['preToolUse', 'postToolUse', 'sessionStart']) {
      const body = { workspace_slug, event, conversation_id: 'c', file_path };
      const refused = await world.as('ada').refused('hook', body);
      assert.is(refused.status, 400, file_path);
      assert.is(refused.error, 'ValidationError');
      assert.is(refused.field, 'file_path');
    }
  }
  assert.equal(await world.as('ada').reservations(), []);
  assert.equal(await world.as('ada').sessions(), [], 'a refused event opens no session');
});

scenario(
  'PTH-1',
  'a daemon lets agents write outside the repository, and refuses what is no path',
  async (world) => {
    const { slug: workspace_slug } = world.workspace;
    const ada = world.as('ada').agent();
    for (const file of ['/etc/hosts', join(tmpdir(), 'notes.md')]) {
      assert.equal(await ada.check(file), { permission: 'allow' });
      assert.equal((await ada.send({ event: 'postToolUse', file_path: file })).reserved, []);
    }
    for (const file_path of ['../other/a.ts', 'src/../../a.ts', 'src/a\0.ts', 'C:\\a.ts']) {
      const body = { workspace_slug, event: 'preToolUse', conversation_id: 'c', file_path };
      const refused = await world.as('ada').refused('hook', body);
      assert.is(refused.status, 400, file_path);
      assert.is(refused.field, 'file_path');
    }
    assert.equal(await world.as('ada').reservations(), []);
  },
  { on: onDaemon },
);

scenario('PTH-1', 'sync refuses the same paths and names its own field', async (world) => {
  for (const files of ['/etc/passwd', 'ok.ts, ../x.ts', 'C:\\a.ts']) {
    const refused = await world.as('ada').refused('sync', { id: world.workspace.id, files });
    assert.is(refused.status, 400, files);
    assert.is(refused.field, 'files');
  }
});

const sameFile: readonly (readonly [string, string])[] = [
  ['src/Auth.ts', 'SRC/auth.TS'],
  ['docs/caf\u00e9.md', 'docs/cafe\u0301.md'],
  ['docs/STRASSE.md', 'docs/stra\u00dfe.md'],
  ['docs/\u017fpec.md', 'docs/spec.md'],
  ['docs/\u03a3.md', 'docs/\u03c2.md'],
  ['docs/\ufb01le.md', 'docs/FILE.md'],
];

scenario('PTH-2', 'paths that fold to one are one file', async (world) => {
  const ada = world.as('ada').agent();
  const bob = world.as('bob').agent();
  for (const [one, other] of sameFile) {
    await ada.edit(one);
    assert.is((await bob.check(other)).permission, 'deny', `${other} is ${one}`);
    assert.equal((await bob.edit(other)).reserved, [], `${other} is ${one}`);
  }
  assert.is((await world.as('ada').reservations()).length, sameFile.length);
});

scenario('PTH-2', 'symbol ids name their file by any of its spellings', async (world) => {
  await world.as('ada').agent().edit('src/Auth.ts', ['login']);
  const body = { event: 'preToolUse', file_path: 'src/auth.ts' } as const;
  const symbol_ids = ['SRC/./AUTH.ts#login'];
  assert.is((await world.as('bob').hook({ ...body, symbol_ids })).permission, 'deny');
  const other = ['src/other.ts#login'];
  const refused = await world.as('bob').refused('hook', {
    ...body,
    workspace_slug: world.workspace.slug,
    conversation_id: 'c',
    symbol_ids: other,
  });
  assert.is(refused.field, 'symbol_ids');
});

test('PTH-2: a letter in upper or lower case is the same letter, whichever it is', () => {
  for (let code = 0; code < 0x11_0000; code++) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
    const letter = String.fromCodePoint(code);
    const key = pathKey(letter);
    assert.is(pathKey(letter.toLowerCase()), key, letter);
    assert.is(pathKey(letter.toUpperCase()), key, letter);
    assert.is(pathKey(key), key, letter);
  }
});

test('PTH-4: letters that fold to the same ones are one file, and İ is no i', () => {
  const same = [
    'stra\u00dfe|stra\u1e9ee|strasse',
    'i|I|\u0131',
    '\u03c3|\u03c2|\u03a3',
    '\ufb01|fi',
  ];
  for (const names of same) assert.is(new Set(names.split('|').map(pathKey)).size, 1, names);
  assert.is.not(pathKey('\u0130'), pathKey('i'));
  assert.is(pathKey('\u0130'), pathKey('i\u0307'));
});

scenario(
  'PTH-4',
  'names that are hard links to one file are different files',
  async (world) => {
    const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
    await Promise.all([ada.start(), bob.start()]);
    const tree = world.treeOf('bob');
    await makeFile(tree, 'docs/one.md');
    await link(join(tree, 'docs/one.md'), join(tree, 'docs/two.md'));
    await ada.edit('docs/one.md');
    assert.is((await bob.check('docs/one.md')).permission, 'deny');
    assert.is((await bob.check('docs/two.md')).permission, 'allow');
    assert.equal((await bob.edit('docs/two.md')).reserved, ['docs/two.md']);
  },
  { on: onDaemon },
);

scenario(
  'PTH-4',
  'a link that appears after its name was asked for leads to its file',
  async (world) => {
    const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
    await Promise.all([ada.start(), bob.start()]);
    const tree = world.treeOf('bob');
    await makeFile(tree, 'real/plan.md');
    await makeFile(tree, 'real/free.md');
    await makeFile(tree, 'real/there.md');
    await makeFile(tree, 'there.md');
    await ada.edit('real/plan.md');
    for (const name of ['late.md', 'later/plan.md', 'free.md', 'there.md'])
      assert.is((await bob.check(name)).permission, 'allow', name);
    await symlink(join('real', 'plan.md'), join(tree, 'late.md'));
    await symlink('real', join(tree, 'later'));
    await symlink(join('real', 'free.md'), join(tree, 'free.md'));
    for (const name of ['late.md', 'later/plan.md'])
      assert.is((await bob.check(name)).permission, 'deny', name);
    assert.equal((await bob.edit('free.md')).reserved, ['real/free.md']);
    await rm(join(tree, 'there.md'));
    await symlink(join('real', 'there.md'), join(tree, 'there.md'));
    const report = { event: 'postToolUse', file_path: 'there.md' } as const;
    assert.equal((await bob.send(report)).reserved, ['real/there.md']);
  },
  { on: onDaemon },
);

/** Makes a file in the tree, and the folders on its way. */
async function makeFile(tree: string, path: string): Promise<void> {
  await mkdir(dirname(join(tree, path)), { recursive: true });
  await writeFile(join(tree, path), 'text\n');
}

scenario(
  'PTH-3',
  'links to a file or folder are that file',
  async (world) => {
    const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
    await Promise.all([ada.start(), bob.start()]);
    const tree = world.treeOf('bob');
    await makeFile(tree, 'real/plan.md');
    await symlink('real', join(tree, 'linked'));
    await symlink(join('real', 'plan.md'), join(tree, 'short.md'));
    await ada.edit('real/plan.md');
    for (const file of ['linked/plan.md', 'short.md', join(tree, 'linked', 'plan.md')]) {
      assert.is((await bob.check(file)).permission, 'deny', file);
    }
    assert.is((await bob.check('linked/new.md')).permission, 'allow');
    const { reserved } = await bob.edit('linked/new.md');
    assert.equal(reserved, ['real/new.md'], 'the reservation is on the real path');
  },
  { on: onDaemon },
);

scenario(
  'PTH-3',
  'a link that leads out of the repository is none of coord’s business',
  async (world) => {
    const bob = world.as('bob').agent();
    await bob.start();
    await symlink(tmpdir(), join(world.treeOf('bob'), 'elsewhere'));
    assert.is((await bob.check('elsewhere/a.md')).permission, 'allow');
    const outside = { event: 'postToolUse', file_path: 'elsewhere/a.md' } as const;
    assert.equal((await bob.send(outside)).reserved, []);
    assert.equal(await world.as('ada').reservations(), []);
  },
  { on: onDaemon },
);

scenario(
  'PTH-3',
  'every work tree of a repository means the same files',
  async (world) => {
    const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
    await Promise.all([ada.start(), bob.start()]);
    const tree = world.treeOf('bob');
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', tree, ...args], { stdio: 'ignore' });
    git(
      '-c',
      'user.name=b',
      '-c',
      'user.email=b@example.com',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    );
    git('worktree', 'add', '-q', '-b', 'side', join(tree, '..', 'side'));
    await ada.edit('docs/plan.md');
    const inSide = join(tree, '..', 'side', 'docs', 'plan.md');
    assert.is((await bob.check(inSide)).permission, 'deny');
    const { reserved } = await bob.edit(join(tree, '..', 'side', 'docs', 'other.md'));
    assert.equal(reserved, ['docs/other.md']);
    assert.is((await ada.check('docs/other.md')).permission, 'deny');
    await world.quiet();
    const session = (await world.as('ada').sessions()).find(({ user_name }) => user_name === 'bob');
    assert.is(session?.branch, 'side', 'the branch is that of the tree that was written in');
  },
  { on: onDaemon },
);

scenario(
  'PTH-3',
  'Git’s own folder is not the repository’s',
  async (world) => {
    const bob = world.as('bob').agent();
    assert.equal((await bob.send({ event: 'postToolUse', file_path: '.git/config' })).reserved, []);
  },
  { on: onDaemon },
);

test('PTH-1: a path that is spelled right at once is read like every other', () => {
  const part = fc.oneof(fc.string({ unit: fc.constantFrom('a', 'Z', '.', '-', '@', ' ', ':') }));
  const path = fc.array(part, { maxLength: 5 }).map((parts) => parts.join('/'));
  const long = fc.integer({ min: 1_020, max: 1_022 }).map((length) => 'a'.repeat(length));
  fc.assert(
    fc.property(fc.oneof(path, long), (raw) => {
      // A leading `./` changes nothing but the way that it is read.
      fc.pre(!/^[/\\]|^[A-Za-z]:/.test(raw));
      assert.equal(canonicalPath(raw), canonicalPath(`./${raw}`));
    }),
    { numRuns: 2_000 },
  );
});

test('PTH-1 control characters may be in the path of a symbol id, and not in a name', () => {
  const taken = [
    'src/a.ts#login',
    'login',
    'src/a\u001b\n.ts#login',
    'src/#a.ts#',
    'src/\u0007#a.ts#b',
  ];
  for (const id of taken) assert.ok(symbolIdOrName.safeParse(id).success, JSON.stringify(id));
  for (const id of ['lo\u001bgin', 'src/a.ts#lo\ngin', 'src/a\0.ts#login', 'src/\ud800.ts#login'])
    assert.not.ok(symbolIdOrName.safeParse(id).success, JSON.stringify(id));
});

test.run();

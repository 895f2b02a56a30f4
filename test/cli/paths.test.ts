import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pathsFromHere, targetsFromHere } from '../../cli/command-line/paths-from-here.ts';
import { pathWithin } from '../../shared/node/disk/real-path.ts';
import { makeSandbox, type Sandbox } from './support.ts';

const test = suite<{ sandbox: Sandbox }>('paths that a person gives');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

test('a path is meant from where the person stands', async ({ sandbox }) => {
  const { repository, folder } = sandbox;
  const inside = join(repository, 'src', 'util');
  await mkdir(inside, { recursive: true });
  const given = ['a.ts', '../raw/b.ts', join(repository, 'c.ts')];
  assert.equal(await pathsFromHere(inside, given), ['src/util/a.ts', 'src/raw/b.ts', 'c.ts']);
  assert.equal(await pathsFromHere(repository, ['src/a.ts']), ['src/a.ts']);
  assert.equal(await pathsFromHere(folder, ['src/a.ts']), ['src/a.ts'], 'outside of a repository');
});

test('a symbol goes with its file', async ({ sandbox }) => {
  const inside = join(sandbox.repository, 'src');
  await mkdir(inside, { recursive: true });
  const given = ['a.ts#login', 'b.ts', 'a.ts#'];
  assert.equal(await targetsFromHere(inside, given), ['src/a.ts#login', 'src/b.ts', 'src/a.ts#']);
});

test('an absolute path leads into the repository through links too, and runners name files by URLs', async ({
  sandbox,
}) => {
  const { repository, folder } = sandbox;
  const link = join(folder, 'link');
  await symlink(repository, link);
  assert.equal(await pathsFromHere(repository, [join(link, 'new', 'c.ts')]), ['new/c.ts']);
  const file = join(link, 'a b.test.ts');
  assert.is(pathWithin(repository, file), 'a b.test.ts');
  assert.is(pathWithin(repository, pathToFileURL(file).href), 'a b.test.ts');
  for (const path of ['a.ts', '/elsewhere/a.ts', 'file://other/a.ts'])
    assert.is(pathWithin(repository, path), path);
});

test.run();

import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findWorkTree, repositoryName } from '../../shared/node/git/repository.ts';
import { PathResolver } from '../../daemon/git/path-resolver.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { git, Sandbox, write } from './support.ts';

const test = suite('path resolver');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const elsewhere = sandbox.folder('elsewhere');
const clock = new FakeClock();

test.after(() => sandbox.remove());

function resolverOf(folder: string): PathResolver {
  const home = findWorkTree(folder);
  assert.ok(home);
  return new PathResolver(home, clock);
}

/** The canonical path, `outside`, or the name of the refusal. */
function found(raw: string, resolver = resolverOf(root)): string {
  const resolved = resolver.resolve(raw);
  if (isRefusal(resolved)) return resolved.error;
  return resolved.kind === 'inside' ? resolved.path : 'outside';
}

test('PTH-1: relative paths are the interface’s, and are refused when they lead out', () => {
  assert.is(found('./src//auth.ts'), 'src/auth.ts');
  assert.is(found('new/folder/../file.ts'), 'new/file.ts');
  for (const raw of ['../x', 'C:\\x', 'a\0b', '', '.'])
    assert.is(found(raw), 'ValidationError', raw);
});

test('PTH-3: absolute paths are taken relative to their work tree, whether the file is there or not', () => {
  assert.is(found(join(root, 'src/auth.ts')), 'src/auth.ts');
  assert.is(found(join(root, 'not/yet/there.ts')), 'not/yet/there.ts');
});

test('PTH-3: a file URL is an absolute path', () => {
  const url = pathToFileURL(join(root, 'src/über uns.ts')).href;
  assert.is(found(url), 'src/über uns.ts');
  assert.is(found(url.replace('file:', 'FILE:')), 'src/über uns.ts');
  assert.is(found('file:///etc/hosts'), 'outside');
  for (const raw of ['file://elsewhere.example/a.ts', 'file:///a%2Fb', 'file:///a%00', 'file://%'])
    assert.is(found(raw), 'ValidationError', raw);
});

test('PTH-3: what lies outside, or belongs to git, is none of coord’s business', () => {
  for (const raw of [join(elsewhere, 'a.ts'), '/etc/hosts', root, join(root, '.git/config')]) {
    assert.is(found(raw), 'outside', raw);
  }
});

test('PTH-3: links are followed, in folders and in the file itself', () => {
  symlinkSync(join(root, 'src'), join(root, 'linked'));
  symlinkSync(join(root, 'src/auth.ts'), join(elsewhere, 'link.ts'));
  symlinkSync(elsewhere, join(root, 'away'));
  symlinkSync(root, join(elsewhere, 'shop'));
  assert.is(found('linked/auth.ts'), 'src/auth.ts');
  assert.is(found(join(elsewhere, 'link.ts')), 'src/auth.ts');
  assert.is(found(join(elsewhere, 'shop/src/new.ts')), 'src/new.ts');
  assert.is(found('away/secret.ts'), 'outside');
});

test('PTH-3: every work tree of the repository is inside, and has its own branch', () => {
  const tree = join(sandbox.folder('trees'), 'feature');
  git(root, 'worktree', 'add', '-q', '-b', 'feature', tree);
  const resolver = resolverOf(root);
  const resolved = resolver.resolve(join(tree, 'src/auth.ts'));
  assert.ok(!isRefusal(resolved) && resolved.kind === 'inside');
  assert.is(resolved.path, 'src/auth.ts');
  assert.is(resolver.branchOf(resolved.workTree), 'feature');
  assert.is(resolver.branchOf(), 'main');
  assert.is(repositoryName(resolved.workTree), 'shop');
  assert.is(found(join(root, 'src/auth.ts'), resolverOf(tree)), 'src/auth.ts');
});

test('PTH-3: a repository inside the repository is another one', () => {
  const inner = join(root, 'vendor/inner');
  mkdirSync(inner, { recursive: true });
  git(inner, 'init', '-q');
  write(inner, 'a.ts', '');
  assert.is(found(join(inner, 'a.ts')), 'outside');
});

test('a folder outside every repository has no work tree', () => {
  assert.is(findWorkTree(elsewhere), undefined);
});

test('PTH-3: who has switched to another branch is on it a moment later', () => {
  const folder = sandbox.repository('switched');
  const resolver = resolverOf(folder);
  assert.is(resolver.branchOf(), 'main');
  git(folder, 'switch', '-q', '-c', 'other');
  clock.advance(300);
  assert.is(resolver.branchOf(), 'other');
});

test.run();

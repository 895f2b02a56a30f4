/** RSV-11: the committed texts that lines are counted in. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BaseTexts } from '../../daemon/changes/base-texts.ts';
import { BlobReader, type BlobTexts } from '../../daemon/git/blob-texts.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import { type RunGit } from '../../shared/node/git/git-calls.ts';
import { Sandbox } from '../daemon/support.ts';
import { eventually } from '../support/waiting.ts';

/** A git that has a text for each file whose name does not begin with `new`; tells what it was asked. */
function fakeGit() {
  const starts: string[][] = [];
  const blobs: BlobTexts = {
    async read(_, asked) {
      const names = [...asked];
      starts.push(names);
      const there = names.filter((name) => !name.includes(':new'));
      const blobOf = (_name: string, at: number) => ({ id: `${at}`.repeat(40), text: 'text\n' });
      const texts = new Map(there.map((name, at) => [name, blobOf(name, at)] as const));
      return { texts, left: new Set<string>() };
    },
  };
  return { blobs, starts };
}

const noGit: RunGit = () => Promise.reject(new Error('not asked'));

function fileAt(path: string, root = '/shop') {
  const workTree = { root, gitDir: `${root}/.git`, commonDir: `${root}/.git` };
  return { kind: 'inside', workTree, path, key: path } as const;
}

test('a burst of expected files starts git once', async () => {
  const { blobs, starts } = fakeGit();
  const bases = new BaseTexts(noGit, blobs, { now: () => 0 });
  const files = ['a.ts', 'b.ts', 'new.ts'].map((path) => fileAt(path));
  for (let round = 0; round < 3; round++) files.forEach((file) => bases.expectHead(file));
  await eventually('the last file', () => Promise.resolve(bases.headOf(fileAt('new.ts'))));
  assert.equal(starts, [['HEAD:a.ts', 'HEAD:b.ts', 'HEAD:new.ts']]);
  assert.is(bases.headOf(fileAt('b.ts'))?.text, 'text\n');
  assert.is(bases.headOf(fileAt('new.ts'))?.id, '');
  files.forEach((file) => bases.expectHead(file));
  await delay(20);
  assert.is(starts.length, 1);
});

test('whoever needs an expected file does not wait for others, and two ask git once', async () => {
  const { blobs, starts } = fakeGit();
  const bases = new BaseTexts(noGit, blobs, { now: () => 0 });
  bases.expectHead(fileAt('a.ts'));
  bases.expectHead(fileAt('a.ts', '/other'));
  const heads = await Promise.all([bases.loadHead(fileAt('a.ts')), bases.loadHead(fileAt('a.ts'))]);
  assert.equal(
    heads.map(({ text }) => text),
    ['text\n', 'text\n'],
  );
  assert.is(starts.length, 2, 'one for each work tree');
});

test('many expected files are read in several parts', async () => {
  const { blobs, starts } = fakeGit();
  const bases = new BaseTexts(noGit, blobs, { now: () => 0 });
  for (let at = 0; at < 130; at++) bases.expectHead(fileAt(`${at}.ts`));
  await eventually('the last part', () => Promise.resolve(starts[2]));
  assert.equal(
    starts.map((names) => names.length),
    [64, 64, 2],
  );
});

test('a blob that others name is not read when it is larger than a text that is compared', async () => {
  const sandbox = new Sandbox();
  const root = sandbox.repository('shop');
  const idOf = (text: string) => {
    const file = join(root, 'blob');
    writeFileSync(file, text);
    return execFileSync('git', ['hash-object', '-w', file], { cwd: root, encoding: 'utf8' }).trim();
  };
  const [small, large] = [idOf('text\n'), idOf('x'.repeat(2 * 1024 * 1024 + 1))];
  const git = gitRunner({ PATH: process.env['PATH'] });
  const reader = new BlobReader(git);
  const bases = new BaseTexts(git, reader, { now: () => 0 });
  await bases.load(fileAt('a.ts', root), [small, large, 'a'.repeat(40)]);
  assert.is(bases.known(small), 'text\n');
  assert.is(bases.known(large), undefined);
  assert.equal((await reader.read(root, [large])).left, new Set([large]));
  reader.close();
  sandbox.remove();
});

test.run();

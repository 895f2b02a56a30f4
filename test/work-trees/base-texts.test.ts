/** RSV-11: the committed texts that lines are counted in. */
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BaseTexts } from '../../daemon/changes/base-texts.ts';
import type { RunGit } from '../../shared/node/git/run.ts';

/** A git that has a text for each file whose name does not begin with `new`; tells what it was asked. */
function fakeGit() {
  const starts: string[][] = [];
  const git: RunGit = async (_, _args, { input = '' } = {}) => {
    const names = String(input).split('\n').slice(0, -1);
    starts.push(names);
    const answers = names.map((name, at) =>
      name.includes(':new') ? `${name} missing\n` : `${`${at}`.repeat(40)} blob 5\ntext\n\n`,
    );
    return { exitCode: 0, stdout: answers.join(''), stderr: '' };
  };
  return { git, starts };
}

function fileAt(path: string, root = '/shop') {
  const workTree = { root, gitDir: `${root}/.git`, commonDir: `${root}/.git` };
  return { kind: 'inside', workTree, path, key: path } as const;
}

test('a burst of expected files starts git once', async () => {
  const { git, starts } = fakeGit();
  const bases = new BaseTexts(git, { now: () => 0 });
  const files = ['a.ts', 'b.ts', 'new.ts'].map((path) => fileAt(path));
  for (let round = 0; round < 3; round++) files.forEach((file) => bases.expectHead(file));
  await delay(20);
  assert.equal(starts, [['HEAD:a.ts', 'HEAD:b.ts', 'HEAD:new.ts']]);
  assert.is(bases.headOf(fileAt('b.ts'))?.text, 'text\n');
  assert.is(bases.headOf(fileAt('new.ts'))?.id, '');
  files.forEach((file) => bases.expectHead(file));
  await delay(20);
  assert.is(starts.length, 1);
});

test('whoever needs an expected file does not wait for others, and two ask git once', async () => {
  const { git, starts } = fakeGit();
  const bases = new BaseTexts(git, { now: () => 0 });
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
  const { git, starts } = fakeGit();
  const bases = new BaseTexts(git, { now: () => 0 });
  for (let at = 0; at < 130; at++) bases.expectHead(fileAt(`${at}.ts`));
  await delay(20);
  assert.equal(
    starts.map((names) => names.length),
    [64, 64, 2],
  );
});

test('a blob that others name is not read when it is larger than a text that is compared', async () => {
  const commands: string[] = [];
  const git: RunGit = async (_, args, { input = '' } = {}) => {
    commands.push(args.join(' '));
    const [small = '', large = ''] = ['a', 'b'].map((digit) => digit.repeat(40));
    if (args.includes('--batch-check'))
      return { exitCode: 0, stdout: `${small} blob 5\n${large} blob 400000000\n`, stderr: '' };
    assert.is(input, `${small}\n`);
    return { exitCode: 0, stdout: `${small} blob 5\ntext\n\n`, stderr: '' };
  };
  const bases = new BaseTexts(git, { now: () => 0 });
  await bases.load(fileAt('a.ts'), ['a'.repeat(40), 'b'.repeat(40)]);
  assert.is(bases.known('a'.repeat(40)), 'text\n');
  assert.is(bases.known('b'.repeat(40)), undefined);
  assert.equal(commands, ['cat-file --batch-check', 'cat-file --batch']);
});

test.run();

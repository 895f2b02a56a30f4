/** HOK-2: no more of a committed file is read than of one on disk. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkOut } from '../../daemon/gate/run/clean-checkout.ts';
import { BlobReader } from '../../daemon/git/blob-texts.ts';
import { gitIn, textAt } from '../../daemon/git/git-in-folder.ts';
import { maxTextBytes } from '../../daemon/kernel/text-limits.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { findWorkTree } from '../../shared/node/git/repository.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import { git as runGit, Sandbox, write } from '../daemon/support.ts';

const test = suite<{ sandbox: Sandbox; root: string }>('large committed texts');
const git = gitRunner({ PATH: process.env['PATH'] });

test.before.each((context) => {
  context.sandbox = new Sandbox();
  context.root = context.sandbox.repository('shop');
});
test.after.each(({ sandbox }) => sandbox.remove());

function commit(root: string): void {
  runGit(root, 'add', '-A');
  runGit(root, 'commit', '-q', '-m', 'texts');
}

test('HOK-2 a committed file of two mebibytes is read, one of a byte more is not', async ({
  root,
}) => {
  write(root, 'limit.txt', 'x'.repeat(maxTextBytes));
  write(root, 'beyond.txt', 'x'.repeat(maxTextBytes + 1));
  commit(root);
  const blobs = new BlobReader(git);
  const found = await blobs.read(root, ['HEAD:limit.txt', 'HEAD:beyond.txt']);
  assert.equal([...found.texts.keys()], ['HEAD:limit.txt']);
  assert.equal([...found.left], ['HEAD:beyond.txt']);
  blobs.close();
  const here = gitIn(git, root);
  assert.is((await textAt(here, 'HEAD', 'limit.txt'))?.length, maxTextBytes);
  assert.is(await textAt(here, 'HEAD', 'beyond.txt'), undefined);
});

test('HOK-2 a name that means a larger file after its size was asked for is not read as that', async ({
  root,
}) => {
  write(root, 'a.txt', 'small\n');
  commit(root);
  const grow = () => {
    write(root, 'a.txt', 'x'.repeat(maxTextBytes + 1));
    commit(root);
  };
  const open: typeof git.open = async (...given) => {
    const opened = await git.open(...given);
    if (opened === undefined) return undefined;
    const { stdin } = opened.child;
    const ask = stdin.write.bind(stdin) as (text: string) => boolean;
    const askLater = (text: string): boolean => {
      if (text.startsWith('contents')) grow();
      return ask(text);
    };
    Object.assign(stdin, { write: askLater });
    return opened;
  };
  const blobs = new BlobReader({ open });
  const { texts } = await blobs.read(root, ['HEAD:a.txt']);
  assert.is(texts.get('HEAD:a.txt')?.text, 'small\n');
  blobs.close();
});

test('HOK-2 a git that answers more than the caller takes has failed, and nothing of it is kept', async ({
  root,
}) => {
  write(root, 'a.txt', 'x'.repeat(1_001));
  commit(root);
  const asked = { maxAnswerBytes: 1_000 };
  const answer = await git(root, ['cat-file', 'blob', 'HEAD:a.txt'], asked);
  assert.is(answer.exitCode, -1);
  assert.is(answer.stdout, '');
  assert.match(answer.stderr, '1000 bytes');
});

test('HOK-2 a .gitattributes that leads to a device is not read in a clean checkout', async ({
  sandbox,
  root,
}) => {
  symlinkSync('/dev/zero', join(root, '.gitattributes'));
  commit(root);
  const workTree = findWorkTree(root);
  if (workTree === undefined) throw new Error('no work tree');
  const commitSha = (await git(root, ['rev-parse', 'HEAD'])).stdout.trim();
  const folder = join(sandbox.folder('home'), 'checkout');
  const made = await checkOut(git, { workTree, commitSha, folder });
  if (isRefusal(made)) throw new Error(made.message);
  assert.equal(made.notes, []);
  made.remove();
});

test.run();

/** A repository whose references are no files: Git's HEAD there is a file for programs that do not know of reftable. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { headCommitOf } from '../../shared/node/git/head.ts';
import { branchOf, findWorkTree } from '../../shared/node/git/repository.ts';
import { Sandbox } from '../daemon/support.ts';

const test = suite<{ sandbox: Sandbox }>('reftable');

test.before.each((context) => void (context.sandbox = new Sandbox()));
test.after.each(({ sandbox }) => sandbox.remove());

test('SES-4 its HEAD names no branch and no commit', ({ sandbox }) => {
  const root = sandbox.folder('shop');
  execFileSync('git', ['init', '-q', '-b', 'main', root]);
  const workTree = findWorkTree(root);
  assert.ok(workTree);
  assert.is(branchOf(workTree), 'main');
  writeFileSync(join(workTree.gitDir, 'HEAD'), 'ref: refs/heads/.invalid\n');
  assert.is(branchOf(workTree), '');
  assert.is(headCommitOf(workTree), undefined);
});

test.run();

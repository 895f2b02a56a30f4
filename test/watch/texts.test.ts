/** What `coord watch` says of a branch that it does not move: the cause as it is, and a command that works there. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { advance } from '../../cli/watch/advance.ts';
import { remoteFor } from '../../cli/watch/remote.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import { git, plainEnvironment, write } from './templates.ts';

interface Context {
  folder: string;
  clone: string;
  from: string;
  to: string;
}

const test = suite<Context>('what watch says');
const branch = 'coord/work';

test.before.each(async (context) => {
  context.folder = await realpath(await mkdtemp(join(tmpdir(), 'coord-texts-')));
  const clone = (context.clone = join(context.folder, 'clone'));
  const remote = join(context.folder, 'remote.git');
  await git(context.folder, ['init', '-q', '--bare', '--template=', '-b', 'main', remote]);
  await git(context.folder, ['clone', '-q', '--template=', remote, clone]);
  await git(clone, ['switch', '-q', '-c', branch]);
  context.from = await commit(clone, { 'a.txt': 'old\n' });
  context.to = await commit(clone, { 'a.txt': 'new\n', 'sub/n.txt': 'new\n' });
  await git(clone, ['push', '-q', 'origin', branch]);
  await git(clone, ['reset', '-q', '--hard', context.from]);
});

test.after.each(({ folder }) => rm(folder, { recursive: true, force: true }));

async function commit(clone: string, files: Record<string, string>): Promise<string> {
  await write(clone, files);
  await git(clone, ['add', '.']);
  await git(clone, ['commit', '-q', '-m', 'a step']);
  return git(clone, ['rev-parse', 'HEAD']);
}

async function said({ folder, clone, to }: Context): Promise<string> {
  const attempt = await advance([{ workstream: 'work', branch, commit: to, seq: 1, at: 0 }], {
    folder: clone,
    run: gitRunner(plainEnvironment(folder), { detached: true }),
    dryRun: false,
    signal: new AbortController().signal,
  });
  if (attempt?.kind !== 'refused') return attempt?.kind ?? 'nothing';
  return `${attempt.refused.why}. ${attempt.refused.advice}`;
}

test('WAT-5 WAT-6 WAT-13 what is in the way is named, and without an upstream the pull says from where', async (context) => {
  const { clone } = context;
  await write(clone, { sub: 'mine\n' });
  assert.match(
    await said(context),
    /^sub would be overwritten .*git pull --ff-only origin coord\/work$/,
  );
  await git(clone, ['branch', '-q', '-u', `origin/${branch}`]);
  assert.match(await said(context), /git pull --ff-only$/);
  await rm(join(clone, 'sub'));
  await git(clone, ['update-index', '--assume-unchanged', 'a.txt']);
  await writeFile(join(clone, 'a.txt'), 'mine\n');
  assert.match(await said(context), /^a\.txt is hidden from git.*--no-assume-unchanged a\.txt/);
});

test('WAT-13 a file of the repository that becomes a folder is no untracked one', async (context) => {
  const { clone } = context;
  await git(clone, ['switch', '-q', '--detach']);
  await git(clone, ['branch', '-q', '-f', branch, await commit(clone, { sub: 'file\n' })]);
  await git(clone, ['switch', '-q', branch]);
  await git(clone, ['rm', '-q', 'sub']);
  context.to = await commit(clone, { 'sub/n.txt': 'new\n' });
  await git(clone, ['push', '-q', '-f', 'origin', branch]);
  await git(clone, ['reset', '-q', '--hard', 'HEAD~1']);
  assert.match(await said(context), /^sub cannot be replaced safely\./);
});

test('WAT-11 a branch that was deleted at the remote was not overwritten', async (context) => {
  await git(context.clone, ['push', '-q', 'origin', `:${branch}`]);
  await git(context.clone, ['update-ref', `refs/remotes/origin/${branch}`, context.to]);
  assert.match(
    await said(context),
    /^the branch was deleted at origin\. If it was merged, .*coord workstream end work\./,
  );
});

test('WAT-7 an operation on a branch that has diverged comes first', async (context) => {
  const { clone, to } = context;
  await commit(clone, { 'a.txt': 'mine\n' });
  assert.match(await said(context), /^you have commits .*git pull --rebase origin coord\/work/);
  await git(clone, ['cherry-pick', to], { fails: true });
  assert.match(await said(context), /^a cherry-pick is in progress in .*Finish it or abort it/);
});

test('WAT-18 a failed ssh is told by its own line, with one stop', async (context) => {
  const { folder, clone } = context;
  const ssh = join(folder, 'ssh');
  await writeFile(ssh, '#!/bin/sh\necho "Host key verification failed." >&2\nexit 255\n', {
    mode: 0o755,
  });
  await writeFile(join(folder, '.gitconfig'), `[core]\n\tsshCommand = ${ssh}\n`);
  await git(clone, ['remote', 'set-url', 'origin', 'ssh://127.0.0.1:1/nowhere']);
  assert.match(
    await said(context),
    /^origin cannot be reached: Host key verification failed\. Try/,
  );
});

test('WAT-10 of several remotes the advice names one for the branch', () => {
  const remotes = ['one', 'two'].map((name) => {
    return { scope: 'local', name: `remote.${name}.url`, value: `/${name}` };
  });
  const refused = remoteFor(branch, remotes);
  assert.ok(typeof refused === 'object');
  assert.is(refused.advice, 'Say which: git config branch.coord/work.remote REMOTE');
});

test.run();

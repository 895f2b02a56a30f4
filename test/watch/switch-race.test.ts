/** WAT-17: somebody switches to a branch at the very moment at which its ref moves. */
import { closeSync, existsSync, openSync } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Follower, type BranchReport } from '../../cli/watch/follower.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import { type RunGit } from '../../shared/node/git/git-calls.ts';
import { eventually } from '../support/waiting.ts';
import { git, plainEnvironment, write } from './templates.ts';

interface Context {
  folder: string;
  clone: string;
  /** Where the branch is, and where the team is. */
  from: string;
  to: string;
}

const test = suite<Context>('watch and a switch');
const branch = 'coord/work';

test.before.each(async (context) => {
  context.folder = await realpath(await mkdtemp(join(tmpdir(), 'coord-switch-')));
  context.clone = join(context.folder, 'clone');
  const remote = join(context.folder, 'remote.git');
  await git(context.folder, ['init', '-q', '--bare', '--template=', '-b', 'main', remote]);
  await git(context.folder, ['clone', '-q', '--template=', remote, context.clone]);
  const commit = async (files: Record<string, string>): Promise<string> => {
    await write(context.clone, files);
    await git(context.clone, ['add', '.']);
    await git(context.clone, ['commit', '-q', '-m', 'a step']);
    return git(context.clone, ['rev-parse', 'HEAD']);
  };
  await commit({ 'a.txt': 'main\n', 'slow.txt': 'main\n' });
  await git(context.clone, ['switch', '-q', '-c', branch]);
  context.from = await commit({ 'a.txt': 'old\n', 'slow.txt': 'old\n' });
  context.to = await commit({ 'a.txt': 'new\n', 'new.txt': 'new\n' });
  await git(context.clone, ['push', '-q', 'origin', branch]);
  await git(context.clone, ['switch', '-q', 'main']);
  await git(context.clone, ['branch', '-q', '-f', branch, context.from]);
});

test.after.each(({ folder }) => rm(folder, { recursive: true, force: true }));

/** A follower whose first move of the ref has somebody's git around it. */
function follow(
  { folder, clone, to }: Context,
  around: { before?(): Promise<unknown>; after?(): Promise<unknown> },
) {
  const real = gitRunner(plainEnvironment(folder), { detached: true });
  let isFirst = true;
  const run: RunGit = async (at, args, options) => {
    const isMove = isFirst && args.includes('update-ref');
    if (!isMove) return real(at, args, options);
    isFirst = false;
    await around.before?.();
    const result = await real(at, args, options);
    await around.after?.();
    return result;
  };
  const reports: BranchReport[] = [];
  const follower = new Follower({
    folder: clone,
    run,
    dryRun: false,
    signal: new AbortController().signal,
    now: Date.now,
    report: (news) => reports.push(news),
  });
  follower.learn({ workstream: 'work', branch, commit: to, seq: 1, at: 0 });
  return { follower, reports };
}

function outcomes(reports: readonly BranchReport[]): string[] {
  return reports.map((news) => (news.kind === 'refused' ? news.refused.reason : news.kind));
}

/** What the next commit would say: nothing, with every file as the branch has it. */
async function state(clone: string): Promise<string[]> {
  return [
    await git(clone, ['rev-parse', 'HEAD']),
    await git(clone, ['status', '--porcelain']),
    await readFile(join(clone, 'a.txt'), 'utf8'),
  ];
}

const switching = (clone: string) => git(clone, ['switch', '-q', branch]);

test('WAT-17 a branch that was checked out before its ref moved is put back, and follows with its files', async (context) => {
  const { clone, from, to } = context;
  const { follower, reports } = follow(context, { before: () => switching(clone) });
  await follower.follow(branch);
  assert.equal(await state(clone), [from, '', 'old\n']);
  assert.equal(outcomes(reports), ['interrupted']);
  await follower.lookAgain();
  assert.equal(await state(clone), [to, '', 'new\n']);
  assert.equal(outcomes(reports), ['interrupted', 'moved']);
});

test('WAT-17 so is one whose switch began before and ends after', async (context) => {
  const { folder, clone, from, to } = context;
  const [reached, go] = [join(folder, 'reached'), join(folder, 'go')];
  const program = join(folder, 'slow.sh');
  await writeFile(
    program,
    `#!/bin/sh\ntouch ${reached}\nwhile ! [ -e ${go} ]; do sleep 0.02; done\ncat\n`,
  );
  await chmod(program, 0o755);
  await writeFile(join(clone, '.git', 'info-attributes'), 'slow.txt filter=slow\n');
  const settings = [
    'filter.slow.smudge',
    program,
    'core.attributesFile',
    join(clone, '.git', 'info-attributes'),
  ];
  const slow = ['-c', settings.slice(0, 2).join('='), '-c', settings.slice(2).join('=')];
  let switched: Promise<string> | undefined;
  const { follower, reports } = follow(context, {
    before: () => {
      switched = git(clone, [...slow, 'switch', '-q', branch]);
      return eventually('the switch writes files', async () => existsSync(reached) || undefined);
    },
    after: async () => void setTimeout(() => void writeFile(go, ''), 400),
  });
  await follower.follow(branch);
  await switched;
  assert.equal(await state(clone), [from, '', 'old\n']);
  assert.equal(outcomes(reports), ['interrupted']);
  await follower.lookAgain();
  assert.equal(await state(clone), [to, '', 'new\n']);
});

test('WAT-17 a branch that was checked out after its ref moved has the new files, and stays', async (context) => {
  const { clone, to } = context;
  const { follower, reports } = follow(context, { after: () => switching(clone) });
  await follower.follow(branch);
  assert.equal(await state(clone), [to, '', 'new\n']);
  assert.equal(outcomes(reports), ['moved']);
});

test('WAT-17 a commit that was made in between is left, and its owner is told to look', async (context) => {
  const { clone, to } = context;
  const { follower, reports } = follow(context, {
    before: () => switching(clone),
    after: () => git(clone, ['commit', '-q', '-m', 'hasty']),
  });
  await follower.follow(branch);
  assert.is(await git(clone, ['rev-parse', 'HEAD~1']), to);
  const [news] = reports;
  assert.ok(news?.kind === 'refused' && news.refused.reason === 'interrupted');
  assert.match(news.refused.advice, `git diff ${to}`);
});

test('WAT-17 a lock that another git takes as soon as the update gives its own up is left alone', async (context) => {
  const { clone, to } = context;
  await switching(clone);
  const lock = join(clone, '.git', 'index.lock');
  let taken: Promise<void> | undefined;
  // The ref moves under the lock.
  const before = async () => void (taken = takeWhenFree(lock));
  const { follower, reports } = follow(context, { before });
  await follower.follow(branch);
  await taken;
  assert.equal(await state(clone), [to, '', 'new\n']);
  assert.equal(outcomes(reports), ['moved']);
  assert.ok(existsSync(lock), 'it is still there');
});

/** Tries whenever nothing else of this process has a turn. */
async function takeWhenFree(lock: string): Promise<void> {
  while (existsSync(lock)) await new Promise((resolve) => setImmediate(resolve));
  closeSync(openSync(lock, 'wx'));
}

test.run();

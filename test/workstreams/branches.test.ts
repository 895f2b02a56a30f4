import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { InterceptorContext } from '../../daemon/interceptors/interceptor.ts';
import { intercept } from '../../daemon/interceptors/interceptors.ts';
import { findWorkTree } from '../../shared/node/git/repository.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import { type RunGit } from '../../shared/node/git/git-calls.ts';
import { isRefusal, refuse } from '../../shared/kernel/refusal.ts';

interface Context {
  folder: string;
  remote: string;
  clone: string;
}

const test = suite<Context>('branches of workstreams');

/** No settings of whoever runs this. */
const environment = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};
const branch = 'coord/guest-checkout';

function git(folder: string, ...args: string[]): string {
  const options = { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] as const };
  return execFileSync('git', args, { ...options, stdio: [...options.stdio] })
    .toString()
    .trim();
}

function commit(folder: string, name: string): string {
  writeFileSync(join(folder, name), name);
  git(folder, 'add', '--', name);
  git(folder, 'commit', '--quiet', '-m', name);
  return git(folder, 'rev-parse', 'HEAD');
}

/** The commit that a ref leads to; empty when there is none. */
function at(folder: string, ref: string): string {
  try {
    return git(folder, 'rev-parse', '--verify', '--quiet', ref);
  } catch {
    return '';
  }
}

function interceptorContext(folder: string): InterceptorContext {
  const workTree = findWorkTree(folder);
  if (workTree === undefined) throw new Error(`${folder} is no repository`);
  const git: RunGit = gitRunner(environment);
  return { workTree, git } as InterceptorContext;
}

interface Made {
  /** Empty when nothing was said. */
  readonly git: string;
  readonly base_branch: string;
}

/** Starts or joins through a daemon at this folder, before a relay that says yes. */
async function carry(
  folder: string,
  name: 'startWorkstream' | 'joinWorkstream',
  input: Record<string, unknown> = {},
): Promise<Made> {
  const forward = (given: unknown) =>
    Promise.resolve({ branch, base_branch: 'main', ...(given as object) });
  const answer = (await intercept(interceptorContext(folder), name, {
    input,
    forward,
  })) as Partial<Made>;
  return { git: answer.git ?? '', base_branch: answer.base_branch ?? '' };
}

const start = (folder: string, input: Record<string, unknown> = {}) =>
  carry(folder, 'startWorkstream', input);
const enter = (folder: string, input: Record<string, unknown> = {}) =>
  carry(folder, 'joinWorkstream', input);

test.before.each((context) => {
  context.folder = realpathSync(mkdtempSync(join(tmpdir(), 'coord-branches-')));
  context.remote = join(context.folder, 'remote.git');
  context.clone = join(context.folder, 'clone');
  git(context.folder, 'init', '--quiet', '--bare', '-b', 'main', context.remote);
  git(context.folder, 'clone', '--quiet', context.remote, context.clone);
  commit(context.clone, 'first');
  git(context.clone, 'push', '--quiet', 'origin', 'main');
});

test.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

test('WST-1 the branch is made from the base and pushed, and nothing is checked out', async ({
  clone,
  remote,
}) => {
  writeFileSync(join(clone, 'first'), 'not committed');
  const made = await start(clone);
  assert.is(
    made.git,
    `Made the branch ${branch} from origin/main and pushed it to origin. To work on it: git switch ${branch}`,
  );
  const base = at(clone, 'refs/heads/main');
  assert.equal([at(clone, branch), at(remote, branch)], [base, base]);
  assert.is(git(clone, 'branch', '--show-current'), 'main');
  assert.is(readFileSync(join(clone, 'first'), 'utf8'), 'not committed');
  assert.is(git(clone, 'rev-parse', '--abbrev-ref', `${branch}@{upstream}`), `origin/${branch}`);
});

test('WST-1 the base is what the team has, not what one has not published', async ({
  clone,
  remote,
}) => {
  const published = at(clone, 'main');
  commit(clone, 'private');
  await start(clone, { base_branch: 'main' });
  assert.equal([at(clone, branch), at(remote, branch)], [published, published]);
});

test('WST-1 without a remote the branch is made here', async ({ clone }) => {
  git(clone, 'remote', 'remove', 'origin');
  const made = await start(clone);
  assert.match(made.git, /^Made the branch .* from main; there is no remote to push it to\./);
  assert.is(at(clone, branch), at(clone, 'main'));
});

test('WST-1 the usual base: what the remote says, else main or master, else here', async ({
  folder,
  clone,
}) => {
  git(clone, 'push', '--quiet', 'origin', 'main:trunk');
  git(clone, 'fetch', '--quiet');
  git(clone, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
  assert.is((await start(clone)).base_branch, 'trunk');
  const alone = join(folder, 'alone');
  git(folder, 'init', '--quiet', '-b', 'develop', alone);
  commit(alone, 'first');
  assert.is((await start(alone)).base_branch, 'develop');
  assert.is(at(alone, branch), at(alone, 'develop'));
  git(alone, 'branch', 'master');
  assert.is((await start(alone)).base_branch, 'master');
});

test('WST-1 of several remotes, the one that is named origin', async ({ clone, remote }) => {
  git(clone, 'remote', 'add', 'backup', remote);
  assert.match((await start(clone)).git, 'pushed it to origin');
  git(clone, 'remote', 'rename', 'origin', 'upstream');
  git(clone, 'branch', '-D', branch);
  assert.match((await start(clone)).git, 'not pushed, because none of the remotes is named origin');
  git(clone, 'branch', '-D', branch);
  git(clone, 'remote', 'remove', 'backup');
  assert.match((await start(clone)).git, `Fetched the branch ${branch} from upstream`);
});

test('WST-1 a base that is nowhere is refused before the relay starts anything; no commit at all makes no branch', async ({
  folder,
  clone,
  remote,
}) => {
  const asked: unknown[] = [];
  const forward = (given: unknown) => Promise.resolve(asked.push(given));
  const ask = { input: { base_branch: 'nowhere' }, forward };
  const missing = await intercept(interceptorContext(clone), 'startWorkstream', ask);
  if (!isRefusal(missing)) throw new Error('it was not refused');
  assert.equal([missing.error, missing.details['field']], ['ValidationError', 'base_branch']);
  assert.match(missing.message, 'there is no commit on a branch nowhere here or on origin.');
  assert.equal(asked, []);
  rmSync(remote, { recursive: true });
  const away = await start(clone, { base_branch: 'nowhere' });
  assert.match(away.git, 'was not made: there is no commit on a branch nowhere here or on origin.');
  assert.match(away.git, `git branch ${branch} COMMIT`);
  const empty = join(folder, 'empty');
  git(folder, 'init', '--quiet', '-b', 'main', empty);
  assert.match((await start(empty)).git, 'was not made');
  assert.equal([at(clone, branch), at(empty, branch)], ['', '']);
});

test('WST-1 a branch of that name is left as it is, and how to push it is said where the remote does not have it', async ({
  clone,
  remote,
}) => {
  git(clone, 'switch', '--quiet', '-c', branch);
  const own = commit(clone, 'own');
  const made = await start(clone);
  assert.is(
    made.git,
    `The branch ${branch} was here already and is left as it is. origin does not have it; to give it to the team: git push -u origin ${branch}. It is checked out.`,
  );
  assert.equal([at(clone, branch), at(remote, branch)], [own, '']);
  git(clone, 'push', '--quiet', 'origin', branch);
  const left = `The branch ${branch} was here already and is left as it is. It is checked out.`;
  assert.is((await start(clone)).git, left);
  git(clone, 'update-ref', '-d', `refs/remotes/origin/${branch}`);
  assert.is((await enter(clone)).git, left, 'the remote was asked');
});

test('WST-1 whether a branch of that name is pushed is left open where the remote cannot be asked', async ({
  clone,
  remote,
}) => {
  git(clone, 'branch', branch);
  rmSync(remote, { recursive: true });
  const made = await start(clone);
  assert.match(made.git, 'is left as it is. Whether origin has it is not known');
  assert.match(made.git, `if not: git push -u origin ${branch}. To work on it`);
  git(clone, 'remote', 'remove', 'origin');
  assert.match((await start(clone)).git, 'is left as it is. To work on it');
});

test('WST-1 a name that is in the way is said, and how the branch comes afterwards', async ({
  clone,
}) => {
  git(clone, 'branch', 'coord');
  const made = await start(clone);
  assert.match(made.git, /^The branch coord\/guest-checkout was not made: .*refs\/heads\/coord/);
  assert.match(made.git, / Afterwards: coord workstream join guest-checkout$/);
});

test('WST-1 a lock that is in the way is named whole, with what to do', async ({ clone }) => {
  const folder = join(clone, '.git', 'refs', 'heads', 'coord');
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, 'guest-checkout.lock');
  writeFileSync(lock, '');
  const made = await start(clone);
  assert.is(
    made.git,
    `The branch ${branch} was not made: git's lock ${lock} is there. When no git is at work, remove that file. Afterwards: coord workstream join guest-checkout`,
  );
});

test('WST-1 a remote that is away does not keep the branch from being made', async ({
  clone,
  remote,
}) => {
  rmSync(remote, { recursive: true });
  const made = await start(clone);
  assert.match(made.git, 'not pushed, because origin cannot be reached');
  assert.match(made.git, `Later: git push -u origin ${branch}`);
  assert.is(at(clone, branch), at(clone, 'main'));
});

test('WST-1 the password of an address is not shown', async ({ clone }) => {
  git(clone, 'remote', 'set-url', 'origin', 'http://ada:s3cret@127.0.0.1:1/shop.git');
  const made = await start(clone);
  assert.match(made.git, 'cannot be reached');
  assert.not.match(made.git, 's3cret');
});

test('WST-2 joining brings the branch, and never moves one', async ({ folder, clone, remote }) => {
  await start(clone);
  const other = join(folder, 'other');
  git(folder, 'clone', '--quiet', '--single-branch', remote, other);
  const made = await enter(other);
  assert.is(
    made.git,
    `Fetched the branch ${branch} from origin. To work on it: git switch ${branch}`,
  );
  assert.is(at(other, branch), at(clone, branch));
  git(clone, 'switch', '--quiet', branch);
  const newer = commit(clone, 'newer');
  git(clone, 'push', '--quiet', 'origin', branch);
  assert.match((await enter(other)).git, 'was here already');
  assert.is.not(at(other, branch), newer);
});

test('WST-2 joining makes the branch that nobody has made yet', async ({ clone, remote }) => {
  assert.match((await enter(clone)).git, 'pushed it to origin');
  assert.is(at(remote, branch), at(clone, 'main'));
});

test('WST-2 adding somebody else touches no branch here', async ({ clone }) => {
  assert.is((await enter(clone, { user_id: 'usr_other' })).git, '');
  assert.is(at(clone, branch), '');
});

test('WST-1 what the relay refuses makes no branch', async ({ clone }) => {
  const forward = () => Promise.resolve(refuse('Conflict', 'In use.'));
  const answer = await intercept(interceptorContext(clone), 'startWorkstream', {
    input: {},
    forward,
  });
  assert.ok(isRefusal(answer));
  assert.is(at(clone, branch), '');
});

test('WST-1 names that the relay makes up are not given to git', async ({ clone }) => {
  const before = git(clone, 'for-each-ref');
  for (const hostile of ['--output=x', '../x', 'a..b', '-x', 'a b', '@{0}', 'x.lock', '']) {
    for (const given of [
      { branch: hostile, base_branch: 'main' },
      { branch, base_branch: hostile },
    ]) {
      const forward = () => Promise.resolve(given);
      const answer = await intercept(interceptorContext(clone), 'startWorkstream', {
        input: {},
        forward,
      });
      assert.match((answer as Made).git, 'a name that is none for a branch', hostile);
    }
  }
  const odd = { branch: ';touch x', base_branch: 'main' };
  const shell = { branch: '$(touch${IFS}x)', base_branch: ';id' };
  for (const given of [odd, shell]) {
    await intercept(interceptorContext(clone), 'joinWorkstream', {
      input: {},
      forward: () => Promise.resolve(given),
    });
  }
  assert.is(git(clone, 'for-each-ref'), before);
  assert.not.ok(existsSync(join(clone, 'x')));
});

test('WST-1 nothing that the repository planted runs', async ({ folder, clone, remote }) => {
  const trap = join(folder, 'sprung');
  const program = join(folder, 'trap.sh');
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${trap}'\ncat\n`);
  chmodSync(program, 0o755);
  const hooks = join(clone, '.git', 'hooks');
  mkdirSync(hooks, { recursive: true });
  for (const name of [
    'pre-push',
    'reference-transaction',
    'post-checkout',
    'post-merge',
    'pre-auto-gc',
  ])
    writeFileSync(join(hooks, name), readFileSync(program), { mode: 0o755 });
  git(clone, 'config', 'core.fsmonitor', program);
  git(clone, 'config', 'filter.trap.smudge', program);
  git(clone, 'config', 'filter.trap.clean', program);
  git(clone, 'config', 'core.pager', program);
  git(clone, 'config', 'core.editor', program);
  writeFileSync(join(clone, '.gitattributes'), '* filter=trap\n');
  const made = await start(clone);
  assert.match(made.git, 'pushed it to origin');
  assert.is(at(remote, branch), at(remote, 'main'));
  assert.not.ok(existsSync(trap), existsSync(trap) ? readFileSync(trap, 'utf8') : '');
});

test('WST-1 a remote with the name of an option is one remote', async ({ clone, remote }) => {
  git(clone, 'remote', 'remove', 'origin');
  git(clone, 'config', 'remote.--upload-pack=touch pwned.url', remote);
  const made = await start(clone);
  assert.match(made.git, /^Made the branch/);
  assert.not.ok(existsSync(join(clone, 'pwned')));
  assert.is(at(clone, branch), at(clone, 'main'));
});

test('WST-1 a linked work tree makes branches of the same repository', async ({
  folder,
  clone,
}) => {
  const linked = join(folder, 'linked');
  git(clone, 'worktree', 'add', '--quiet', '-b', 'aside', linked);
  await start(linked);
  assert.is(at(clone, branch), at(clone, 'main'));
});

test.run();

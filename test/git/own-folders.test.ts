/** GIT-2: no way leads Git to a folder that came along with the repository, whose hooks it would run. */
import { cpSync, mkdirSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitRunner } from '../../shared/node/git/run.ts';
import { Archive } from './planted.ts';

const test = suite<{ archive: Archive }>('folders of a repository');

test.before.each(async (context) => {
  context.archive = await Archive.make();
});
test.after.each(({ archive }) => archive.remove());

const hooks = ['pre-receive', 'update', 'post-receive', 'post-update'];

/** A bare repository with hooks that leave marks. */
function plantAt(archive: Archive, folder: string): void {
  archive.git('clone', '-q', '--bare', archive.remote, folder);
  plantHooks(archive, folder);
}

function plantHooks(archive: Archive, gitDir: string): void {
  for (const name of hooks) cpSync(archive.trap(name), join(gitDir, 'hooks', name));
}

function runnerOf({ environment }: Archive) {
  return gitRunner({ PATH: process.env['PATH'], ...environment }, { timeoutMs: 10_000 });
}

async function push(archive: Archive, folder: string) {
  const refs = 'refs/heads/main:refs/heads/pushed';
  return runnerOf(archive)(folder, ['push', '--quiet', '--', 'origin', refs]);
}

/** Sets what leads there, and says which folder is pushed from where that is not the repository's. */
type Lead = (archive: Archive, own: string) => string | void;

const address = (archive: Archive, value: string) =>
  void archive.git('config', 'remote.origin.url', value);

const ways: Readonly<Record<string, Lead>> = {
  'the folder that a process stands in': (archive) => address(archive, '/proc/self/cwd/vendor.git'),
  'the folder that a process stands in, as a file address': (archive) =>
    address(archive, 'file:///proc/self/cwd/vendor.git'),
  'a link to the folder that a process stands in': (archive) => {
    symlinkSync('/proc/self/cwd', join(archive.root, 'here'));
    address(archive, join(archive.root, 'here/vendor.git'));
  },
  'a link to a link to it': (archive) => {
    symlinkSync('/proc/self/cwd', join(archive.root, 'here'));
    symlinkSync(archive.root, join(archive.sandbox.folder, 'link'));
    address(archive, join(archive.sandbox.folder, 'link/here/vendor.git'));
  },
  'a file address with an encoded slash': (archive) =>
    address(archive, `file://${archive.root}%2Fvendor.git`),
  'a file address with another encoded letter': (archive) =>
    address(archive, `file://${archive.root}/%76endor.git`),
  'a file address of this machine': (archive, own) => address(archive, `file://localhost${own}`),
  'a file address of another machine': (archive, own) => address(archive, `file://team${own}`),
  'a file address with what looks like the way out of the folder': (archive, own) => {
    const name = '.\t.';
    mkdirSync(join(archive.root, 'a', name), { recursive: true });
    renameSync(own, join(archive.root, 'a', name, 'vendor.git'));
    const up = `${name}/../`.repeat(20);
    address(archive, `file://${archive.root}/a/${up}${name}/vendor.git`);
  },
  'a file address with what looks like a question': (archive, own) => {
    const folder = join(archive.sandbox.folder, 'asked?x');
    renameSync(archive.root, folder);
    archive.gitIn(folder, 'config', 'remote.origin.url', `file://${folder}/vendor.git`);
    void own;
    return folder;
  },
  'a name that Git adds its ending to': (archive) => {
    const folder = join(archive.sandbox.folder, 'shop.git');
    renameSync(archive.root, folder);
    plantHooks(archive, join(folder, '.git'));
    archive.gitIn(folder, 'config', 'remote.origin.url', join(archive.sandbox.folder, 'shop'));
    return folder;
  },
  'from a linked work tree into the main one': (archive, own) => {
    address(archive, own);
    const folder = join(archive.sandbox.folder, 'linked');
    archive.git('worktree', 'add', '-q', '-b', 'w', folder);
    return folder;
  },
  'from the main work tree into a linked one': (archive, own) => {
    const folder = join(archive.sandbox.folder, 'linked');
    archive.git('worktree', 'add', '-q', '-b', 'w', folder);
    renameSync(own, join(folder, 'vendor.git'));
    address(archive, join(folder, 'vendor.git'));
  },
  'a linked work tree itself': (archive) => {
    const folder = join(archive.sandbox.folder, 'linked');
    archive.git('worktree', 'add', '-q', '-b', 'w', folder);
    plantHooks(archive, join(archive.root, '.git'));
    address(archive, folder);
  },
  'from a submodule into the repository around it': (archive, own) => {
    const allowed = ['-c', 'protocol.file.allow=always'];
    archive.git(...allowed, 'submodule', '--quiet', 'add', archive.remote, 'sub');
    const folder = join(archive.root, 'sub');
    archive.gitIn(folder, 'config', 'remote.origin.url', own);
    return folder;
  },
  'a line break in the name of the folder': (archive) => {
    const folder = join(archive.sandbox.folder, 'shop\na:b');
    renameSync(archive.root, folder);
    archive.gitIn(folder, 'config', 'remote.origin.url', join(folder, 'vendor.git'));
    return folder;
  },
};

for (const [way, lead] of Object.entries(ways))
  test(`GIT-2 ${way}: it is not talked to`, async ({ archive }) => {
    const own = join(archive.root, 'vendor.git');
    plantAt(archive, own);
    const folder = lead(archive, own) ?? archive.root;
    const answer = await push(archive, folder);
    assert.equal(archive.marked(), [], JSON.stringify(answer));
    assert.match(answer.stderr, 'came along with the repository');
    assert.match(answer.notUsed ?? '', 'coord gate trust remote.origin.url');
  });

test('GIT-2 a folder beside the repository is its remote, however its path is written', async ({
  archive,
}) => {
  const folder = realpathSync(archive.sandbox.folder);
  symlinkSync(archive.remote, join(folder, 'link'));
  const beside = [
    join(folder, 'remote'),
    `${archive.root}/../remote.git`,
    join(folder, 'link'),
    `file://${folder}/%72emote.git/`,
  ];
  for (const [at, value] of beside.entries()) {
    archive.git('config', 'remote.origin.url', value);
    const refs = `refs/heads/main:refs/heads/pushed-${at}`;
    const answer = await runnerOf(archive)(archive.root, ['push', '--', 'origin', refs]);
    assert.is(answer.exitCode, 0, `${value}: ${answer.stderr}`);
  }
});

/** A clone without its texts, whose remote lies in it. */
function partialClone(archive: Archive): string {
  const { sandbox, remote } = archive;
  for (const name of ['allowFilter', 'allowAnySHA1InWant'])
    archive.gitIn(remote, 'config', `uploadpack.${name}`, 'true');
  const folder = join(sandbox.folder, 'partial');
  archive.git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${remote}`, folder);
  cpSync(remote, join(folder, 'vendor'), { recursive: true });
  return folder;
}

const lazyWays: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'the remote of the clone': [['remote.origin.url', './vendor']],
  'another remote': [
    ['remote.origin.url', 'https://127.0.0.1:1/shop'],
    ['remote.other.url', './vendor'],
    ['remote.other.promisor', 'true'],
  ],
  'a remote that only the filter names': [
    ['remote.origin.promisor', 'false'],
    ['remote.other.url', './vendor'],
    ['remote.other.partialCloneFilter', 'blob:none'],
  ],
  'an address as the name of a remote': [
    ['remote.origin.promisor', 'false'],
    ['extensions.partialClone', 'https://team.example/shop'],
    ['url../vendor.insteadOf', 'https://team.example/shop'],
  ],
};

for (const [way, settings] of Object.entries(lazyWays))
  test(`GIT-2 a partial clone, ${way}: what is missing is not fetched from it`, async ({
    archive,
  }) => {
    const folder = partialClone(archive);
    for (const [name, value] of settings) archive.gitIn(folder, 'config', name, value);
    const run = runnerOf(archive);
    const { exitCode, stdout } = await run(folder, ['cat-file', 'blob', 'HEAD:first.ts']);
    assert.equal([exitCode === 0, stdout], [false, '']);
    const talked = await run(folder, ['fetch', '--', 'origin']);
    assert.match(talked.stderr, 'came along with the repository');
    const names = (await run.withheld(folder)).map(({ name }) => name);
    assert.ok(
      names.some((name) => /^remote\..*\.url$/.test(name)),
      names.join(),
    );
  });

test('GIT-2 a partial clone fetches what is missing from a remote beside it', async ({
  archive,
}) => {
  const folder = partialClone(archive);
  const { stdout } = await runnerOf(archive)(folder, ['cat-file', 'blob', 'HEAD:first.ts']);
  assert.match(stdout, 'export function first');
});

test('GIT-1 a push goes into no submodule, whatever the settings say', async ({ archive }) => {
  const allowed = ['-c', 'protocol.file.allow=always'];
  archive.git(...allowed, 'submodule', '--quiet', 'add', archive.remote, 'sub');
  archive.git('commit', '-q', '-m', 'sub');
  const sub = join(archive.root, 'sub');
  plantAt(archive, join(sub, 'vendor.git'));
  archive.gitIn(sub, 'config', 'remote.origin.url', './vendor.git');
  archive.gitIn(sub, 'commit', '-q', '--allow-empty', '-m', 'more');
  archive.git('add', 'sub');
  archive.git('commit', '-q', '-m', 'more');
  archive.git('config', 'push.recurseSubmodules', 'on-demand');
  const answer = await push(archive, archive.root);
  assert.equal([answer.exitCode, archive.marked()], [0, []], answer.stderr);
});

test.run();

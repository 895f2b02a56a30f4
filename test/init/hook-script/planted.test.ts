/** What came along with a repository leads the hook nowhere and holds it up for no time. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { installedText } from '../../../cli/init/installed-files.ts';
import { productSources } from '../../structure/sources.ts';
import { hookScript, FakeDaemon, runHook } from '../support.ts';
import { shells, hookSuite } from './support.ts';

const test = hookSuite('planted files');

test('HKS-4: curl is called with -q first, wherever coord calls it or prints how', async () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) =>
    readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'),
  );
  const installed = [
    hookScript,
    installedText('opencode/plugin.js'),
    installedText('cline/event.sh'),
  ];
  const texts = [...productSources().map(({ text }) => text), ...installed, ...pages];
  const calls = texts.flatMap((text) => text.match(/\bcurl +-\S+/g) ?? []);
  assert.equal(calls, ['curl -q']);
});

test('HKS-4: what an unpacked archive has in .git/coord gives curl no setting', async (context) => {
  const { daemon, top, folder } = context;
  await daemon.start(join(top, '.git'));
  const coord = join(top, '.git', 'coord');
  await writeFile(join(folder, 'secret'), 'secret');
  const written = join(folder, 'written');
  const setting = (name: string, value: string) => `${name} = ${JSON.stringify(value)}`;
  const settings = [
    setting('url', `file://${join(folder, 'secret')}`),
    setting('output', written),
    setting('upload-file', join(folder, 'secret')),
  ];
  const text = `# ..\n# ${daemon.socket}\n${settings.join('\n')}\n`;
  for (const shell of shells) {
    for (const name of ['curlrc', 'address', 'hook-address'])
      await writeFile(join(coord, name), text, { mode: 0o600 });
    await runHook(context.script, { args: ['claude-code', 'Stop'], cwd: top, shell });
    assert.not.ok(existsSync(written), shell);
    assert.equal(daemon.asked, [], shell);
  }
});

test('HKS-4: an address that fits every folder, or leads to another socket than a daemon’s, counts for none', async (context) => {
  const { daemon, script, top, folder } = context;
  const git = join(top, '.git');
  await daemon.start(git);
  await symlink('..', join(git, 'coord', 'up'));
  await symlink(git, join(folder, 'link'));
  const other = new FakeDaemon(join(folder, 'agent', 'other.sock'));
  await other.start(join(top, '.git'));
  const bare = new FakeDaemon(join(folder, 'bare', 'daemon.sock'));
  await bare.start(join(top, '.git'));
  await rm(join(folder, 'bare', 'authorization'));
  const linked = new FakeDaemon(join(folder, 'linked', 'daemon.sock'));
  await linked.start(join(top, '.git'));
  await rename(join(folder, 'linked', 'authorization'), join(folder, 'linked', 'real'));
  await symlink('real', join(folder, 'linked', 'authorization'));
  const long = `/${'./'.repeat(2_048)}${git.slice(1)}`;
  const places = ['..', '/proc/self/cwd/..', '/proc/self/cwd/up', join(folder, 'link'), long, ''];
  const forged = [
    ...places.map((place) => [place, daemon.socket]),
    ...[other, bare, linked].map(({ socket }) => [git, socket]),
    [git, 'daemon.sock'],
    [git, ''],
  ];
  for (const shell of shells)
    for (const lines of forged) {
      await writeFile(join(git, 'coord', 'address'), `${lines.join('\n')}\n`);
      await runHook(script, { args: ['claude-code', 'Stop'], cwd: top, shell });
      for (const one of [daemon, other, bare, linked])
        assert.equal(one.asked, [], `${shell} ${lines.join()}`);
    }
  await writeFile(join(git, 'coord', 'address'), `${git}\n${daemon.socket}\n`);
  await runHook(script, { args: ['claude-code', 'Stop'], cwd: top });
  assert.is(daemon.asked.length, 1, 'the true address');
  for (const one of [other, bare, linked]) await one.stop();
});

/** Puts a pipe at the path while `action` runs, and then lets go whoever waits for it. */
async function withPipe<R>(path: string, action: () => Promise<R>): Promise<R> {
  const aside = `${path}.aside`;
  const isThere = existsSync(path);
  if (isThere) await rename(path, aside);
  await mkdir(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
  try {
    return await action();
  } finally {
    closeSync(openSync(path, constants.O_RDWR | constants.O_NONBLOCK));
    await rm(path);
    if (isThere) await rename(aside, path);
  }
}

function withinSeconds<R>(seconds: number, work: Promise<R>): Promise<R | 'too late'> {
  const late = new Promise<'too late'>((resolve) => {
    setTimeout(() => resolve('too late'), seconds * 1_000).unref();
  });
  return Promise.race([work, late]);
}

test('HKS-1: a pipe in the place of a file of the repository or of the daemon holds no hook up', async (context) => {
  const { daemon, script, top } = context;
  await daemon.start(join(top, '.git'));
  await writeFile(join(top, '.git', 'coord', 'curlrc'), '');
  const beside = join(dirname(daemon.socket), 'authorization');
  const names = [
    'coord/address',
    'coord/curlrc',
    'coord/said-down-claude-code',
    'HEAD',
    'commondir',
    'coord',
  ];
  const paths = [...names.map((name) => join(top, '.git', name)), beside, join(top, '.git')];
  for (const path of paths)
    for (const shell of shells) {
      const call = { args: ['claude-code', 'PreToolUse'], cwd: top, shell };
      const result = await withPipe(path, () => withinSeconds(20, runHook(script, call)));
      if (result === 'too late') throw new Error(`${shell} waits for ${path}`);
      assert.equal([result.code, result.stderr], [0, ''], `${shell} ${path}`);
    }
});

test('HKS-1: a file without an end in the place of the address holds no hook up', async (context) => {
  const { daemon, script, top } = context;
  await daemon.start(join(top, '.git'));
  for (const name of ['coord/address', 'commondir']) {
    const path = join(top, '.git', name);
    const text = name === 'commondir' ? '' : await readFile(path, 'utf8');
    await writeFile(path, '');
    await truncate(path, 2 ** 40);
    for (const shell of shells) {
      const call = { args: ['claude-code', 'PreToolUse'], cwd: top, shell };
      const result = await withinSeconds(30, runHook(script, call));
      if (result === 'too late') throw new Error(`${shell} reads ${name} to its end`);
      assert.equal([result.code, result.stderr], [0, ''], `${shell} ${name}`);
    }
    await writeFile(path, text);
  }
});

test('HKS-1: daemon down: a mark that came along with the repository silences nobody for long', async ({
  script,
  top,
}) => {
  const mark = join(top, '.git', 'coord', 'said-down-claude-code');
  await mkdir(dirname(mark));
  const call = { args: ['claude-code', 'UserPromptSubmit'], cwd: top };
  const now = Math.floor(Date.now() / 1_000);
  for (const shell of shells) {
    for (const text of ['', 'x', `${now - 86_401}`, `${now + 3_600}`, '08', '9'.repeat(40)]) {
      await writeFile(mark, `${text}\n`);
      const said = await runHook(script, { ...call, shell });
      assert.equal([said.code, said.stderr], [0, ''], text);
      assert.match(JSON.parse(said.stdout).systemMessage, 'coord daemon');
      assert.is((await runHook(script, { ...call, shell })).stdout, '', 'once');
    }
    await rm(mark);
    await symlink('nowhere', mark);
    assert.match((await runHook(script, { ...call, shell })).stdout, 'coord daemon');
    await rm(mark);
  }
});

test.run();

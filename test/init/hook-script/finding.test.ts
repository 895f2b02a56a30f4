/** How the hook finds its daemon, and which programs and settings of the machine it uses. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { hookPathOf } from '../../../shared/contract/edge.ts';
import { git, publish, runHook } from '../support.ts';
import { warning, hookSuite } from './support.ts';

const test = hookSuite('finding the daemon');

test("HKS-3: what a user's bash starts with does not run", async ({
  daemon,
  script,
  top,
  folder,
}) => {
  await daemon.start(join(top, '.git'));
  await writeFile(join(folder, 'env'), 'echo noise');
  const env = { BASH_ENV: join(folder, 'env'), LC_ALL: 'xx_XX.UTF-8' };
  const result = await runHook(script, { args: ['claude-code'], cwd: top, env });
  assert.equal(result, { code: 0, stdout: '', stderr: '' });
  assert.is(daemon.asked[0]?.over, 'socket');
});

test('LOC-3: the hook sends nothing to the TCP port, also where the socket takes no connection', async (context) => {
  const { daemon, script, top } = context;
  await daemon.start(join(top, '.git'));
  await publish(join(top, '.git'), { ...daemon.endpoint(), socket: join(top, 'gone.sock') });
  await runHook(script, { args: ['claude-code'], cwd: top });
  assert.equal(daemon.asked, []);
});

test('HKS-3: finds the daemon from a subfolder, a project directory and a worktree', async (context) => {
  const { daemon, script, top, folder } = context;
  await daemon.start(join(top, '.git'));
  await git(top, 'commit', '--quiet', '--allow-empty', '-m', 'start');
  await git(top, 'worktree', 'add', '--quiet', '-b', 'other', join(folder, 'other tree'));
  await mkdir(join(top, 'a', 'b'), { recursive: true });
  const args = ['claude-code'];
  await runHook(script, { args, cwd: join(top, 'a', 'b') });
  await runHook(script, { args, cwd: folder, env: { CLAUDE_PROJECT_DIR: top } });
  await runHook(script, { args, cwd: join(folder, 'other tree') });
  assert.is(daemon.asked.length, 3);
});

test('HKS-3: finds the daemon where .git leads on by a relative path', async (context) => {
  const { daemon, script, folder } = context;
  const elsewhere = join(folder, 'elsewhere');
  await git(folder, 'init', '--quiet', '--separate-git-dir', join(folder, 'real'), elsewhere);
  await writeFile(join(elsewhere, '.git'), 'gitdir: ../real');
  await daemon.start(join(folder, 'real'));
  await runHook(script, { args: ['claude-code'], cwd: elsewhere });
  assert.is(daemon.asked.length, 1);
});

test("a user's own curl settings and proxies are not in the way", async (context) => {
  const { daemon, script, top, folder } = context;
  await daemon.start(join(top, '.git'));
  await writeFile(join(folder, '.curlrc'), 'url = "http://localhost/other"\noutput = "stolen"\n');
  const env = { HOME: folder, http_proxy: 'http://127.0.0.1:9', ALL_PROXY: 'http://127.0.0.1:9' };
  await runHook(script, { args: ['claude-code'], cwd: top, env });
  assert.equal(
    daemon.asked.map((asked) => asked.path),
    [hookPathOf('claude-code')],
  );
});

test('a curl that takes no header from a file has read nothing: the coord command takes over', async (context) => {
  const { daemon, script, top, folder } = context;
  await daemon.start(join(top, '.git'));
  const programs = join(folder, 'programs');
  await mkdir(programs);
  const old = '#!/bin/sh\nfor one; do [ "$one" != --request-target ] || exit 2; done\n';
  for (const [name, text] of [
    ['curl', old],
    ['coord', '#!/bin/sh\necho "$@"\ncat\n'],
  ] as const)
    await writeFile(join(programs, name), text, { mode: 0o755 });
  const env = { PATH: `${programs}:${process.env['PATH']}` };
  const input = '{"a":1}';
  const call = { args: ['claude-code', 'UserPromptSubmit'], cwd: top, env, input };
  assert.is((await runHook(script, call)).stdout, `hook claude-code UserPromptSubmit\n${input}`);
});

test('HKS-5: a name that no client has is said, with those that have one, and denies nothing', async (context) => {
  const { daemon, script, top } = context;
  const run = () => runHook(script, { args: ['bogus', 'PreToolUse'], cwd: top });
  for (const _ of ['without a daemon', 'with one']) {
    const { code, stdout, stderr } = await run();
    assert.equal([code, stdout], [1, '']);
    assert.match(stderr, 'coord knows no client bogus. It knows: claude-code, codex,');
    await daemon.start(join(top, '.git')).catch(() => undefined);
  }
  assert.is(daemon.asked.length, 0);
});

test('outside a repository it does nothing', async ({ script, folder }) => {
  const result = await runHook(script, { args: ['claude-code', 'PreToolUse'], cwd: folder });
  assert.equal(result, { code: 0, stdout: '', stderr: '' });
  const closed = await runHook(script, { args: ['cursor', 'preToolUse'], cwd: folder });
  assert.is(closed.stdout, '{"permission":"allow"}\n');
});

test('an unsafe client name is wrong usage', async ({ daemon, script, top }) => {
  await daemon.start(join(top, '.git'));
  for (const args of [[], [''], ['../x'], ['A'], ['a b'], ['a\nb'], ['$(id)'], ['é']]) {
    const result = await runHook(script, { args, cwd: top });
    assert.is(result.code, 2);
    assert.match(result.stderr, 'usage: .coord/hook CLIENT');
  }
  assert.is(daemon.asked.length, 0);
});

test('without curl the coord command takes over, without all the agent works', async (context) => {
  const { daemon, script, top, folder } = context;
  await daemon.start(join(top, '.git'));
  const programs = join(folder, 'programs');
  await mkdir(programs);
  const call = {
    args: ['claude-code', 'UserPromptSubmit'],
    cwd: top,
    env: { PATH: programs },
    shell: '/bin/sh',
  };
  assert.match((await runHook(script, call)).stdout, warning);
  const standIn = join(programs, 'coord');
  await writeFile(standIn, '#!/bin/sh\necho "$@"\n');
  await chmod(standIn, 0o755);
  assert.equal(await runHook(script, call), {
    code: 0,
    stdout: 'hook claude-code UserPromptSubmit\n',
    stderr: '',
  });
});

test.run();

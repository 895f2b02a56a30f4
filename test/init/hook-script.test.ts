import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs';
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sentencesFor } from '../../cli/hook-answers/sentences.ts';
import { installedText } from '../../cli/init/installed-files.ts';
import { productSources } from '../structure/sources.ts';
import { hookScript } from './support.ts';
import { hookPathOf } from '../../shared/contract/edge.ts';
import { hookAnswerWithinSeconds } from '../../shared/node/endpoint.ts';
import {
  endpointAt,
  FakeDaemon,
  fakeToken,
  git,
  installHook,
  makeRepository,
  publish,
  remove,
  runHook,
  startRawDaemon,
} from './support.ts';

interface Context {
  folder: string;
  top: string;
  script: string;
  daemon: FakeDaemon;
}

const test = suite<Context>('init: the hook script');

/** A name with all that a shell might trip over. */
const awkward = `it's a "repo" $HOME & more`;

test.before.each(async (context) => {
  Object.assign(context, await makeRepository(awkward));
  context.script = await installHook(context.top);
  context.daemon = new FakeDaemon(join(context.folder, 'da"em\\on', 'daemon.sock'));
});

test.after.each(async ({ daemon, folder }) => {
  await daemon.stop();
  await remove(folder);
});

const deny = '{"permissionDecision":"deny","reason":"a\\\\nb 100% \'x\'"}';

/** The shells that the script is run by everywhere, as far as they are here. */
const shells = ['/bin/sh', '/bin/dash', '/bin/bash'].filter((shell) => existsSync(shell));

for (const shell of shells) {
  test(`${shell}: passes the client's JSON on and the daemon's answer back`, async (context) => {
    const { daemon, script, top } = context;
    await daemon.start(join(top, '.git'));
    daemon.answer.body = deny;
    const input = JSON.stringify({ text: `line\n"quoted" \\ 'single' $(x) %s \u007f é 日本 😀` });
    const args = ['claude-code', 'PreToolUse'];
    const result = await runHook(script, { args, cwd: top, input, shell });
    assert.equal(result, { code: 0, stdout: `${deny}\n`, stderr: '' });
    const [asked] = daemon.asked;
    assert.is(daemon.asked.length, 1);
    assert.is(asked?.over, 'socket');
    assert.is(asked?.method, 'POST');
    assert.is(asked?.path, hookPathOf('claude-code'));
    assert.is(asked?.body, input);
    assert.is(asked?.headers.authorization, `Bearer ${fakeToken}`);
    assert.is(asked?.headers['content-type'], 'application/json');
  });

  test(`${shell}: large bodies and answers pass whole`, async ({ daemon, script, top }) => {
    await daemon.start(join(top, '.git'));
    daemon.answer.body = JSON.stringify({ additionalContext: 'né\n'.repeat(1_000) });
    const lines = JSON.stringify({ lines: Array(20_000).fill('zażółć') }, undefined, 1);
    for (const input of ['x'.repeat(9_999), 'é'.repeat(450_000), lines]) {
      const result = await runHook(script, { args: ['claude-code'], cwd: top, input, shell });
      assert.equal(result, { code: 0, stdout: `${daemon.answer.body}\n`, stderr: '' });
      assert.ok(daemon.asked.pop()?.body === input, `${input.length} characters`);
    }
  });

  test(`${shell}: prints nothing where the daemon answers nothing`, async (context) => {
    const { daemon, script, top } = context;
    await daemon.start(join(top, '.git'));
    for (const status of [200, 204]) {
      daemon.answer.status = status;
      const result = await runHook(script, { args: ['claude-code', 'Stop'], cwd: top, shell });
      assert.equal(result, { code: 0, stdout: '', stderr: '' });
    }
    assert.is(daemon.asked.length, 2);
  });

  test(`HOK-4: ${shell}: a daemon that refuses a call is not reported as down`, async (context) => {
    const { daemon, script, top } = context;
    const folder = join(top, '.git', 'coord');
    await daemon.start(join(top, '.git'));
    const run = (event: string) =>
      runHook(script, { args: ['claude-code', event], cwd: top, shell });
    for (const status of [400, 413, 500]) {
      daemon.answer = { status, body: '{"error":"Unavailable"}' };
      for (const event of ['UserPromptSubmit', 'PreToolUse', 'SessionStart']) {
        const { code, stdout } = await run(event);
        assert.is(code, 0);
        assert.match(stdout, 'coord: the daemon refused this call, so it was not checked.');
        assert.not.match(stdout, 'coord daemon');
      }
      assert.match((await run('PostToolUse')).stdout, 'so what it wrote is not reserved');
    }
    assert.not.ok(
      existsSync(join(folder, 'said-down-claude-code')),
      'a later notice is not kept back',
    );
    await writeFile(join(folder, 'deny-when-down'), '');
    const denied = await run('PreToolUse');
    assert.is(denied.code, 2);
    assert.match(
      denied.stderr,
      /refused this call, so it was not checked, and this repository denies/,
    );
    assert.not.match(denied.stderr, 'coord daemon');
  });

  test(`HOK-5: ${shell}: the daemon's own reason for a refusal is shown where it is plain text`, async (context) => {
    const { daemon, script, top } = context;
    await daemon.start(join(top, '.git'));
    const said = async (message: string, event = 'PreToolUse') => {
      daemon.answer = { status: 400, body: JSON.stringify({ error: 'ValidationError', message }) };
      const { stdout } = await runHook(script, {
        args: ['claude-code', event],
        cwd: top,
        shell,
      });
      JSON.parse(stdout);
      return stdout;
    };
    const reason = "tool_name must be a text: 'x' & $HOME `id` <b> 100%.";
    assert.match(await said(reason), `so it was not checked. ${reason}`);
    assert.match(await said(reason, 'PostToolUse'), `what it wrote is not reserved. ${reason}`);
    for (const odd of [
      'say "no"',
      'C:\\x',
      'a\nb',
      'a\u001b[31m',
      '\u202ea',
      '“é”',
      '',
      'x'.repeat(401),
    ])
      assert.match(await said(odd), 'so it was not checked. To see what is wrong: coord doctor');
  });
}

async function assertNoAnswer(
  script: string,
  top: string,
  { input, problem = /the daemon does not answer/ }: { input?: string; problem?: RegExp } = {},
): Promise<void> {
  await rm(join(top, '.git', 'coord', 'said-down-claude-code'), { force: true });
  const args = ['claude-code', 'UserPromptSubmit'];
  const call = { args, cwd: top, ...(input !== undefined && { input }) };
  const result = await runHook(script, call);
  assert.is(result.code, 0);
  assert.is(result.stderr, '');
  // A connection that ends at once may look like none to curl.
  assert.match(JSON.parse(result.stdout).systemMessage, problem);
}

const cutAnswers = [
  '',
  'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{"half":',
  'HTTP/1.1 302 Found\r\nLocation: /200\r\nContent-Length: 2\r\n\r\n{}',
  '{"some": "thing else"}\r\n\r\n{}',
];

test('an answer that is not whole or not of HTTP counts for none', async ({ script, top }) => {
  let answer = '';
  const daemon = await startRawDaemon(join(top, '.git'), (connection) => {
    connection.once('data', () => connection.end(answer));
  });
  for (answer of cutAnswers) await assertNoAnswer(script, top);
  await daemon.stop();
});

test('an answer without a length is whole when the connection ends', async ({ script, top }) => {
  const daemon = await startRawDaemon(join(top, '.git'), (connection) => {
    connection.once('data', () => connection.end(`HTTP/1.0 200 OK\r\n\r\n${deny}`));
  });
  const result = await runHook(script, { args: ['claude-code'], cwd: top });
  assert.equal(result, { code: 0, stdout: `${deny}\n`, stderr: '' });
  await daemon.stop();
});

test('HKS-1: a daemon that takes too long holds nobody up', async ({ top }) => {
  const large = 'x'.repeat(10_000_000);
  const limit = `--max-time ${hookAnswerWithinSeconds}`;
  const script = await installHook(top, hookScript.replace(limit, '--max-time 1'));
  const silent = await startRawDaemon(join(top, '.git'), (connection) => connection.pause());
  for (const input of ['{}', large]) await assertNoAnswer(script, top, { input });
  await silent.stop();
});

test('a daemon that hangs up is reported, without noise', async ({ script, top }) => {
  const connected = await startRawDaemon(join(top, '.git'), (connection) => connection.destroy());
  const problem = /the daemon (is not running|does not answer)/;
  for (let times = 0; times < 5; times += 1) await assertNoAnswer(script, top, { problem });
  await connected.stop();
  const busy = await startRawDaemon(join(top, '.git'), (connection) => {
    connection.once('data', () => connection.destroy());
  });
  for (const input of ['{}', 'x'.repeat(1_000_000)])
    await assertNoAnswer(script, top, { input, problem });
  await busy.stop();
});

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

test('HKS-4: curl is called with -q first, wherever coord calls it or prints how', async () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) =>
    readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'),
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

const warning =
  /^\{"systemMessage":"coord: the daemon is not running, .* Start it with: coord daemon"\}\n$/;

test('HKS-1: daemon down: the agent works, and the user is told once', async ({ script, top }) => {
  const call = { args: ['claude-code', 'PreToolUse'], cwd: top };
  const first = await runHook(script, call);
  assert.is(first.code, 0);
  assert.match(first.stdout, warning);
  assert.type(JSON.parse(first.stdout).systemMessage, 'string');
  assert.equal(await runHook(script, call), { code: 0, stdout: '', stderr: '' });
  await publish(join(top, '.git'), endpointAt(join(top, 'gone.sock')));
  assert.match((await runHook(script, call)).stdout, warning);
});

test('HKS-1: daemon down: Gemini’s user is told at Gemini’s events', async ({ script, top }) => {
  for (const event of ['BeforeAgent', 'BeforeTool', 'BeforeTool-shell', 'BeforeTool-mcp']) {
    await rm(join(top, '.git/coord/said-down-gemini'), { force: true });
    const answer = await runHook(script, { args: ['gemini', event], cwd: top });
    assert.match(answer.stdout, warning, event);
  }
});

test('HKS-1: daemon down: of many hooks at once, one tells the user', async ({ script, top }) => {
  const call = { args: ['claude-code', 'UserPromptSubmit'], cwd: top };
  const runs = await Promise.all(Array.from({ length: 8 }, () => runHook(script, call)));
  assert.is(runs.filter((result) => result.stdout !== '').length, 1);
});

test('HKS-1: daemon down: at the start of a session each agent is told, and the user later', async ({
  script,
  top,
}) => {
  const run = (event: string) => runHook(script, { args: ['claude-code', event], cwd: top });
  const started = JSON.parse((await run('SessionStart')).stdout);
  assert.equal(Object.keys(started), ['hookSpecificOutput']);
  const { hookEventName, additionalContext } = started.hookSpecificOutput;
  assert.is(hookEventName, 'SessionStart');
  assert.match(additionalContext, 'the daemon is not running');
  assert.match((await run('SessionStart')).stdout, 'is not running', 'each agent is told');
  assert.match((await run('PreToolUse-mcp')).stdout, warning);
  assert.is((await run('UserPromptSubmit')).stdout, '');
});

test('HKS-1: daemon down: at other events a client would misunderstand what is said', async ({
  script,
  top,
}) => {
  const events = ['PostToolUseFailure', 'SubagentStart', 'SubagentStop', 'Stop', 'SessionEnd'];
  for (const event of [...events, '']) {
    const result = await runHook(script, { args: ['claude-code', event], cwd: top });
    assert.equal(result, { code: 0, stdout: '', stderr: '' }, event);
  }
});

const nested = (hookEventName: string) => (additionalContext: string) => ({
  hookSpecificOutput: { hookEventName, additionalContext },
});

/** By client, its event after a write, and the form in which it gives a text to its agent then. */
const afterWrite: [string, string, (text: string) => object][] = [
  ['claude-code', 'PostToolUse', nested('PostToolUse')],
  ['codex', 'PostToolUse', nested('PostToolUse')],
  ['gemini', 'AfterTool', nested('AfterTool')],
  ['cursor', 'postToolUse', (text) => ({ additional_context: text })],
  ['copilot', 'PostToolUse', (text) => ({ additionalContext: text })],
  ['cline', 'PostToolUse', (text) => ({ contextModification: text })],
];

test('HKS-6: daemon down: after each write the agent is told that it is not reserved', async ({
  script,
  top,
}) => {
  const text = sentencesFor('is not running').unreserved;
  for (const [client, event, form] of afterWrite) {
    const call = { args: [client, event], cwd: top, env: { COPILOT_CLI: '1' } };
    const expected = { code: 0, stdout: `${JSON.stringify(form(text))}\n`, stderr: '' };
    for (const _ of ['first', 'second']) assert.equal(await runHook(script, call), expected);
  }
  const silent = [
    ['claude-code', 'PostToolUse-Bash'],
    ['gemini', 'AfterTool-shell'],
    ['copilot', 'PostToolUse'],
    ['windsurf', 'post_write_code'],
  ];
  for (const args of silent)
    assert.equal(await runHook(script, { args, cwd: top }), { code: 0, stdout: '', stderr: '' });
});

test('HKS-6: a daemon that does not answer may have reserved what was written', async ({ top }) => {
  const limit = `--max-time ${hookAnswerWithinSeconds}`;
  const script = await installHook(top, hookScript.replace(limit, '--max-time 1'));
  const silent = await startRawDaemon(join(top, '.git'), (connection) => connection.pause());
  const { stdout } = await runHook(script, { args: ['claude-code', 'PostToolUse'], cwd: top });
  assert.match(stdout, 'does not answer, so what this call wrote may not be reserved');
  await silent.stop();
});

test('HKS-2: deny-when-down denies what comes before a write, and only that', async ({
  script,
  top,
}) => {
  await mkdir(join(top, '.git', 'coord'));
  await writeFile(join(top, '.git', 'coord', 'deny-when-down'), '');
  const said = `${Math.floor(Date.now() / 1_000)}\n`;
  await writeFile(join(top, '.git', 'coord', 'said-down-claude-code'), said);
  for (const args of [
    ['claude-code', 'PreToolUse'],
    ['codex', 'PreToolUse'],
    ['gemini', 'BeforeTool'],
  ]) {
    const denied = await runHook(script, { args, cwd: top });
    assert.is(denied.code, 2);
    assert.is(denied.stdout, '');
    assert.match(denied.stderr, 'Start it with: coord daemon');
  }
  const events = ['PreToolUse-Bash', 'PreToolUse-mcp', 'PostToolUse-Bash', 'Stop', ''];
  const geminis = ['BeforeTool-shell', 'BeforeTool-mcp', 'AfterTool-shell', 'AfterAgent'];
  for (const event of [...events, ...geminis]) {
    const result = await runHook(script, { args: ['claude-code', event], cwd: top });
    assert.equal(result, { code: 0, stdout: '', stderr: '' }, event);
  }
  const running = await runHook(script, { args: ['claude-code'], cwd: top });
  assert.is(running.code, 0);
});

test('HKS-1: daemon down: Cursor is told in its own form, and its closed hook stays open', async ({
  script,
  top,
}) => {
  const run = (event: string) => runHook(script, { args: ['cursor', event], cwd: top });
  const started = JSON.parse((await run('sessionStart')).stdout);
  assert.equal(Object.keys(started), ['additional_context']);
  assert.match(started.additional_context, 'the daemon is not running');
  const told = JSON.parse((await run('preToolUse')).stdout);
  assert.is(told.permission, 'allow');
  assert.match(told.user_message, 'the daemon is not running');
  assert.is(told.agent_message, told.user_message);
  const allowed = { code: 0, stdout: '{"permission":"allow"}\n', stderr: '' };
  assert.equal(await run('preToolUse'), allowed);
  for (const event of ['preToolUse-Shell', 'afterFileEdit', 'beforeSubmitPrompt', 'stop'])
    assert.equal(await run(event), { code: 0, stdout: '', stderr: '' }, event);
});

test('HKS-2: deny-when-down denies in Cursor’s own form', async ({ script, top }) => {
  await mkdir(join(top, '.git', 'coord'));
  await writeFile(join(top, '.git', 'coord', 'deny-when-down'), '');
  const run = (event: string) => runHook(script, { args: ['cursor', event], cwd: top });
  const { code, stdout } = await run('preToolUse');
  assert.is(code, 0);
  const { permission, agent_message } = JSON.parse(stdout);
  assert.is(permission, 'deny');
  assert.match(agent_message, 'Start it with: coord daemon');
  assert.equal(await run('preToolUse-Shell'), { code: 0, stdout: '', stderr: '' });
});

test('HKS-1: daemon down: Copilot CLI and VS Code, which run one file, are told in the form of each', async (context) => {
  const { script, top } = context;
  const run = (event: string, env: Record<string, string>) =>
    runHook(script, { args: ['copilot', event], cwd: top, env });
  const cli = { COPILOT_CLI: '1' };
  const answer = JSON.parse((await run('SessionStart', cli)).stdout);
  assert.equal(Object.keys(answer), ['additionalContext']);
  const nested = JSON.parse((await run('SessionStart', {})).stdout);
  assert.is(nested.hookSpecificOutput.hookEventName, 'SessionStart');
  const told = JSON.parse((await run('UserPromptSubmit', cli)).stdout);
  assert.match(told.additionalContext, 'is not running', 'Copilot CLI shows it to the agent');
  assert.match((await run('UserPromptSubmit', {})).stdout, warning, 'VS Code shows it to the user');
  await writeFile(join(top, '.git', 'coord', 'deny-when-down'), '');
  const denied = await run('PreToolUse', cli);
  assert.is(denied.code, 0);
  assert.is(JSON.parse(denied.stdout).permissionDecision, 'deny');
  assert.is((await run('PreToolUse-Bash', cli)).stdout, '');
  assert.is((await run('PreToolUse', {})).code, 2);
});

test('Windsurf is denied by the exit code, with the daemon’s answer as the reason', async (context) => {
  const { daemon, script, top } = context;
  await daemon.start(join(top, '.git'));
  const run = () => runHook(script, { args: ['windsurf', 'pre_write_code'], cwd: top });
  daemon.answer.body = 'a.ts is held\nby 100% "Ana"';
  assert.equal(await run(), { code: 2, stdout: '', stderr: 'a.ts is held\nby 100% "Ana"\n' });
  daemon.answer.body = '';
  assert.equal(await run(), { code: 0, stdout: '', stderr: '' });
  daemon.answer = { status: 500, body: 'broken' };
  assert.equal(await run(), { code: 0, stdout: '', stderr: '' }, 'an error is no reason');
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

test('HKS-1: daemon down: Windsurf shows its user the very text, once', async ({ script, top }) => {
  const run = (event: string) => runHook(script, { args: ['windsurf', event], cwd: top });
  assert.is((await run('pre_write_code')).code, 0);
  assert.match((await run('pre_user_prompt')).stdout, /^coord: the daemon is not running/);
  assert.equal(await run('pre_user_prompt'), { code: 0, stdout: '', stderr: '' });
  await writeFile(join(top, '.git', 'coord', 'deny-when-down'), '');
  assert.is((await run('pre_write_code')).code, 2);
  assert.is((await run('pre_run_command')).code, 0);
});

test('HKS-1: daemon down: each client that runs here is told, and once', async ({
  script,
  top,
}) => {
  const events = {
    'claude-code': 'PreToolUse',
    codex: 'UserPromptSubmit',
    gemini: 'BeforeTool',
    cursor: 'preToolUse',
    copilot: 'PreToolUse',
    windsurf: 'pre_user_prompt',
    cline: 'PreToolUse',
  };
  for (const [client, event] of Object.entries(events)) {
    const call = { args: [client, event], cwd: top, env: { COPILOT_CLI: '1' } };
    assert.match((await runHook(script, call)).stdout, 'is not running', client);
    assert.not.match((await runHook(script, call)).stdout, 'is not running', client);
  }
});

test('HOK-5: a call that the daemon refuses is not passed in silence where a hook fails closed', async (context) => {
  const { daemon, script, top } = context;
  await daemon.start(join(top, '.git'));
  daemon.answer = { status: 400, body: '{"error":"ValidationError"}' };
  for (const _ of [1, 2]) {
    const { stdout } = await runHook(script, { args: ['cursor', 'preToolUse'], cwd: top });
    const { permission, user_message } = JSON.parse(stdout);
    assert.is(permission, 'allow');
    assert.match(user_message, 'the daemon refused this call, so it was not checked');
  }
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

test('every shell at hand runs it alike', async ({ daemon, script, top }) => {
  await daemon.start(join(top, '.git'));
  daemon.answer.body = deny;
  const folders = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  for (const name of ['sh', 'dash', 'bash', 'ksh', 'zsh']) {
    const folder = await firstWith(name, folders);
    if (folder === undefined) continue;
    const call = { args: ['claude-code'], cwd: top, shell: join(folder, name) };
    assert.equal(await runHook(script, call), { code: 0, stdout: `${deny}\n`, stderr: '' }, name);
  }
});

async function firstWith(name: string, folders: string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const names = await readdir(folder).catch((): string[] => []);
    if (names.includes(name)) return folder;
  }
  return undefined;
}

test.run();
